import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import type { StockStatus } from "#contract/stock.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";

export const productStatusLabels: Record<ProductStatus, StatusLabel & { description: string }> = {
  active: { label: "Active", tone: "neutral", description: "Available in the shop." },
  draft: { label: "Draft", tone: "warning", description: "Visible only to administrators." },
  archived: {
    label: "Archived",
    tone: "neutral",
    description: "Removed from the shop. Its page says it's no longer available.",
  },
};

export const stockLabels: Record<StockStatus, string> = { in_stock: "In stock", low: "Low stock", out: "Out of stock" };
