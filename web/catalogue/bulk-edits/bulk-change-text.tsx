import { useQuery } from "@tanstack/react-query";
import type { BulkChange, BulkEdit, BulkFields } from "#contract/catalogue/bulk-edits.ts";
import { measureText } from "#contract/catalogue/measures.ts";
import { useCategory } from "#web/catalogue/categories/categories.queries.ts";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { allTags, productTypes } from "#web/catalogue/products/products.queries.ts";
import { safetyText, toSafetyFields } from "#web/catalogue/safety/safety-fields.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";

const endings = { none: "", "00": ", rounded to whole amounts", "95": ", rounded to .95", "99": ", rounded to .99" };

/** A change in words: "Price +10%, rounded to .99". */
export function useChangeText(change: BulkChange | undefined, currency: string): string {
  const category = useCategory(change?.kind === "category" ? change.category_id : undefined).data?.name;
  const tags = useQuery({ ...allTags(), enabled: change?.kind === "tag" }).data?.data;
  const types = useQuery({ ...productTypes(), enabled: change?.kind === "type" }).data?.data;
  const nameOf = (rows: { id: number; name: string }[] | undefined, id: number) =>
    rows?.find((row) => row.id === id)?.name ?? `No. ${id}`;
  switch (change?.kind) {
    case undefined:
      return "";
    case "status":
      return `Status: ${productStatusLabels[change.status].label}`;
    case "schedule":
      return scheduleText(change) || "Schedule removed";
    case "price":
      return priceText(change, currency);
    case "compare_at":
      return change.percent === null
        ? "Compare-at price removed"
        : `Compare-at price ${change.percent / 100}% above the price${endings[change.rounding]}`;
    case "stock":
      return change.by === "set" ? `Stock: ${change.units}` : `Stock ${signed(change.units)}`;
    case "low_stock_level":
      return `Low-stock level: ${change.level ?? "the shop's default"}`;
    case "measure":
      return change.measure ? `Unit price for ${measureText(change.measure)}` : "Unit price removed";
    case "safety":
      return change.safety ? `Product safety: ${safetyText(toSafetyFields(change.safety))}` : "Product safety removed";
    case "country_of_origin":
      return change.country ? `Country of origin: ${countryName(change.country)}` : "Country of origin removed";
    case "category":
      return `Category ${category ?? `No. ${change.category_id}`} ${change.action === "add" ? "added" : "removed"}`;
    case "tag":
      return `Tag ${nameOf(tags, change.tag_id)} ${change.action === "add" ? "added" : "removed"}`;
    case "type":
      return `Product type: ${nameOf(types, change.product_type_id)}`;
  }
}

const signed = (units: number) => (units < 0 ? `−${-units}` : `+${units}`);

function priceText({ by, value, rounding, compare_at }: Extract<BulkChange, { kind: "price" }>, currency: string) {
  const sign = value < 0 ? "−" : "+";
  const size = by === "percent" ? `${Math.abs(value) / 100}%` : formatMoney({ amount: Math.abs(value), currency });
  const also = { unchanged: "", previous: ", compare-at price set", none: ", compare-at price removed" }[compare_at];
  return `Price ${sign}${size}${endings[rounding]}${also}`;
}

const scheduleText = ({ publish_at, unpublish_at }: Pick<BulkFields, "publish_at" | "unpublish_at">) =>
  [publish_at && `Publish ${formatMoment(publish_at)}`, unpublish_at && `Unpublish ${formatMoment(unpublish_at)}`]
    .filter(Boolean)
    .join(", ");

/** The values of fields in words: "€10.00", "Draft". */
export function useFieldsText(currency: string) {
  const types = useQuery(productTypes()).data?.data;
  const money = (amount: number) => formatMoney({ amount, currency });
  return (fields: BulkFields): string => {
    const {
      status,
      product_type_id,
      category_ids,
      tag_ids,
      prices,
      stock,
      low_stock_levels: lowLevels,
      measures,
    } = fields;
    if (prices) {
      const [first] = prices;
      if (!first) return "–";
      const before = first.compare_at_amount === null ? "" : ` (compare at ${money(first.compare_at_amount)})`;
      const more = prices.length > 1 ? ` and ${prices.length - 1} more` : "";
      return `${money(first.price_amount)}${before}${more}`;
    }
    if (stock) return String(stock.reduce((sum, { on_hand }) => sum + on_hand, 0));
    if (lowLevels) return lowLevelsText(lowLevels);
    if (measures) return measuresText(measures);
    if (fields.safety !== undefined) return safetyText(toSafetyFields(fields.safety));
    if (fields.country_of_origin !== undefined) return originText(fields.country_of_origin);
    if (category_ids) return category_ids.length === 1 ? "1 category" : `${category_ids.length} categories`;
    if (tag_ids) return tag_ids.length === 1 ? "1 tag" : `${tag_ids.length} tags`;
    if (product_type_id !== undefined) return types?.find(({ id }) => id === product_type_id)?.name ?? "–";
    if (status) return productStatusLabels[status].label;
    return scheduleText(fields) || "Not scheduled";
  };
}

const originText = (code: string | null) => (code ? countryName(code) : "none");

/** "3", or "default, 3" of variations that differ. */
const lowLevelsText = (levels: NonNullable<BulkFields["low_stock_levels"]>) =>
  [...new Set(levels.map(({ low_stock_level }) => low_stock_level ?? "default"))].join(", ") || "–";

const measuresText = (measures: NonNullable<BulkFields["measures"]>) =>
  [...new Set(measures.map(({ measure }) => measureText(measure) || "none"))].join(", ") || "–";

export const bulkEditStatusLabels: Record<BulkEdit["status"], StatusLabel> = {
  running: { tone: "neutral", label: "In progress" },
  done: { tone: "neutral", label: "Completed" },
  cancelled: { tone: "warning", label: "Cancelled" },
  undoing: { tone: "neutral", label: "Undoing" },
  undone: { tone: "neutral", label: "Undone" },
};
