import { BulkFields } from "#contract/catalogue/bulk-edits.ts";
import type { PastSetChange } from "#server/accounts/accounts.ts";
import { type Differences, differencesOf, fieldsToSetBack } from "#server/platform/changes/differences.ts";
import type { Fields } from "#server/platform/changes/objects.ts";
import type { BulkProduct } from "./bulk-products.sql.ts";
import { currentFields } from "./plan-change.ts";

/** How the fields are undone: as those of other changes of products, but that a status comes with its schedule. */
const related = {
  together: [["status", "publish_at", "unpublish_at"]],
  sets: ["tag_ids"],
  isQuantity: (field: string) => field.startsWith("stock."),
};

/** What changed of a product, in the fields that changes of products record; of a variation only what bulk edits set. */
export const recordedDifferences = (before: BulkFields, after: BulkFields): Differences =>
  differencesOf(toRecorded(before), toRecorded(after), related);

const toRecorded = ({
  prices = [],
  stock = [],
  low_stock_levels: levels = [],
  measures = [],
  ...plain
}: BulkFields): Fields => ({
  ...plain,
  ...Object.fromEntries(
    [...prices, ...levels, ...measures].map(({ variation_id: id, ...variation }) => [`variation.${id}`, variation]),
  ),
  ...Object.fromEntries(stock.map(({ variation_id: id, on_hand }) => [`stock.${id}`, on_hand])),
});

/** Reads recorded fields back. */
function toBulkFields(fields: Fields): BulkFields {
  const ofVariations = (kind: string) =>
    Object.entries(fields)
      .filter(([field]) => field.startsWith(`${kind}.`))
      .map(([field, value]) => ({ variation_id: Number(field.slice(kind.length + 1)), value }));
  const variations = ofVariations("variation").map(({ variation_id, value }) => ({ variation_id, ...Object(value) }));
  const [first] = variations;
  const stock = ofVariations("stock").map(({ variation_id, value }) => ({ variation_id, on_hand: value }));
  return BulkFields.parse({
    ...fields,
    ...(first && { [kindOf(first)]: variations }),
    ...(stock.length > 0 && { stock }),
  });
}

/** The list of bulk fields that a recorded variation is of. */
const kindOf = (variation: object) =>
  "low_stock_level" in variation ? "low_stock_levels" : "measure" in variation ? "measures" : "prices";

/** What undoing a change writes to a product as it is now, and in words what was changed since and is left. */
export function planUndo(product: BulkProduct, { before, after }: PastSetChange) {
  if (!before || !after) return undefined;
  const current = currentFields(product, toBulkFields(after));
  const { setBack, kept } = fieldsToSetBack({ before, after }, toRecorded(current), related);
  if (Object.keys(setBack).length === 0) return undefined;
  const fields = toBulkFields(setBack);
  return { before: currentFields(product, fields), after: fields, kept: kept.length > 0 ? namesOf(kept) : undefined };
}

const fieldNames: Record<string, string> = {
  status: "status",
  publish_at: "schedule",
  unpublish_at: "schedule",
  product_type_id: "product type",
  category_ids: "categories",
  tag_ids: "tags",
  safety: "product safety",
  country_of_origin: "country of origin",
};

/** "status, schedule", or "2 variations". */
function namesOf(kept: string[]): string {
  const variations = kept.filter((field) => field.includes(".")).length;
  const names = new Set(kept.map((field) => fieldNames[field]).filter(Boolean));
  if (variations > 0) names.add(variations === 1 ? "1 variation" : `${variations} variations`);
  return [...names].join(", ");
}
