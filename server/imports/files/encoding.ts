import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { FileEncoding } from "#contract/imports.ts";

/** The encoding of a text file: by byte order mark or the zeros of UTF-16, else UTF-8 if valid, else Windows-1252. */
export async function detectEncoding(file: string): Promise<FileEncoding> {
  const wide = wideEncoding(await firstBytes(file, 4096));
  if (wide) return wide;
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
  return start.includes(0) && !wideEncoding(start) ? "not a text file" : undefined;
}

/** UTF-16 by its byte order mark, or by zeros in every other byte only, as separators and digits have. */
function wideEncoding(start: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const isMany = Math.max(even, odd) > Math.max(8, start.length / 12);
  if (!isMany || Math.min(even, odd) > 0) return undefined;
  return odd > 0 ? "utf-16le" : "utf-16be";
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
