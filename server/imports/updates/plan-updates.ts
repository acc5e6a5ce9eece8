import { type CurrentVariation, listCurrentProducts, listRenamedProducts } from "#server/catalogue/catalogue.ts";
import type { ProductDraft, VariationDraft } from "#server/imports/products/product-draft.ts";
import {
  type CurrentProduct,
  indexProducts,
  listHeld,
  type PlannedProduct,
  type ProductPlan,
  type VariationMatch,
} from "#server/imports/products/product-plan.ts";
import { listChanged, type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { UpdateLine, UpdateReading } from "./read-updates.ts";

/**
 * Plans the update of prices and stock of products that the shop has. Nothing is created, and what the file has no
 * column for stays.
 */
export async function planUpdates(db: Db, readings: UpdateReading[]): Promise<PlannedProduct[]> {
  const slugs = readings.map(({ slug }) => slug);
  const renamed = await listRenamedProducts(db, slugs);
  const wanted = [...slugs, ...renamed.map(({ slug }) => slug)];
  const products = await listCurrentProducts(db, { slugs: wanted, skus: [], barcodes: [] });
  const { bySlug } = indexProducts(
    products.map((product) => ({ ...product, sources: [], failedSources: [], ownPaths: [] })),
    renamed,
  );
  return readings.map((reading) => {
    const { rows, notes, currencies } = reading;
    const lost: RowRemark[] = [];
    const read = { rows, notes, currencies, lost };
    const current = bySlug.get(reading.slug);
    const problems: RowRemark[] = current ? [] : reading.lines.map((line) => toUnknownRemark(line, reading));
    const plan = current && planProductUpdate(reading, current, { problems, lost });
    const errors = [...problems, ...reading.errors];
    return { ...read, plan: errors.length > 0 || !plan ? { kind: "error", errors } : plan };
  });
}

function planProductUpdate(
  reading: UpdateReading,
  current: CurrentProduct,
  { problems, lost }: Record<"problems" | "lost", RowRemark[]>,
): ProductPlan {
  const drafts = new Map<CurrentVariation, VariationDraft>();
  const lines = new Map<CurrentVariation, UpdateLine[]>();
  for (const line of reading.lines) {
    const variation = findVariation(line, current, reading, problems);
    if (!variation) continue;
    const earlier = lines.get(variation) ?? [];
    const repeated = findRepeated(line, earlier);
    if (repeated) {
      (repeated.isSame ? lost : problems).push(toRemark(line.row, null, "row_repeated", repeated.message));
      continue;
    }
    lines.set(variation, [...earlier, line]);
    const draft = drafts.get(variation);
    const read = toDraft(line, variation);
    // A stock file has a row for each location.
    drafts.set(variation, draft ? { ...draft, ...addQuantities(draft, read) } : read);
  }
  for (const [current, draft] of drafts) problems.push(...listHeld([{ draft, current }], null));
  const pairs = [...drafts].map(([variation, draft]): VariationMatch => ({ draft, current: variation }));
  const changed = pairs.filter((pair) => listChangedFields(pair).length > 0);
  const [first] = reading.lines;
  if (changed.length === 0 || !first) return { kind: "skip", current };
  const draft: ProductDraft = {
    first: first.row,
    handle: current.slug,
    slug: current.slug,
    name: current.name,
    type: undefined,
    hasOptions: true,
    optionNames: current.option_names,
    variations: changed.map((pair) => pair.draft),
    images: [],
  };
  return { kind: "update", draft, current, pairs: changed, changes: [...new Set(changed.flatMap(listChangedFields))] };
}

/** An earlier line of the variation that this one repeats or contradicts; those of other locations are added up. */
function findRepeated(line: UpdateLine, earlier: UpdateLine[]) {
  const repeats = earlier.find(({ location }) => location === "" || location === line.location);
  if (repeats) {
    const isSame = [...prices, "quantity" as const].every((field) => repeats[field] === line[field]);
    const what = isSame ? "the same" : "the same variation with other numbers";
    return { isSame, message: `Row ${repeats.row.row} is ${what}. This row is not imported.` };
  }
  const contrary = earlier.find((other) =>
    prices.some((field) => other[field] !== undefined && line[field] !== undefined && other[field] !== line[field]),
  );
  return contrary && { isSame: false, message: `Row ${contrary.row.row} has another price for this variation.` };
}

const prices = ["price", "compareAt", "cost"] as const;

function toUnknownRemark({ row, handle, sku }: UpdateLine, { headings }: UpdateReading): RowRemark {
  if (handle !== "") return toRemark(row, headings.handle, "product_unknown", `No product has the handle ${handle}.`);
  if (sku !== "") return toRemark(row, headings.sku, "product_unknown", `No product has the SKU ${sku}.`);
  return toRemark(row, null, "product_missing", "Enter a handle or a SKU.");
}

/** By SKU, else by options, else the only variation. */
function findVariation(
  { row, sku, options }: UpdateLine,
  current: CurrentProduct,
  { headings }: UpdateReading,
  problems: RowRemark[],
) {
  const bySku = sku === "" ? undefined : current.variations.find((variation) => variation.sku === sku);
  if (bySku) return bySku;
  const alike = current.variations.filter(
    (variation) =>
      options.length === variation.options.length &&
      variation.options.every((label) => options.includes(label.toLowerCase())),
  );
  if (alike.length === 1 && sku === "") return alike[0];
  const bad = (column: string | null, code: string, message: string) =>
    void problems.push(toRemark(row, column, code, message)) as undefined;
  if (sku !== "")
    return bad(headings.sku, "variation_unknown", `"${current.name}" has no variation with the SKU ${sku}.`);
  if (options.length > 0) return bad(headings.option1, "variation_unknown", `"${current.name}" has no such variation.`);
  return bad(null, "variation_missing", `"${current.name}" has several variations: say which by its SKU.`);
}

/** The line as a draft of the variation; what it leaves empty stays. */
function toDraft({ row, price: given, compareAt, cost, quantity }: UpdateLine, variation: CurrentVariation) {
  const price = given ?? variation.price_amount;
  return {
    row,
    options: variation.options,
    ...(given === undefined ? {} : { price_amount: given }),
    ...(compareAt === undefined ? {} : { compare_at_amount: compareAt > price ? compareAt : null }),
    ...(cost === undefined ? {} : { cost_amount: cost }),
    ...(quantity === undefined ? {} : { on_hand: quantity }),
  };
}

const addQuantities = (one: VariationDraft, other: VariationDraft): Partial<VariationDraft> =>
  one.on_hand === undefined && other.on_hand === undefined
    ? other
    : { ...other, on_hand: (one.on_hand ?? 0) + (other.on_hand ?? 0) };

function listChangedFields({ draft, current }: VariationMatch): string[] {
  const { price_amount, compare_at_amount: compareAt, cost_amount: cost, on_hand } = draft;
  return listChanged({
    price: price_amount !== undefined && price_amount !== current?.price_amount,
    "compare-at price": compareAt !== undefined && compareAt !== current?.compare_at_amount,
    cost: cost !== undefined && cost !== current?.cost_amount,
    stock: on_hand !== undefined && on_hand !== current?.on_hand,
  });
}
