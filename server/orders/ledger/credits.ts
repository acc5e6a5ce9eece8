import type { LineRow } from "#server/orders/line-row.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { orderEvent } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { creditEntries, insertEntries, nextCause, sumDeliveryCredits, sumLineCredits } from "./ledger.sql.ts";
import type { UnitValues } from "./unit-values.ts";

interface CreditRequest {
  /** Identifies the request: credited once, unless the credit was reversed. */
  key: string;
  reason: string;
  actor: Actor;
  units?: UnitValues | undefined;
  /** In minor units; less than the value of the units if part of it was credited before. */
  amount: number;
}

/** Credits part of a locked order and emits `order.credited`. Returns the cause of the entries; null if credited before. */
export async function creditOrder(
  app: App,
  tx: Tx,
  order: OrderHead,
  { key, reason, actor, units = { units: [], amount: 0 }, amount }: CreditRequest,
): Promise<string | null> {
  const cause = await nextCause(tx, order.id, key);
  if (cause === undefined) return null;
  await insertEntries(tx, order.id, creditEntries(cause, units.units, amount), { actor, at: app.now() });
  if (amount > 0) {
    const isShare = units.units.length > 0 && units.amount === amount;
    const what = isShare ? { kind: "units" as const, ...units } : { kind: "amount" as const, amount };
    await app.events.emit(tx, "order.credited", { ...orderEvent(order), credit: { cause, reason, what } });
  }
  return cause;
}

/** What an order charges for its delivery, with tax, less what its returns have credited of it, in minor units. */
export async function remainingDelivery(
  tx: Tx,
  { id, total_amount: total }: Pick<OrderHead, "id" | "total_amount">,
  lines: Pick<LineRow, "total_amount">[],
): Promise<number> {
  const charged = lines.reduce((rest, line) => rest - line.total_amount, total);
  return charged - (await sumDeliveryCredits(tx, id));
}

/** Credits the rest of an order that ends; returns the amount. */
export async function creditRest(app: App, tx: Tx, order: OrderHead, actor: Actor): Promise<number> {
  const cause = `ended:${order.version}`;
  const amount = order.total_amount - order.credited_amount;
  const entries = [
    { kind: "credit" as const, amount, cause },
    { kind: "adjustment" as const, amount: -order.adjusted_amount, cause },
  ];
  await insertEntries(tx, order.id, entries, { actor, at: app.now() });
  return amount;
}

/** Reverses the credit of a reopened order, except for cancelled units and refunded gift cards. */
export async function chargeAgain(app: App, tx: Tx, order: OrderHead, actor: Actor) {
  const remaining = (await sumLineCredits(tx, order.id)) + order.gift_card_refunded_amount;
  const entry = { amount: remaining - order.credited_amount, cause: `reopened:${order.version}` };
  await insertEntries(tx, order.id, [{ kind: "credit", ...entry }], { actor, at: app.now() });
}
