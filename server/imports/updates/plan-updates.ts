import { type CurrentVariation, listCurrentProducts, slugify } from "#server/catalogue/catalogue.ts";
import type { Row } from "#server/imports/files/csv.ts";
import { groupRows } from "#server/imports/files/group-rows.ts";
import type { OpenedProducts } from "#server/imports/formats/open-product-table.ts";
import { type CellReader, cellReader } from "#server/imports/products/product-cells.ts";
import type { ProductColumns } from "#server/imports/products/product-columns.ts";
import type { ProductDraft, VariationDraft } from "#server/imports/products/product-draft.ts";
import type {
  CurrentProduct,
  PlannedProduct,
  ProductPlan,
  VariationMatch,
} from "#server/imports/products/product-plan.ts";
import { optionSlots, readQuantity } from "#server/imports/products/read-variation.ts";
import { listChanged } from "#server/imports/remarks.ts";
import type { Db } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";

const batchSize = 100;
const lookupSize = 1000;

/**
 * Plans the update of prices and stock in batches, by SKU or handle. Nothing is created, and what the file has no
 * column for stays. Products whose rows end at row `after` or before are left out.
 */
export async function* planUpdates(
  db: Db,
  { columns, rows }: OpenedProducts,
  after: number,
): AsyncGenerator<PlannedProduct[]> {
  const { currency } = await getSettings(db);
  const slugs = await listSlugsBySku(db, columns, rows);
  const keyOf = (row: Row) => productKey(row, columns, slugs);
  let batch: Row[][] = [];
  const flush = () => planBatch(db, batch, { columns, currency, keyOf });
  for await (const group of groupRows(rows, keyOf)) {
    if ((group.at(-1)?.row ?? 0) <= after) continue;
    batch.push(group);
    if (batch.length < batchSize) continue;
    yield flush();
    batch = [];
  }
  if (batch.length > 0) yield flush();
}

/** The slug of the product a row is about: by its handle, else by its SKU. */
function productKey(row: Row, columns: ProductColumns, slugs: ReadonlyMap<string, string>): string {
  const handle = slugify(columns.cell(row.cells, "handle"));
  return handle || (slugs.get(skuOf(row, columns)) ?? "");
}

const skuOf = (row: Row, columns: ProductColumns) => columns.cell(row.cells, "sku").replace(/^'/, "");

async function listSlugsBySku(db: Db, columns: ProductColumns, rows: () => AsyncIterable<Row>) {
  const slugs = new Map<string, string>();
  const find = async (skus: string[]) => {
    for (const { slug, variations } of await listCurrentProducts(db, { slugs: [], skus, barcodes: [] }))
      for (const { sku } of variations) if (sku !== null) slugs.set(sku, slug);
  };
  let skus: string[] = [];
  for await (const row of rows()) {
    if (columns.cell(row.cells, "handle") === "") skus.push(skuOf(row, columns));
    if (skus.length < lookupSize) continue;
    await find(skus);
    skus = [];
  }
  if (skus.length > 0) await find(skus);
  return slugs;
}

interface Reading {
  columns: ProductColumns;
  currency: string;
  keyOf: (row: Row) => string;
}

async function planBatch(db: Db, groups: Row[][], { columns, currency, keyOf }: Reading): Promise<PlannedProduct[]> {
  const slugs = groups.flatMap(([first]) => (first ? keyOf(first) : []));
  const products = await listCurrentProducts(db, { slugs, skus: [], barcodes: [] });
  const bySlug = new Map(
    products.map((product) => [product.slug, { ...product, sources: [], failedSources: [], ownPaths: [] }]),
  );
  return groups.map((rows) => {
    const [first] = rows as [Row, ...Row[]];
    const cells = cellReader(columns, currency);
    const current = bySlug.get(keyOf(first));
    if (!current) for (const row of rows) reportUnknown(row, cells);
    const plan = current && planProductUpdate(rows, current, cells, columns);
    const { errors, notes } = cells;
    return { rows, notes, plan: errors.length > 0 || !plan ? { kind: "error", errors } : plan };
  });
}

function planProductUpdate(
  rows: Row[],
  current: CurrentProduct,
  cells: CellReader,
  columns: ProductColumns,
): ProductPlan {
  const [first] = rows as [Row, ...Row[]];
  const drafts = new Map<CurrentVariation, VariationDraft>();
  for (const row of rows) {
    const variation = findVariation(row, current, cells, columns);
    if (!variation) continue;
    const draft = drafts.get(variation);
    const read = readUpdate(row, variation, cells);
    // A stock file has a row for each location.
    drafts.set(variation, draft ? { ...draft, ...addQuantities(draft, read) } : read);
  }
  const pairs = [...drafts].map(([variation, draft]): VariationMatch => ({ draft, current: variation }));
  const changed = pairs.filter((pair) => listChangedFields(pair).length > 0);
  if (changed.length === 0) return { kind: "skip", current };
  const draft: ProductDraft = {
    first,
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

function reportUnknown(row: Row, cells: CellReader) {
  const handle = cells.text(row, "handle");
  const sku = cells.text(row, "sku");
  if (handle !== "") cells.bad(row, "handle", "product_unknown", `No product has the handle ${handle}.`);
  else if (sku !== "") cells.bad(row, "sku", "product_unknown", `No product has the SKU ${sku}.`);
  else cells.bad(row, null, "product_missing", "Enter a handle or a SKU.");
}

/** By SKU, else by options, else the only variation. */
function findVariation(row: Row, current: CurrentProduct, cells: CellReader, columns: ProductColumns) {
  const sku = skuOf(row, columns);
  const bySku = sku === "" ? undefined : current.variations.find((variation) => variation.sku === sku);
  if (bySku) return bySku;
  const options = optionSlots
    .map((slot) => columns.cell(row.cells, slot).toLowerCase())
    .filter((label) => label !== "" && label !== "default title");
  const alike = current.variations.filter(
    (variation) =>
      options.length === variation.options.length &&
      variation.options.every((label) => options.includes(label.toLowerCase())),
  );
  if (alike.length === 1 && sku === "") return alike[0];
  if (sku !== "") cells.bad(row, "sku", "variation_unknown", `"${current.name}" has no variation with the SKU ${sku}.`);
  else if (options.length > 0)
    cells.bad(row, "option1", "variation_unknown", `"${current.name}" has no such variation.`);
  else cells.bad(row, null, "variation_missing", `"${current.name}" has several variations: say which by its SKU.`);
  return undefined;
}

/** The row as a draft of the variation; what it leaves empty is as before. */
function readUpdate(row: Row, variation: CurrentVariation, cells: CellReader): VariationDraft {
  const price = cells.price(row, "price") ?? variation.price_amount;
  const compareAt = cells.price(row, "compareAt");
  const cost = cells.price(row, "cost");
  // Shopify writes "not stocked" for a location that does not hold an item.
  const isStocked = cells.text(row, "quantity").toLowerCase() !== "not stocked";
  const quantity = isStocked ? readQuantity(row, cells) : undefined;
  return {
    row,
    options: variation.options,
    price_amount: price,
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
    price: price_amount !== current?.price_amount,
    "compare-at price": compareAt !== undefined && compareAt !== current?.compare_at_amount,
    cost: cost !== undefined && cost !== current?.cost_amount,
    stock: on_hand !== undefined && on_hand !== current?.on_hand,
  });
}
