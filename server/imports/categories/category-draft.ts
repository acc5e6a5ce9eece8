import type { Row } from "#server/imports/files/row.ts";
import { type RowRemark, UnusableFileError } from "#server/imports/remarks.ts";

/** A category in a file. `key` and `parent` identify places in the file and the shop (`categoryKeys`). */
export interface CategoryDraft {
  row: Row;
  key: string;
  /** Null at the top level. */
  parent: string | null;
  name: string;
  slug?: string;
  import_key?: string;
  description?: string | null;
  is_active?: boolean;
  position?: number;
  /** It has no row of its own; it is known only from its descendants. */
  implied?: true;
}

/** Categories of a file, good or bad, and levels of their tree. */
export const maxCategories = 100_000;
export const maxDepth = 8;

/** Throws `UnusableFileError` if a file has more categories than it can have, with those that are only in paths. */
export function assertCategoryCount(count: number): void {
  if (count > maxCategories)
    throw new UnusableFileError("A file can have up to 100,000 categories. Split it into smaller files.");
}

export const depthProblem = (names: readonly unknown[]) =>
  names.length > maxDepth ? { code: "too_deep", message: "Categories can be up to eight levels deep." } : undefined;

/** Keys that identify drafts and categories: external id, path of slugs, or path of names. */
export const categoryKeys = {
  id: (id: string) => `id:${id}`,
  path: (slugs: readonly string[]) => `path:${slugs.join("/").toLowerCase()}`,
  names: (names: readonly string[]) => `names:${names.join("\n").toLowerCase()}`,
};

/** The contents of a category file, before it is compared with the shop. */
export interface CategoryFile {
  format: string;
  header: string[];
  known: string[];
  ignored: string[];
  rows: number;
  drafts: CategoryDraft[];
  errors: RowRemark[];
  notes: RowRemark[];
}
