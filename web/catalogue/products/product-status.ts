import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import type { Tone } from "#web/ui/text/badge.tsx";

export const productStatusLabels: Record<ProductStatus, { label: string; tone: Tone; description: string }> = {
  active: { label: "Active", tone: "neutral", description: "Sold in the shop." },
  draft: { label: "Draft", tone: "warning", description: "Not in the shop yet; only administrators see it." },
  archived: { label: "Archived", tone: "neutral", description: "Taken out of the shop; its address says so." },
};
