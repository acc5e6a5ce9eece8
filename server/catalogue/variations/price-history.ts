import type { FieldError } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { formatMoney, getSettings } from "#server/shop/shop.ts";
import { insertPrices, listPriorPrices, type PriceDrop, type PriorPrice } from "./price-history.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A price of these products is lower than before. */
    "prices.dropped": { drops: PriceDrop[] };
  }
}

export async function recordPrices({ events }: Pick<App, "events">, tx: Tx, variationIds: readonly number[]) {
  const drops = await insertPrices(tx, variationIds);
  if (drops.length > 0) await events.emit(tx, "prices.dropped", { drops });
}

/** The prior prices that compare-at prices of these variations must not exceed; empty if the shop does not check. */
export async function getPriorPrices(db: Db | Tx, variationIds: readonly number[]): Promise<Map<number, PriorPrice>> {
  if (variationIds.length === 0 || !(await getSettings(db)).price_check) return new Map();
  return listPriorPrices(db, variationIds);
}

/** Why a compare-at price is refused; undefined if it is not above the prior price. */
export function compareAtProblem(compareAt: number, prior: PriorPrice | undefined, currency: string) {
  if (prior === undefined || compareAt <= prior.amount) return undefined;
  const most = `The compare-at price can't be above ${formatMoney(prior.amount, currency)}`;
  return prior.isFirstCompareAt
    ? `${most}, as the variation was never sold for more.`
    : `${most}, the lowest price of the last 30 days.`;
}

interface CompareAtChange {
  /** Position of the variation in the form. */
  at: number;
  /** The variation, or the deleted one that it replaces. */
  id: number;
  compare_at_amount: number;
}

/** The changed compare-at prices of a form that are above the prior price, as errors of its fields. */
export async function checkCompareAtPrices(tx: Tx, changes: CompareAtChange[]): Promise<FieldError[]> {
  if (changes.length === 0) return [];
  const { currency } = await getSettings(tx);
  const prior = await getPriorPrices(tx, valuesOf(changes, "id"));
  return changes.flatMap(({ at, id, compare_at_amount }) => {
    const message = compareAtProblem(compare_at_amount, prior.get(id), currency);
    return message ? [{ field: `variations.${at}.compare_at_amount`, code: "above_prior_price", message }] : [];
  });
}
