import { personalKeyPrefix, storedValue } from "#web/api/browser-storage.ts";
import type { ProductFields } from "./product-fields.ts";

/** Unsaved changes of a product. */
export interface ProductDraft {
  /** The version they started from, null for a new product. */
  version: number | null;
  base: ProductFields;
  fields: ProductFields;
  /** Images uploaded for it. */
  uploaded: number[];
}

/** Drafts are stored in the tab, so they outlive a sign-in that leaves the document. */
export const storedProductDraft = (key: string) => storedValue(() => sessionStorage, personalKeyPrefix + key);
