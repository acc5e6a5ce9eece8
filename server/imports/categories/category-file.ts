import { stat } from "node:fs/promises";
import { slugify } from "#contract/catalogue/slug.ts";
import type { FileEncoding } from "#contract/imports.ts";
import { detectEncoding, textOf } from "#server/imports/files/encoding.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import { readCategoryCsv } from "./category-csv.ts";
import type { CategoryFile } from "./category-draft.ts";
import { readCategoryJson } from "./category-json.ts";
import { isTaxonomy, readTaxonomy } from "./category-taxonomy.ts";

/** They are all in memory at once, and are saved in one statement. */
const maxBytes = 20 * 1024 * 1024;

/** Reads a category file: JSON, a published taxonomy or CSV. Throws `UnusableFileError`. */
export async function readCategoryFile(file: string, chosen: FileEncoding | null): Promise<CategoryFile> {
  if ((await stat(file)).size > maxBytes)
    throw new UnusableFileError("A file of categories can be up to 20 MB. Split it into smaller files.");
  const encoding = chosen ?? (await detectEncoding(file));
  if (await isJson(file, encoding)) return readCategoryJson(file, encoding);
  if (await isTaxonomy(file, encoding)) return readTaxonomy(file, encoding);
  return readCategoryCsv(file, encoding, slugify);
}

async function isJson(file: string, encoding: FileEncoding): Promise<boolean> {
  for await (const text of textOf(file, encoding)) {
    const start = text.trimStart();
    if (start !== "") return start.startsWith("[") || start.startsWith("{");
  }
  return false;
}
