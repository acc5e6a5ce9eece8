import type { Row } from "#server/imports/files/csv.ts";

/** A category as a file describes it. `key` and `parent` name places within the file and the shop (`categoryPlaces`). */
export interface CategoryDraft {
  row: Row;
  key: string;
  /** Null at the top. */
  parent: string | null;
  name: string;
  slug?: string;
  import_key?: string;
  description?: string | null;
  is_active?: boolean;
  position?: number;
  /** Its row is missing; it is known only from the rows of those below it. */
  implied?: true;
}

/** Keys by which drafts and the categories of the shop are told apart: by id in the other system, address, or names. */
export const categoryKeys = {
  id: (id: string) => `id:${id}`,
  path: (slugs: readonly string[]) => `path:${slugs.join("/").toLowerCase()}`,
  names: (names: readonly string[]) => `names:${names.join("\n").toLowerCase()}`,
};
