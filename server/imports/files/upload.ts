import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { importsFolder } from "#server/imports/imports.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { binaryKind } from "./encoding.ts";

const maxUploadBytes = 100 * 1024 * 1024;
const limits = { limits: { fileSize: maxUploadBytes, files: 2 }, throwFileSizeLimit: false };

/**
 * Stores the file of a multipart request; the caller takes it over. Throws if there is none, more than one, if it is
 * too large or not text.
 */
export async function storeUpload(app: App, request: FastifyRequest): Promise<{ file: string; name: string }> {
  if (!request.isMultipart()) throw new Problem("upload_missing");
  const folder = importsFolder(app);
  await mkdir(folder, { recursive: true });
  const stored: { file: string; name: string }[] = [];
  try {
    for await (const part of request.files(limits)) stored.push(await store(folder, part));
    const [only, ...more] = stored;
    if (!only) throw new Problem("upload_missing");
    if (more.length > 0) throw new Problem("bad_input", { message: "Upload one file at a time." });
    return only;
  } catch (error) {
    await Promise.all(stored.map(({ file }) => rm(file, { force: true })));
    throw error;
  }
}

async function store(folder: string, part: MultipartFile): Promise<{ file: string; name: string }> {
  const file = join(folder, `${randomUUID()}.upload`);
  try {
    await pipeline(part.file, createWriteStream(file));
    if (part.file.truncated) throw new Problem("upload_too_large", { message: "Files can be up to 100 MB." });
    if (part.file.bytesRead === 0) throw new Problem("upload_unreadable", { message: "This file is empty." });
    const kind = await binaryKind(file);
    if (kind)
      throw new Problem("upload_unreadable", { message: `This file is ${kind}. Save it as CSV and upload it again.` });
    return { file, name: part.filename.slice(0, 200) || "upload" };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
