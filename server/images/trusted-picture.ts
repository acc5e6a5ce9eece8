import { createHash } from "node:crypto";
import sharp from "sharp";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { originalFile, writeAtomically } from "./files.ts";
import { insertImageFile } from "./image-files.sql.ts";
import type { StoredPicture } from "./store-picture.ts";

/** Stores a picture made by the shop itself without sanitising it: never for uploads. */
export async function storeTrustedPicture(
  { db, config }: Pick<App, "db" | "config">,
  bytes: Buffer,
): Promise<StoredPicture> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { width = 0, height = 0, format } = await sharp(bytes).metadata();
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).resize(1, 1, { fit: "fill" }).raw().toBuffer();
  const dominant = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  await writeAtomically(originalFile(config, sha256), bytes);
  const file = { sha256, mime: `image/${format}`, bytes: bytes.length, width, height, dominant };
  await inTransaction(db, (tx) => insertImageFile(tx, file));
  return file;
}
