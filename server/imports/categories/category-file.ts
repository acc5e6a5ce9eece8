import type { FileEncoding } from "#contract/imports.ts";
import { slugify } from "#server/catalogue/catalogue.ts";
import { detectEncoding, textOf } from "#server/imports/files/encoding.ts";
import { readCategoryCsv } from "./category-csv.ts";
import { type CategoryFile, readCategoryJson } from "./category-json.ts";

/** Reads a category file, CSV or JSON. Throws `UnusableFileError`. */
export async function readCategoryFile(file: string, chosen: FileEncoding | null): Promise<CategoryFile> {
  const encoding = chosen ?? (await detectEncoding(file));
  return (await isJson(file, encoding)) ? readCategoryJson(file, encoding) : readCategoryCsv(file, encoding, slugify);
}

async function isJson(file: string, encoding: FileEncoding): Promise<boolean> {
  for await (const text of textOf(file, encoding)) {
    const start = text.trimStart();
    if (start !== "") return start.startsWith("[") || start.startsWith("{");
  }
  return false;
}
