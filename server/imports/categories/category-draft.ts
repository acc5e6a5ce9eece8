import type { Row } from "#server/imports/files/csv.ts";
import type { RowRemark } from "#server/imports/remarks.ts";

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
