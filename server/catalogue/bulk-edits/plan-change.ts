import { isDeepStrictEqual } from "node:util";
import { type Attribute, attributeProblems } from "#contract/catalogue/attributes.ts";
import type { BulkChange, BulkFields, PriceRounding } from "#contract/catalogue/bulk-edits.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { Amount } from "#contract/money.ts";
import { isForSale } from "#server/catalogue/products/products.ts";
import type { PriorPrice } from "#server/catalogue/variations/price-history.sql.ts";
import { compareAtProblem } from "#server/catalogue/variations/price-history.ts";
import type { BulkProduct } from "./bulk-products.sql.ts";

/** What a change does to one product: the fields before and after, nothing, or a reason why it can't. */
export type ChangePlan =
  | { kind: "change"; before: BulkFields; after: BulkFields }
  | { kind: "unchanged" }
  | { kind: "failed"; message: string };

export interface PlanContext {
  now: Date;
  /** The attributes of the new product type, for a change of the type. */
  newTypeAttributes: readonly Attribute[];
  /** The amounts that new compare-at prices must not exceed, by variation. */
  priorPrices: ReadonlyMap<number, PriorPrice>;
}

export function planChange(product: BulkProduct, change: BulkChange, context: PlanContext): ChangePlan {
  try {
    const after = planners[change.kind](product, change as never, context);
    const before = currentFields(product, after);
    return isDeepStrictEqual(before, after) ? { kind: "unchanged" } : { kind: "change", before, after };
  } catch (error) {
    if (error instanceof ImpossibleChange) return { kind: "failed", message: error.message };
    throw error;
  }
}

/** The fields a product has now, of those that are in `fields`. */
export function currentFields(product: BulkProduct, fields: BulkFields): BulkFields {
  const { prices, stock, low_stock_levels: lowLevels, measures, ...plain } = fields;
  const columns = Object.keys(plain) as (keyof typeof plain)[];
  const now = new Map(product.variations.map((variation) => [variation.variation_id, variation]));
  return {
    ...(Object.fromEntries(columns.map((name) => [name, product[name]])) as typeof plain),
    ...(prices && { prices: prices.flatMap(({ variation_id: id }) => pricesOf(now.get(id))) }),
    ...(stock && { stock: stock.flatMap(({ variation_id: id }) => stockOf(now.get(id))) }),
    ...(lowLevels && { low_stock_levels: lowLevels.flatMap(({ variation_id: id }) => lowLevelOf(now.get(id))) }),
    ...(measures && { measures: measures.flatMap(({ variation_id: id }) => measureOf(now.get(id))) }),
  };
}

type BulkVariation = BulkProduct["variations"][number];
const pricesOf = (variation: BulkVariation | undefined) =>
  variation
    ? [
        {
          variation_id: variation.variation_id,
          price_amount: variation.price_amount,
          compare_at_amount: variation.compare_at_amount,
        },
      ]
    : [];
const stockOf = (variation: BulkVariation | undefined) =>
  variation ? [{ variation_id: variation.variation_id, on_hand: variation.on_hand }] : [];

const lowLevelOf = (variation: BulkVariation | undefined) =>
  variation ? [{ variation_id: variation.variation_id, low_stock_level: variation.low_stock_level }] : [];

const measureOf = (variation: BulkVariation | undefined) =>
  variation ? [{ variation_id: variation.variation_id, measure: variation.measure }] : [];

class ImpossibleChange extends Error {}

const fail = (message: string): never => {
  throw new ImpossibleChange(message);
};

type ChangeOf<Kind extends BulkChange["kind"]> = Extract<BulkChange, { kind: Kind }>;
type Planner<Kind extends BulkChange["kind"]> = (
  product: BulkProduct,
  change: ChangeOf<Kind>,
  context: PlanContext,
) => BulkFields;

const planners: { [Kind in BulkChange["kind"]]: Planner<Kind> } = {
  status: (product, { status }, { now }) => {
    if (status === "active") checkRequiredAttributes(product, product.attribute_schema);
    const isAhead = (time: string | null) => time !== null && Date.parse(time) > now.getTime();
    return {
      status,
      publish_at: status === "draft" && isAhead(product.publish_at) ? product.publish_at : null,
      unpublish_at: status !== "archived" && isAhead(product.unpublish_at) ? product.unpublish_at : null,
    };
  },
  schedule: (product, { publish_at, unpublish_at }) => {
    if (publish_at !== null) {
      if (product.status !== "draft") fail("Only a draft can be scheduled to be published.");
      checkRequiredAttributes(product, product.attribute_schema);
    }
    if (unpublish_at !== null && product.status === "archived") fail("Archived products aren't published.");
    return { publish_at, unpublish_at };
  },
  price: (product, change, { priorPrices }) => ({
    prices: product.variations.map((variation) => {
      const price_amount = changePrice(variation.price_amount, change, product.currency);
      const compare_at_amount = {
        unchanged: variation.compare_at_amount,
        previous: price_amount < variation.price_amount ? variation.price_amount : null,
        none: null,
      }[change.compare_at];
      const price = { variation_id: variation.variation_id, price_amount, compare_at_amount };
      return checkPrice(price, variation, priorPrices, product.currency);
    }),
  }),
  compare_at: (product, { percent, rounding }, { priorPrices }) => ({
    prices: product.variations.map((variation) => {
      const { variation_id, price_amount } = variation;
      if (percent === null) return { variation_id, price_amount, compare_at_amount: null };
      const compare_at_amount = round(addPercent(price_amount, percent), rounding, product.currency);
      return checkPrice({ variation_id, price_amount, compare_at_amount }, variation, priorPrices, product.currency);
    }),
  }),
  stock: (product, { by, units }) => ({
    stock: product.variations.flatMap(({ variation_id, track_stock, on_hand, reserved }) => {
      const wanted = by === "set" ? units : on_hand + units;
      if (!track_stock) return [];
      if (wanted < 0) fail("The stock would be negative.");
      if (wanted < reserved) fail("More than that is reserved for orders.");
      return [{ variation_id, on_hand: wanted }];
    }),
  }),
  low_stock_level: ({ variations }, { level }) => ({
    low_stock_levels: variations
      .filter(({ track_stock }) => track_stock)
      .map(({ variation_id }) => ({ variation_id, low_stock_level: level })),
  }),
  measure: ({ variations }, { measure }) => ({
    measures: variations.map(({ variation_id }) => ({ variation_id, measure })),
  }),
  safety: (_product, { safety }) => ({ safety }),
  country_of_origin: (_product, { country }) => ({ country_of_origin: country }),
  category: ({ category_ids }, { action, category_id }) => ({
    category_ids: changeList(category_ids, category_id, action, productLimits.categories, "categories"),
  }),
  tag: ({ tag_ids }, { action, tag_id }) => ({
    tag_ids: changeList(tag_ids, tag_id, action, productLimits.tags, "tags").toSorted((one, other) => one - other),
  }),
  type: (product, { product_type_id }, { newTypeAttributes }) => {
    if (isForSale(product) && product_type_id !== product.product_type_id)
      checkRequiredAttributes(product, newTypeAttributes);
    return { product_type_id };
  },
};

function checkRequiredAttributes({ attributes }: BulkProduct, schema: readonly Attribute[]) {
  const [first] = attributeProblems(schema, attributes, { onSale: true });
  if (first) fail(first.problem);
}

const addPercent = (amount: number, basisPoints: number) => Math.round((amount * (10_000 + basisPoints)) / 10_000);

function changePrice(price: number, { by, value, rounding }: ChangeOf<"price">, currency: string) {
  const changed = by === "percent" ? addPercent(price, value) : price + value;
  return changed <= 0 ? changed : round(changed, rounding, currency);
}

/** The nearest amount with the ending, and never zero. Currencies without decimals aren't rounded. */
export function round(amount: number, rounding: PriceRounding, currency: string): number {
  const unit = 10 ** minorDigits(currency);
  if (rounding === "none" || unit === 1) return amount;
  const ending = Math.round((unit * Number(rounding)) / 100);
  const rounded = Math.round((amount - ending) / unit) * unit + ending;
  return rounded > 0 ? rounded : ending || unit;
}

type Price = NonNullable<BulkFields["prices"]>[number];

function checkPrice(
  price: Price,
  before: Price,
  priorPrices: ReadonlyMap<number, PriorPrice>,
  currency: string,
): Price {
  const { variation_id, price_amount, compare_at_amount } = price;
  if (price_amount < 0) fail("The price would be negative.");
  if (!Amount.safeParse(Math.max(price_amount, compare_at_amount ?? 0)).success) fail("The price would be too high.");
  if (compare_at_amount !== null && compare_at_amount <= price_amount)
    fail("The compare-at price would not be higher than the price.");
  if (compare_at_amount !== null && compare_at_amount !== before.compare_at_amount) {
    const problem = compareAtProblem(compare_at_amount, priorPrices.get(variation_id), currency);
    if (problem) fail(problem);
  }
  return price;
}

function changeList(ids: number[], id: number, action: "add" | "remove", most: number, noun: string) {
  if (action === "remove") return ids.filter((one) => one !== id);
  if (ids.includes(id)) return ids;
  if (ids.length >= most) fail(`A product can have at most ${most} ${noun}.`);
  return [...ids, id];
}
