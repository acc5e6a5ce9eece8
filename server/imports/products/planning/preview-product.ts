import type { ImportPreviewProduct } from "#contract/imports.ts";
import type { VariationMatch } from "./current-product.ts";
import type { ProductPlan } from "./product-plan.ts";

/** A product as it will be after its import, for the preview; undefined if it stays as it is. */
export function previewProduct(plan: ProductPlan): ImportPreviewProduct | undefined {
  if (plan.kind !== "create" && plan.kind !== "update") return undefined;
  const { draft } = plan;
  const current = plan.kind === "update" ? plan.current : undefined;
  const pairs: VariationMatch[] =
    plan.kind === "update"
      ? plan.pairs
      : draft.variations.map((variation) => ({ draft: variation, current: undefined }));
  const offered = pairs.filter(isOffered);
  const sold = (offered.length > 0 ? offered : pairs).map(soldAs);
  const prices = sold.map(({ price }) => price);
  const counted = sold.filter(({ stock }) => stock !== null);
  return {
    row: draft.first.row,
    name: draft.name,
    is_new: plan.kind === "create",
    status: draft.status ?? current?.status ?? "active",
    min_price_amount: Math.min(...prices),
    max_price_amount: Math.max(...prices),
    compare_at_amount: sold[0]?.compareAt ?? null,
    variations: pairs.length,
    stock: counted.length === 0 ? null : counted.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
    is_sold_out:
      offered.length === 0 || sold.every(({ stock, backorder }) => stock !== null && stock <= 0 && !backorder),
    images: Math.max(draft.images.length, current?.sources.length ?? 0),
    image: draft.images[0]?.source_url ?? null,
  };
}

/** Whether shoppers see the variation: one that is switched off has no part in the price and stock of its product. */
const isOffered = ({ draft, current }: VariationMatch) => draft.is_active ?? current?.is_active ?? true;

/** A variation with what the file says of it, else as it is; stock is null where it is not counted. */
function soldAs({ draft, current }: VariationMatch) {
  const price = draft.price_amount ?? current?.price_amount ?? 0;
  const compareAt = draft.compare_at_amount === undefined ? current?.compare_at_amount : draft.compare_at_amount;
  const isCounted = draft.track_stock ?? current?.track_stock ?? draft.on_hand !== undefined;
  return {
    price,
    compareAt: compareAt !== undefined && compareAt !== null && compareAt > price ? compareAt : null,
    stock: isCounted ? (draft.on_hand ?? current?.on_hand ?? 0) : null,
    backorder: draft.allow_backorder ?? current?.allow_backorder ?? false,
  };
}
