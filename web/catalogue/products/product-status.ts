import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import type { Tone } from "#web/ui/badge.tsx";

/** What the states of a product are called, and how much they stand out. */
export const productStatusWords: Record<ProductStatus, { words: string; tone: Tone; means: string }> = {
  active: { words: "Active", tone: "success", means: "Sold in the shop." },
  draft: { words: "Draft", tone: "warning", means: "Not in the shop yet; only administrators see it." },
  archived: { words: "Archived", tone: "neutral", means: "Taken out of the shop; its address says so." },
};
