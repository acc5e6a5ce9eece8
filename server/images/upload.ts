import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { Id } from "#contract/endpoint.ts";
import type { UploadOutcome } from "#contract/images.ts";
import type { ProblemCode } from "#contract/problems.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { say, text } from "#words/say.ts";
import { imageUrl } from "./image-url.ts";
import { addImage, lockAndCountImages } from "./product-images.sql.ts";
import { limitUploads, spool } from "./spool.ts";
import { enqueueRemoval, type StoredImage, storeImageFile } from "./store-image.ts";

// A file over the limit does not end the request: it is read to the end and reported.
/** The largest image that is stored. */
export const maxImageBytes = 30 * 1024 * 1024;
/** Names are returned, and recorded. */
const maxNameLength = 200;
const limits = { limits: { fileSize: maxImageBytes }, throwFileSizeLimit: false };

const UploadFields = z.object({
  product_id: Id.optional(),
  option_value_id: Id.optional(),
  alt: z.string().trim().max(300).default(""),
});
type Stored = StoredImage & { file: string };
type Failed = UploadOutcome["failed"][number];

/** Records an image by the name of its file, in the transaction that adds it. */
type RecordImage = <Added>(tx: Tx, file: string, add: () => Promise<Added>) => Promise<Added>;

/**
 * Receives the images of a multipart request one by one: valid ones are stored and recorded, the others returned with a
 * reason.
 */
export async function receiveUpload(
  app: App,
  request: FastifyRequest,
  account: number,
  record: RecordImage,
): Promise<UploadOutcome> {
  const { stored, failed, sent } = await limitUploads(account, () => receive(app, request));
  if (stored.length === 0) failAll(failed);
  try {
    return { data: await storeUploaded(app, stored, fieldsOf(sent), record), failed };
  } catch (error) {
    await removeStored(app, stored);
    // Foreign key of an unknown product or option value.
    throw (error as { code?: string }).code === "23503" ? new Problem("not_found") : error;
  }
}

/**
 * Receives the images of a multipart request and stores them with `keepThem`: all, or none. Throws `upload_missing`,
 * `upload_too_large` or `upload_unreadable`, and `tooMany` at the first file beyond `most`, before it is decoded.
 */
export async function receiveImages<T>(
  app: App,
  request: FastifyRequest | undefined,
  { account, most, tooMany }: Expected & { account: number },
  keepThem: (stored: StoredImage[]) => Promise<T>,
): Promise<T> {
  if (!request) throw new Problem("upload_missing");
  const { stored, failed } = await limitUploads(account, () => receive(app, request, { most, tooMany }));
  try {
    if (failed.length > 0 || stored.length === 0) failAll(failed);
    return await keepThem(stored);
  } catch (error) {
    await removeStored(app, stored);
    throw error;
  }
}

interface Expected {
  most: number;
  tooMany: ProblemCode;
}

async function receive(app: App, request: FastifyRequest, expected?: Expected) {
  if (!request.isMultipart()) throw new Problem("upload_missing");
  const stored: Stored[] = [];
  const failed: Failed[] = [];
  const sent: Record<string, unknown> = {};
  try {
    for await (const part of request.parts(limits)) {
      if (part.type === "field") sent[part.fieldname] = part.value === "" ? undefined : part.value;
      else if (expected && stored.length + failed.length >= expected.most) throw new Problem(expected.tooMany);
      else await storeFile(app, part, { stored, failed });
    }
  } catch (error) {
    // The request broke off.
    await removeStored(app, stored);
    throw error;
  }
  return { stored, failed, sent };
}

const removeStored = (app: App, stored: Stored[]) =>
  inTransaction(app.db, async (tx) => {
    for (const { sha256 } of stored) await enqueueRemoval(app, tx, sha256);
  });

function fieldsOf(sent: Record<string, unknown>) {
  const fields = UploadFields.safeParse(sent);
  if (fields.success) return fields.data;
  const errors = fields.error.issues.map(({ path, code, message }) => ({ field: path.join("."), code, message }));
  throw new Problem("bad_input", { errors });
}

function failAll(failed: Failed[]): never {
  const [first] = failed;
  if (!first) throw new Problem("upload_missing");
  const code = first.code === "upload_too_large" ? "upload_too_large" : "upload_unreadable";
  throw new Problem(code, { message: first.message, details: { failed } });
}

async function storeFile(
  app: App,
  part: Extract<Multipart, { type: "file" }>,
  { stored, failed }: { stored: Stored[]; failed: Failed[] },
) {
  // A part may have a type and no file name.
  const file = ((part.filename as string | undefined) ?? "").slice(0, maxNameLength);
  try {
    const image = await spool(app, part.file, (path) => {
      // It is read to the end even if too large, so that the files after it can be read.
      if (part.file.truncated) throw new Problem("upload_too_large", { message: text("Images can be up to 30 MB.") });
      return storeImageFile(app, path);
    });
    stored.push({ ...image, file });
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 503) throw error;
    failed.push({ file, code: error.code, message: say(error.message) });
  }
}

const storeUploaded = (
  app: App,
  stored: Stored[],
  { product_id, option_value_id, alt }: z.output<typeof UploadFields>,
  record: RecordImage,
): Promise<UploadOutcome["data"]> =>
  inTransaction(app.db, async (tx) => {
    if (product_id) await assertRoom(tx, product_id, stored.length);
    const data: UploadOutcome["data"] = [];
    for (const { sha256, file, width, height, dominant } of stored) {
      const image = { sha256, alt, product_id: product_id ?? null, option_value_id: option_value_id ?? null };
      const { id } = await record(tx, file, () => addImage(tx, image));
      data.push({ id, url: imageUrl(sha256), alt, width, height, dominant, status: "ready", file });
    }
    if (product_id) await app.events.emit(tx, "product_images.changed", { productIds: [product_id] });
    return data;
  });

/** More images than a product can have could not be saved in its editor. */
async function assertRoom(tx: Tx, productId: number, more: number) {
  if ((await lockAndCountImages(tx, productId)) + more <= productLimits.images) return;
  throw fieldProblem("product_id", "too_many", `A product can have up to ${productLimits.images} images.`);
}
