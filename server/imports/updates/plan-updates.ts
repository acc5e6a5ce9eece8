import { setImmediate } from "node:timers/promises";
import { type CurrentVariation, listCurrentProducts, listRenamedProducts } from "#server/catalogue/catalogue.ts";
import type { CurrentProduct, VariationMatch } from "#server/imports/products/planning/current-product.ts";
import {
  indexProducts,
  listHeld,
  type PlannedProduct,
  type ProductPlan,
} from "#server/imports/products/planning/product-plan.ts";
import type { PlannedDraft, VariationDraft } from "#server/imports/products/product-draft.ts";
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
    products.map((product) => ({ ...product, sources: [], failedSources: [], ownPaths: [], images: 0 })),
    renamed,
  );
  const planned: PlannedProduct[] = [];
  for (const reading of readings) {
    planned.push(planReading(reading, bySlug.get(reading.slug)));
    // Shoppers' requests get their turn between products.
    await setImmediate();
  }
  return planned;
}

function planReading(reading: UpdateReading, current: CurrentProduct | undefined): PlannedProduct {
  const { rows, currencies } = reading;
  const notes = [...reading.notes];
  const lost: RowRemark[] = [];
  const read = { rows, notes, currencies, lost };
  const problems: RowRemark[] = current ? [] : reading.lines.map((line) => toUnknownRemark(line, reading));
  const plan = current && planProductUpdate(reading, current, { problems, lost, notes });
  const errors = [...problems, ...reading.errors];
  return { ...read, plan: errors.length > 0 || !plan ? { kind: "error", errors } : plan };
}

function planProductUpdate(
  reading: UpdateReading,
  current: CurrentProduct,
  { problems, lost, notes }: Record<"problems" | "lost" | "notes", RowRemark[]>,
): ProductPlan {
  const drafts = new Map<CurrentVariation, VariationDraft>();
  const lines = new Map<CurrentVariation, EarlierLines>();
  const find = variationFinder(current);
  for (const line of reading.lines) {
    const variation = find(line, reading, problems);
    if (!variation) continue;
    const earlier = lines.get(variation) ?? { byLocation: new Map(), firstWith: {} };
    const repeated = findRepeated(line, earlier);
    if (repeated) {
      (repeated.isSame ? lost : problems).push(toRemark(line.row, null, "row_repeated", repeated.message));
      continue;
    }
    rememberLine(earlier, line);
    lines.set(variation, earlier);
    const draft = drafts.get(variation);
    const read = toDraft(line, variation);
    if (!draft) notes.push(...noteCompareAt(line, variation, reading));
    // A stock file has a row for each location.
    drafts.set(variation, draft ? { ...draft, ...addQuantities(draft, read) } : read);
  }
  const pairs = [...drafts].map(([variation, draft]): VariationMatch => ({ draft, current: variation }));
  for (const held of listHeld(pairs, null)) problems.push(held);
  const changed = pairs.filter((pair) => listChangedFields(pair).length > 0);
  const [first] = reading.lines;
  if (changed.length === 0 || !first) return { kind: "skip", current };
  const draft: PlannedDraft = {
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

/** The lines of a variation so far: the one of each location, and the first with each kind of price. */
interface EarlierLines {
  byLocation: Map<string, UpdateLine>;
  firstWith: Partial<Record<(typeof prices)[number], UpdateLine>>;
}

function rememberLine({ byLocation, firstWith }: EarlierLines, line: UpdateLine) {
  byLocation.set(line.location, line);
  for (const field of prices) if (line[field] !== undefined) firstWith[field] ??= line;
}

/** An earlier line of the variation that this one repeats or contradicts; those of other locations are added up. */
function findRepeated(line: UpdateLine, { byLocation, firstWith }: EarlierLines) {
  const repeats = byLocation.get(line.location) ?? byLocation.get("");
  if (repeats) {
    const isSame = [...prices, "quantity" as const].every((field) => repeats[field] === line[field]);
    const what = isSame ? "the same" : "the same variation with other numbers";
    return { isSame, message: `Row ${repeats.row.row} is ${what}. This row is not imported.` };
  }
  const [contrary] = prices
    .flatMap((field) => (line[field] === undefined ? [] : (firstWith[field] ?? [])))
    .filter((other) => prices.some((field) => isOther(other[field], line[field])))
    .sort((one, other) => one.row.row - other.row.row);
  return contrary && { isSame: false, message: `Row ${contrary.row.row} has another price for this variation.` };
}

const isOther = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && one !== other;

const prices = ["price", "compareAt", "cost"] as const;

function toUnknownRemark({ row, handle, sku }: UpdateLine, { headings }: UpdateReading): RowRemark {
  if (handle !== "") return toRemark(row, headings.handle, "product_unknown", `No product has the handle ${handle}.`);
  if (sku !== "") return toRemark(row, headings.sku, "product_unknown", `No product has the SKU ${sku}.`);
  return toRemark(row, null, "product_missing", "Enter a handle or a SKU.");
}

/** Finds the variation of a line: by SKU, else by options, else the only one. */
function variationFinder(current: CurrentProduct) {
  const bySku = new Map(current.variations.map((variation) => [variation.sku, variation]));
  const byOptions = Map.groupBy(current.variations, ({ options }) =>
    optionKey(options.map((label) => label.toLowerCase())),
  );
  return ({ row, sku, options }: UpdateLine, { headings }: UpdateReading, problems: RowRemark[]) => {
    const known = sku === "" ? undefined : bySku.get(sku);
    if (known) return known;
    const alike = byOptions.get(optionKey(options)) ?? [];
    if (alike.length === 1 && sku === "") return alike[0];
    const bad = (column: string | null, code: string, message: string) =>
      void problems.push(toRemark(row, column, code, message)) as undefined;
    if (sku !== "")
      return bad(headings.sku, "variation_unknown", `"${current.name}" has no variation with the SKU ${sku}.`);
    if (options.length > 0)
      return bad(headings.option1, "variation_unknown", `"${current.name}" has no such variation.`);
    return bad(null, "variation_missing", `"${current.name}" has several variations: say which by its SKU.`);
  };
}

/** A key that is equal for the same labels in any order. */
const optionKey = (labels: readonly string[]) => [...labels].sort().join("\n");

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

/** Notes a compare-at price of the file, or of the variation, that is not above the price and so goes. 0 and the price say that. */
function noteCompareAt(line: UpdateLine, variation: CurrentVariation, { headings }: UpdateReading): RowRemark[] {
  const { row, price = variation.price_amount, compareAt } = line;
  const note = (column: string | null, message: string) => [toRemark(row, column, "compare_at_ignored", message)];
  if (compareAt && compareAt < price)
    return note(headings.compareAt, "The compare-at price is below the price. It was left out.");
  if (compareAt === undefined && variation.compare_at_amount !== null && variation.compare_at_amount <= price)
    return note(null, "The variation's compare-at price is not above the new price. It was removed.");
  return [];
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
