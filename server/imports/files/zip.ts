import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createInflateRaw, inflateRaw } from "node:zlib";
import { UnusableFileError } from "./unusable-file.ts";

/** A file in a ZIP archive. Its name is only compared, never used as a path. */
export interface ZipEntry {
  name: string;
  crc: number;
  method: number;
  /** Bytes in the archive, and unpacked as the archive says: what unpacks to another size is refused. */
  packed: number;
  size: number;
  offset: number;
}

const limits = { entries: 20_000, directoryBytes: 8 * 1024 * 1024, totalBytes: 2 * 1024 * 1024 * 1024 };
const endBytes = 22;
const maxCommentBytes = 65_535;
const stored = 0;
const deflated = 8;

/** Lists the files of a ZIP archive by its directory. Throws `UnusableFileError`. */
export const listZipEntries = (file: string): Promise<ZipEntry[]> =>
  withFile(file, async (handle) => {
    const { size } = await handle.stat();
    const tail = await readBytes(handle, Math.max(0, size - endBytes - maxCommentBytes), size);
    const end = tail.subarray(Math.max(0, tail.lastIndexOf("PK\x05\x06", undefined, "latin1")));
    if (end.length < endBytes || end.readUInt32LE(0) !== 0x06054b50) throw damaged();
    const [count, bytes, from] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    if (count > limits.entries || bytes > limits.directoryBytes)
      throw new UnusableFileError(`A ZIP file can hold up to ${limits.entries.toLocaleString("en")} files.`);
    if (from + bytes > size) throw damaged();
    const entries = parseDirectory(await readBytes(handle, from, from + bytes), count);
    if (entries.reduce((sum, entry) => sum + entry.size, 0) > limits.totalBytes)
      throw new UnusableFileError("A ZIP file can hold up to 2 GB when unpacked.");
    return entries;
  });

function parseDirectory(bytes: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    if (bytes.readUInt16LE(at + 8) & 1) throw new UnusableFileError("This ZIP file is protected by a password.");
    const name = bytes.subarray(at + 46, nameEnd);
    entries.push({
      name: name.toString(name.equals(Buffer.from(name.toString())) ? "utf8" : "latin1"),
      crc: bytes.readUInt32LE(at + 16),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Unpacks a file into memory. Throws `UnusableFileError` if it is damaged or unpacks to another size. */
export const readZipEntry = (file: string, entry: ZipEntry): Promise<Buffer> =>
  withFile(file, async (handle) => {
    const start = await findData(handle, entry);
    const packed = await readBytes(handle, start, start + entry.packed);
    const bytes = entry.method === stored ? packed : await inflate(packed, entry.size);
    if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw damaged();
    return bytes;
  });

const inflate = (bytes: Buffer, size: number) =>
  promisify(inflateRaw)(bytes, { maxOutputLength: Math.max(1, size) }).catch(() => {
    throw damaged();
  });

/** Unpacks a file to the path `target`, in pieces. Throws `UnusableFileError` as `readZipEntry` does. */
export const unpackZipEntry = (file: string, entry: ZipEntry, target: string): Promise<void> =>
  withFile(file, async (handle) => {
    const start = await findData(handle, entry);
    const output = await open(target, "wx");
    let [size, crc] = [0, 0];
    const write = async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        size += piece.length;
        crc = crc32(piece, crc);
        if (size > entry.size) throw damaged();
        await output.write(piece);
      }
    };
    try {
      const packed = readPieces(handle, start, start + entry.packed);
      if (entry.method === stored) await write(packed);
      else await pipeline(packed, createInflateRaw(), write);
    } catch (error) {
      throw (error as { code?: string }).code?.startsWith("Z_") ? damaged() : error;
    } finally {
      await output.close();
    }
    if (size !== entry.size || crc !== entry.crc) throw damaged();
  });

/** Where the data of a file begins: after its header, whose extra field differs from the directory's. */
async function findData(handle: FileHandle, { method, size, packed, offset }: ZipEntry): Promise<number> {
  if (method !== stored && method !== deflated)
    throw new UnusableFileError("This ZIP file is compressed in a way that isn't supported.");
  if (method === stored && packed !== size) throw damaged();
  const header = await readBytes(handle, offset, offset + 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function* readPieces(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  const piece = 64 * 1024;
  for (let at = start; at < end; at += piece) yield await readBytes(handle, at, Math.min(end, at + piece));
}

async function readBytes(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  if (end > (await handle.stat()).size) throw damaged();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  if (bytesRead < end - start) throw damaged();
  return buffer;
}

const damaged = () => new UnusableFileError("This ZIP file is damaged or incomplete. Create it again.");

async function withFile<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
