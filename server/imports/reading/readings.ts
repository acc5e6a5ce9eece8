import type { FileEncoding, ImportSample } from "#contract/imports.ts";
import type { CategoryFile } from "#server/imports/categories/category-draft.ts";
import { readCategoryFile } from "#server/imports/categories/category-file.ts";
import type { ProductFileInput, ShopLookups } from "./product-file-input.ts";
import { type OpenedProductFile, type ReadBatch, readProductFile } from "./product-readings.ts";
import { readSample } from "./sample.ts";

interface FileInput {
  file: string;
  encoding: FileEncoding | null;
}

/** What files are read for: what the reading needs, what it returns first, and its parts. */
export interface ReadingTable {
  products: { input: ProductFileInput; opened: OpenedProductFile; part: ReadBatch };
  categories: { input: FileInput; opened: CategoryFile; part: never };
  sample: { input: FileInput & { hasHeadings: boolean | null }; opened: ImportSample; part: never };
}
export type ReadingKind = keyof ReadingTable;

export interface Reading<K extends ReadingKind> {
  opened: ReadingTable[K]["opened"];
  parts: AsyncGenerator<ReadingTable[K]["part"]>;
}

async function* noParts(): AsyncGenerator<never> {}

/** Reads files, in the thread it is called in. Each throws `UnusableFileError`. */
export const readings: {
  [K in ReadingKind]: (input: ReadingTable[K]["input"], lookups: ShopLookups) => Promise<Reading<K>>;
} = {
  products: readProductFile,
  categories: async ({ file, encoding }) => ({ opened: await readCategoryFile(file, encoding), parts: noParts() }),
  sample: async ({ file, ...choices }) => ({ opened: await readSample(file, choices), parts: noParts() }),
};
