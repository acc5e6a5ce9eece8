import { slugify } from "#server/catalogue/catalogue.ts";
import { detectEncoding, textOf } from "#server/imports/files/encoding.ts";
import { readCategoryCsv } from "./category-csv.ts";
import { type CategoryFile, readCategoryJson } from "./category-json.ts";

/** Reads a category file, CSV or JSON. Throws `UnusableFileError`. */
export async function readCategoryFile(file: string): Promise<CategoryFile> {
  return (await isJson(file)) ? readCategoryJson(file) : readCategoryCsv(file, slugify);
}

async function isJson(file: string): Promise<boolean> {
  for await (const text of textOf(file, await detectEncoding(file))) {
    const start = text.trimStart();
    if (start !== "") return start.startsWith("[") || start.startsWith("{");
  }
  return false;
}
