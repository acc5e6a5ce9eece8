import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { makeImportsFolder } from "#server/imports/imports.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { binaryKind, isZip } from "./encoding.ts";
import { unpackTable } from "./image-archive.ts";

const maxUploadBytes = 100 * 1024 * 1024;
const limits = { limits: { fileSize: maxUploadBytes, files: 2 }, throwFileSizeLimit: false };

export interface StoredUpload {
  file: string;
  name: string;
  /** The ZIP archive that the file was unpacked from. */
  archive?: string;
}

/**
 * Stores the file of a multipart request; the caller takes it over. With `unpacks`, a ZIP archive is one table and its
 * images. Throws if there is none, more than one, if it is too large or not text.
 */
export async function storeUpload(app: App, request: FastifyRequest, { unpacks }: { unpacks: boolean }) {
  if (!request.isMultipart()) throw new Problem("upload_missing");
  const folder = await makeImportsFolder(app);
  const stored: StoredUpload[] = [];
  try {
    for await (const part of request.files(limits)) stored.push(await store(folder, part, unpacks));
    const [only, ...more] = stored;
    if (!only) throw new Problem("upload_missing");
    if (more.length > 0) throw new Problem("bad_input", { message: "Upload one file at a time." });
    return only;
  } catch (error) {
    await removeFiles(...stored.flatMap(({ file, archive }) => [file, ...(archive ? [archive] : [])]));
    throw error;
  }
}

async function store(folder: string, part: MultipartFile, unpacks: boolean): Promise<StoredUpload> {
  const file = join(folder, `${randomUUID()}.upload`);
  const table = `${file}.table`;
  // A part may have a type and no file name.
  const name = ((part.filename as string | undefined) ?? "").slice(0, 200) || "upload";
  try {
    await pipeline(part.file, createWriteStream(file));
    if (part.file.truncated) throw new Problem("upload_too_large", { message: "Files can be up to 100 MB." });
    if (part.file.bytesRead === 0) throw new Problem("upload_unreadable", { message: "This file is empty." });
    if (!unpacks || !(await isZip(file))) {
      await checkText(file);
      return { file, name };
    }
    await unpackTable(file, table);
    await checkText(table);
    return { file: table, name, archive: file };
  } catch (error) {
    await removeFiles(file, table);
    if (error instanceof UnusableFileError) throw new Problem("upload_unreadable", { message: error.message });
    throw error;
  }
}

async function checkText(file: string) {
  const kind = await binaryKind(file);
  if (kind)
    throw new Problem("upload_unreadable", { message: `This file is ${kind}. Save it as CSV and upload it again.` });
}

const removeFiles = (...files: string[]) => Promise.all(files.map((file) => rm(file, { force: true })));
