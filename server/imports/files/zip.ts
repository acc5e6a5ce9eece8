import { createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { UnusableFileError } from "#server/imports/remarks.ts";

/** A file in a ZIP archive. */
export interface ZipEntry {
  /** Only compared, never used as a path. */
  name: string;
  crc: number;
  /** Bytes when unpacked. */
  size: number;
  entry: Entry;
}

const maxEntries = 20_000;
const maxTotalBytes = 2 * 1024 * 1024 * 1024;

/** Lists the files of a ZIP archive by its directory. Throws `UnusableFileError`. */
export const listZipEntries = (file: string): Promise<ZipEntry[]> =>
  withArchive(file, async (archive) => {
    if (archive.entryCount > maxEntries)
      throw new UnusableFileError(`A ZIP file can hold up to ${maxEntries.toLocaleString("en")} files.`);
    const entries: ZipEntry[] = [];
    let bytes = 0;
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new UnusableFileError("This ZIP file is protected by a password.");
      bytes += entry.uncompressedSize;
      if (bytes > maxTotalBytes) throw new UnusableFileError("A ZIP file can hold up to 2 GB when unpacked.");
      entries.push({ name: nameOf(entry), crc: entry.crc32, size: entry.uncompressedSize, entry });
    }
    return entries;
  });

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);

/** Unpacks a file into memory. Throws `UnusableFileError` if it is damaged or unpacks to another size. */
export const readZipEntry = (file: string, entry: ZipEntry): Promise<Buffer> =>
  withArchive(file, async (archive) => buffer(await openEntry(archive, entry)));

/** Unpacks a file to the new path `target`. Throws `UnusableFileError` as `readZipEntry` does. */
export const unpackZipEntry = (file: string, entry: ZipEntry, target: string): Promise<void> =>
  withArchive(file, async (archive) =>
    pipeline(await openEntry(archive, entry), createWriteStream(target, { flags: "wx" })),
  );

/** The contents of a file. They end with an error if their size or checksum is not that of the directory. */
async function openEntry(archive: ZipFile, { entry }: ZipEntry) {
  if (!entry.canDecodeFileData())
    throw new UnusableFileError("This ZIP file is compressed in a way that isn't supported.");
  return checksummed(await archive.openReadStreamPromise(entry), entry.crc32);
}

async function* checksummed(pieces: AsyncIterable<Buffer>, expected: number) {
  let crc = 0;
  for await (const piece of pieces) {
    crc = crc32(piece, crc);
    yield piece;
  }
  if (crc !== expected) throw damaged();
}

const damaged = () => new UnusableFileError("This ZIP file is damaged or incomplete. Create it again.");

async function withArchive<T>(file: string, work: (archive: ZipFile) => Promise<T>): Promise<T> {
  try {
    // Names are not decoded, as a path that leads out would refuse the whole archive.
    const archive = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
    return await work(archive).finally(() => archive.close());
  } catch (error) {
    const { code } = error as { code?: string };
    // Errors of the file system have a code of their own; those of the archive have none, or one of zlib.
    throw error instanceof UnusableFileError || (code && !code.startsWith("Z_")) ? error : damaged();
  }
}
