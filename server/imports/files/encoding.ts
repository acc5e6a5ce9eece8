import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { FileEncoding } from "#contract/imports.ts";

/** The encoding of a text file: by byte order mark, else UTF-8 if valid, else Windows-1252. */
export async function detectEncoding(file: string): Promise<FileEncoding> {
  const start = await firstBytes(file, 2);
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "windows-1252";
    throw error;
  }
}

/** The text of a file in chunks, without its byte order mark. */
export async function* textOf(file: string, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

/** The type of a binary file: archive (also .xlsx), PDF or image; undefined if it may be text. */
export async function binaryKind(file: string): Promise<string | undefined> {
  const start = await firstBytes(file, 4096);
  const head = start.subarray(0, 4).toString("latin1");
  if (head.startsWith("PK")) return "a ZIP archive or an Excel workbook";
  if (head === "\xd0\xcf\x11\xe0") return "an Excel workbook";
  if (head.startsWith("\x1f\x8b")) return "a compressed file";
  if (head === "%PDF") return "a PDF";
  if (head.startsWith("\x89PNG") || head.startsWith("\xff\xd8\xff") || head.startsWith("GIF8")) return "an image";
  const wide = head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff");
  return !wide && start.includes(0) ? "not a text file" : undefined;
}

/** Whether a file is a ZIP archive, such as a workbook. */
export const isZip = async (file: string): Promise<boolean> =>
  (await firstBytes(file, 4)).toString("latin1").startsWith("PK");

async function firstBytes(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
