import { existsSync } from "node:fs";
import { UnusableFileError } from "#server/imports/remarks.ts";
import { listZipEntries, readZipEntry, unpackZipEntry, type ZipEntry } from "./zip.ts";

/** The names of the images that were uploaded together with a table. */
export interface ImageArchive {
  /** How many there are. */
  count: number;
  /** Those that were found by their names. */
  matched: ReadonlySet<string>;
  /** The source of an image by its path or file name: changed contents are another one. Undefined if it isn't there. */
  find(name: string): string | undefined;
}
/** Reads the same images. */
export interface ArchiveImages {
  /** The bytes of an image by its source; undefined if it is none of the archive. Throws `UnusableFileError`. */
  read(source: string, maxBytes: number): Promise<Buffer | undefined>;
}

const maxTableBytes = 100 * 1024 * 1024;
const scheme = "archive:";

/** The archive of an import's table: next to it. */
export const archiveOf = (table: string) => `${table}.zip`;

/** Opens the archive of a table; undefined without one. */
export async function openImageArchive(table: string): Promise<ImageArchive | undefined> {
  const entries = await listImages(archiveOf(table));
  if (!entries) return undefined;
  const byName = new Map<string, ZipEntry | null>();
  for (const entry of entries) {
    const names = new Set([normalize(entry.name), fileName(normalize(entry.name))]);
    // A file name that occurs in several folders says nothing.
    for (const name of names) byName.set(name, byName.has(name) ? null : entry);
  }
  for (const entry of entries) byName.set(normalize(entry.name), entry);
  const matched = new Set<string>();
  return {
    count: entries.length,
    matched,
    find(name) {
      const entry = byName.get(normalize(name));
      if (!entry) return undefined;
      matched.add(entry.name);
      return sourceOf(entry);
    },
  };
}

/** Opens the archive of a table to read its images; undefined without one. */
export async function openArchiveImages(table: string): Promise<ArchiveImages | undefined> {
  const file = archiveOf(table);
  const entries = await listImages(file);
  if (!entries) return undefined;
  const bySource = new Map(entries.map((entry) => [sourceOf(entry), entry]));
  return {
    async read(source, maxBytes) {
      const entry = bySource.get(source);
      if (!entry) return undefined;
      if (entry.size > maxBytes) throw new UnusableFileError("Images can be up to 30 MB.");
      return readZipEntry(file, entry);
    },
  };
}

const listImages = async (archive: string): Promise<ZipEntry[] | undefined> =>
  existsSync(archive)
    ? (await listZipEntries(archive)).filter(({ name }) => isContent(name) && isImage(name))
    : undefined;

/** Unpacks the only table of an archive to the path `table`. Throws `UnusableFileError`. */
export async function unpackTable(archive: string, table: string): Promise<void> {
  const entries = await listZipEntries(archive);
  if (entries.some(({ name }) => name === "[Content_Types].xml"))
    throw new UnusableFileError("This file is an Excel workbook. Save it as CSV and upload it again.");
  if (entries.some(({ name }) => /^(content\.xml|Index\/Document\.iwa)$/.test(name)))
    throw new UnusableFileError("This is a Numbers or OpenDocument file. Export it as CSV and upload that.");
  const tables = entries.filter(({ name }) => isContent(name) && /\.(csv|tsv|txt|xml)$/i.test(name));
  const [only, ...more] = tables;
  if (!only || more.length > 0)
    throw new UnusableFileError(
      `A ZIP file must hold one table, such as a CSV file. This one holds ${tables.length || "none"}.`,
    );
  if (only.size > maxTableBytes) throw new UnusableFileError("The table in a ZIP file can be up to 100 MB.");
  if (only.size === 0) throw new UnusableFileError("This file is empty.");
  await unpackZipEntry(archive, only, table);
}

/** Whether a source is of an archive, and has no URL. */
export const isArchiveSource = (source: string) => source.startsWith(scheme);

const sourceOf = ({ name, crc }: ZipEntry) => `${scheme}${crc.toString(16)}/${encodeURIComponent(fileName(name))}`;
const normalize = (name: string) =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^(\.?\/)+/, "");
const fileName = (path: string) => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
const isImage = (name: string) => /\.(jpe?g|png|webp|avif|gif)$/i.test(name);
/** Neither files that operating systems add, nor paths that lead out of the archive. */
const isContent = (name: string) => !/(^|\/)(__MACOSX\/|\.(?!\/))/.test(name);
