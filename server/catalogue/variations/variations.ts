import type { VariationForm } from "#contract/catalogue/product-form.ts";
import type { FieldError } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { createLevels, getLevels, setLowStockLevels, setOnHand } from "#server/stock/stock.ts";
import { matchVariations, type VariationPlan } from "./match-variations.ts";
import { listDeletedTwins } from "./price-history.sql.ts";
import { checkCompareAtPrices, recordPrices } from "./price-history.ts";
import * as rows from "./variations.sql.ts";

interface Saving {
  productId: number;
  forms: VariationForm[];
  /** Deletes variations that are not sent. */
  replace: boolean;
  actorId: number | null;
  /** Whether compare-at prices above the prior price are refused or returned as warnings. */
  priceCheck: "refuse" | "warn";
  /** Identifies this save, so that its stock movements are recorded once. */
  ref: string;
}
type SavedRow = rows.VariationRow & { id: number };

/** Whether saving these forms changes a stock level that orders may lock, or its level of low stock. */
export async function changesStock(tx: Tx, forms: readonly VariationForm[]): Promise<boolean> {
  if (forms.some(({ on_hand, on_hand_was }) => on_hand !== undefined && on_hand !== on_hand_was)) return true;
  // One without an id may be of a variation with the same options.
  if (forms.some(({ id, low_stock_level }) => id === undefined && low_stock_level !== undefined)) return true;
  const known = forms.flatMap(({ id, low_stock_level }) =>
    id === undefined || low_stock_level === undefined ? [] : [{ id, low_stock_level }],
  );
  const levels = await getLevels(tx, valuesOf(known, "id"));
  return known.some(({ id, low_stock_level }) => levels.get(id)?.low_stock_level !== low_stock_level);
}

/** Saves the variations of a locked product with options, prices and units on hand. Returns price warnings. */
export async function saveVariations(
  app: Pick<App, "events">,
  tx: Tx,
  { productId, forms, replace, actorId, priceCheck, ref }: Saving,
): Promise<FieldError[]> {
  const existing = await rows.listVariations(tx, productId);
  const valueIds = [...forms, ...existing].flatMap(({ option_value_ids }) => option_value_ids);
  const choices = await rows.getOptionChoices(tx, valueIds);
  const plan = matchVariations({ existing, forms, choices, replace });
  await checkCodes(tx, plan);
  const warnings = await checkCompareAtPrices(tx, await compareAtChanges(tx, productId, plan, existing));
  if (warnings.length > 0 && priceCheck === "refuse") throw new Problem("bad_input", { errors: warnings });
  const saved = await writeVariationRows(tx, productId, plan, existing);
  await rows.writeVariationOptions(tx, productId, {
    pairs: variationOptions(saved, forms, plan, choices),
    groupIds: plan.groupIds,
  });
  await recordPrices(app, tx, valuesOf(saved, "id"));
  const counts = saved.flatMap(({ id }, at) => {
    const { on_hand, on_hand_was } = forms[at] ?? {};
    return on_hand === undefined || on_hand === on_hand_was ? [] : [{ variation_id: id, on_hand, on_hand_was }];
  });
  const lowLevels = saved.flatMap(({ id }, at) => {
    const { low_stock_level } = forms[at] ?? {};
    return low_stock_level === undefined ? [] : [{ variation_id: id, low_stock_level }];
  });
  // Writing counts creates theirs.
  const counted = new Set(valuesOf(counts, "variation_id"));
  const uncounted = valuesOf(saved, "id").filter((id) => !counted.has(id));
  if (uncounted.length > 0) await createLevels(tx, uncounted);
  await setLowStockLevels(tx, lowLevels);
  await setOnHand(app, tx, counts, { reason: existing.length === 0 ? "receipt" : "adjust", ref, actorId });
  return warnings;
}

/** The compare-at prices that are set or changed; new variations have the history of deleted ones that they replace. */
async function compareAtChanges(
  tx: Tx,
  productId: number,
  { sent }: VariationPlan,
  existing: rows.ExistingVariation[],
) {
  const before = new Map(existing.map(({ id, compare_at_amount }) => [id, compare_at_amount]));
  const changed = sent.flatMap(({ id, option_key, compare_at_amount }, at) =>
    compare_at_amount === null || (id !== null && compare_at_amount === before.get(id))
      ? []
      : [{ at, id, option_key, compare_at_amount }],
  );
  const newKeys = changed.filter(({ id }) => id === null).map(({ option_key }) => option_key);
  const twins = newKeys.length > 0 ? await listDeletedTwins(tx, productId, newKeys) : new Map<string, number>();
  return changed.flatMap(({ id: known, option_key, ...change }) => {
    const id = known ?? twins.get(option_key);
    return id === undefined ? [] : [{ ...change, id }];
  });
}

/** Deletes a variation of a locked product. Throws `last_variation`. */
export async function deleteVariationOf(tx: Tx, productId: number, id: number) {
  const variations = await rows.listVariations(tx, productId);
  const deleted = assertFound(variations.find((variation) => variation.id === id));
  if (variations.length === 1) throw new Problem("last_variation");
  await rows.deleteVariationRows(tx, [deleted.id]);
}

async function writeVariationRows(
  tx: Tx,
  productId: number,
  { sent, removed }: VariationPlan,
  existing: rows.ExistingVariation[],
): Promise<SavedRow[]> {
  if (removed.length > 0) await rows.deleteVariationRows(tx, valuesOf(removed, "id"));
  const before = new Map(existing.map((variation) => [variation.id, variation]));
  const known = sent.filter((row): row is SavedRow => row.id !== null);
  const moving = known.filter((row) => {
    const was = before.get(row.id);
    return was?.option_key !== row.option_key || was.sku !== row.sku || was.barcode !== row.barcode;
  });
  if (moving.length > 0) await rows.clearUniqueColumns(tx, valuesOf(moving, "id"));
  if (known.length > 0) await rows.updateVariationRows(tx, known);
  const fresh = sent.filter(({ id }) => id === null);
  const inserted = fresh.length > 0 ? await rows.insertVariationRows(tx, productId, fresh) : new Map<string, number>();
  return sent.map((row) => ({ ...row, id: row.id ?? assertFound(inserted.get(row.option_key)) }));
}

function variationOptions(
  saved: SavedRow[],
  forms: VariationForm[],
  { unchanged }: VariationPlan,
  choices: Map<number, rows.OptionChoice>,
) {
  const all = [
    ...saved.map(({ id }, at) => ({ id, values: forms[at]?.option_value_ids ?? [] })),
    ...unchanged.map(({ id, option_value_ids }) => ({ id, values: option_value_ids })),
  ];
  return all.flatMap(({ id, values }) =>
    values.flatMap((value) => {
      const choice = choices.get(value);
      return choice ? [{ variation_id: id, choice }] : [];
    }),
  );
}

/** SKUs and barcodes are unique in the shop. Throws `sku_taken`. */
async function checkCodes(tx: Tx, { sent, unchanged }: VariationPlan) {
  const skus = sent.flatMap(({ sku }) => sku ?? []);
  const barcodes = sent.flatMap(({ barcode }) => barcode ?? []);
  if (skus.length + barcodes.length === 0) return;
  const ours = sent.flatMap(({ id }) => id ?? []);
  const taken = [...unchanged, ...(await rows.listTakenCodes(tx, { skus, barcodes, ours }))];
  const errors = [
    ...codeErrors("sku", sent, new Set(taken.map(({ sku }) => sku))),
    ...codeErrors("barcode", sent, new Set(taken.map(({ barcode }) => barcode))),
  ];
  if (errors.length > 0) throw new Problem("sku_taken", { message: errors[0]?.message ?? "", errors });
}

const codeNames = { sku: "SKU", barcode: "barcode" } as const;

const codeErrors = (kind: "sku" | "barcode", sent: rows.VariationRow[], taken: Set<string | null>): FieldError[] =>
  sent.flatMap((row, at) => {
    const code = row[kind];
    if (code === null) return [];
    const twice = sent.findIndex((other) => other[kind] === code) !== at;
    const message = `The ${codeNames[kind]} ${code} is used by another variation.`;
    return twice || taken.has(code) ? [{ field: `variations.${at}.${kind}`, code: "taken", message }] : [];
  });
