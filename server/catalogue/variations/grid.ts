import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { GridChange, GridRow } from "#contract/catalogue/variation-grid.ts";
import { type FieldError, maxCounted, pageMeta } from "#contract/endpoint.ts";
import { deferRefresh } from "#server/catalogue/products/derived-columns.events.ts";
import { listProductsOfVariations } from "#server/catalogue/products/derived-columns.sql.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { incrementVersions } from "#server/catalogue/products/products.sql.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { setLowStockLevels, setOnHand } from "#server/stock/stock.ts";
import { countGridRows, listGridPage, listGridRows, type StoredGridRow, updateGridRows } from "./grid.sql.ts";
import { compareAtTooLow } from "./match-variations.ts";
import { compareAtProblem, getPriorPrices, recordPrices } from "./price-history.ts";
import { listTakenCodes } from "./variations.sql.ts";

/** Endpoints of the grid that edits many variations. */
export function variationGridRoutes(app: App) {
  const { db } = app;
  app.handle("GET /product/admin/variations", async ({ query }) => {
    const [rows, total] = await Promise.all([listGridPage(db, query, query), countGridRows(db, query, maxCounted + 1)]);
    return { data: rows.map(toGridRow), meta: pageMeta(query, total, maxCounted) };
  });
  app.write(
    "PUT /product/admin/variations",
    async (tx, { body: { changes } }, call) => {
      const ids = await listProductsOfVariations(tx, valuesOf(changes, "variation_id"));
      const saved = () => saveGrid(app, tx, changes, userId(call.caller));
      const keepsQuantities = !changes.some(changesStock);
      return app.changes(tx, { object: "product", ids, action: "PUT /product/:id", keepsQuantities }, call, saved);
    },
    { recordsItself: true },
  );
}

const changesStock = ({ on_hand, on_hand_was, low_stock_level }: GridChange) =>
  (on_hand !== undefined && on_hand !== on_hand_was) || low_stock_level !== undefined;

/** Saves all changes or none. Throws `stale` with the current rows, or `bad_input` with the errors of single fields. */
async function saveGrid(app: App, tx: Tx, changes: GridChange[], actorId: number): Promise<GridRow[]> {
  const ids = changes.map(({ variation_id }) => variation_id);
  const before = new Map((await listGridRows(tx, ids)).map((row) => [row.variation_id, row]));
  if (changes.some(({ variation_id, version }) => before.get(variation_id)?.version !== version))
    throw new Problem("stale", { details: { current: [...before.values()].map(toGridRow) } });
  const after = changes.flatMap((change) => mergeChange(before.get(change.variation_id), change));
  const errors = await findErrors(tx, before, after);
  if (errors.length > 0) throw new Problem("bad_input", { errors });
  const changed = after.filter((row) => !isDeepStrictEqual(row, before.get(row.variation_id)));
  const isChanged = new Set(valuesOf(changed, "variation_id"));
  const sent = changes.filter(({ variation_id }) => isChanged.has(variation_id));
  await writeRows(app, tx, changed, sent, actorId);
  return (await listGridRows(tx, ids)).map(toGridRow);
}

/** Writes rows that have changed, and what follows from them. */
async function writeRows(app: App, tx: Tx, rows: StoredGridRow[], changes: GridChange[], actorId: number) {
  const productIds = [...new Set(valuesOf(rows, "product_id"))];
  for (const id of productIds) deferRefresh(tx, id);
  await updateGridRows(tx, rows);
  await incrementVersions(tx, productIds);
  await recordPrices(app, tx, valuesOf(rows, "variation_id"));
  const counts = changes.flatMap(({ variation_id, on_hand, on_hand_was }) =>
    on_hand === undefined || on_hand === on_hand_was
      ? []
      : [{ variation_id, on_hand, ...(on_hand_was === undefined ? {} : { on_hand_was }) }],
  );
  await setOnHand(app, tx, counts, { reason: "adjust", ref: `grid:${randomUUID()}`, actorId });
  const lowLevels = changes.flatMap(({ variation_id, low_stock_level }) =>
    low_stock_level === undefined ? [] : [{ variation_id, low_stock_level }],
  );
  await setLowStockLevels(tx, lowLevels);
  await refreshProducts(tx, productIds);
}

const toGridRow = ({ reserved: _reserved, ...row }: StoredGridRow): GridRow => row;

function mergeChange(row: StoredGridRow | undefined, change: GridChange): StoredGridRow[] {
  if (!row) return [];
  const { sku = row.sku, price_amount = row.price_amount, compare_at_amount = row.compare_at_amount } = change;
  const { on_hand = row.on_hand, on_hand_was = row.on_hand, low_stock_level = row.low_stock_level } = change;
  const { measure = row.measure } = change;
  const fields = { sku: sku || null, price_amount, compare_at_amount, measure, low_stock_level };
  return [{ ...row, ...fields, on_hand: row.on_hand + on_hand - on_hand_was }];
}

async function findErrors(tx: Tx, before: Map<number, StoredGridRow>, after: StoredGridRow[]): Promise<FieldError[]> {
  const skus = after.flatMap(({ sku }) => sku ?? []);
  const ours = after.map(({ variation_id }) => variation_id);
  const taken = new Set((await listTakenCodes(tx, { skus, barcodes: [], ours })).map(({ sku }) => sku));
  const prior = await getPriorPrices(tx, ours);
  return after.flatMap((row, at) => {
    const error = (field: string, code: string, message: string) => ({
      field: `changes.${at}.${field}`,
      code,
      message,
    });
    const { sku, price_amount, compare_at_amount: compareAt, variation_id, currency } = row;
    const errors: FieldError[] = [];
    if (sku !== null && (taken.has(sku) || skus.filter((one) => one === sku).length > 1))
      errors.push(error("sku", "taken", `The SKU ${sku} is used by another variation.`));
    if (compareAt !== null && compareAt <= price_amount)
      errors.push(error("compare_at_amount", "too_low", compareAtTooLow));
    else if (compareAt !== null && compareAt !== before.get(variation_id)?.compare_at_amount) {
      const message = compareAtProblem(compareAt, prior.get(variation_id), currency);
      if (message) errors.push(error("compare_at_amount", "above_prior_price", message));
    }
    if (row.on_hand < row.reserved)
      errors.push(error("on_hand", "reserved", `${row.reserved} are reserved for orders.`));
    return errors;
  });
}
