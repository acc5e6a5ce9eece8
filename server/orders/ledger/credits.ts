import type { OrderHead } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { newsOf } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { creditEntries, insertEntries, nextCause, sumLineCredits } from "./ledger.sql.ts";
import type { UnitValues } from "./unit-values.ts";

interface Credited {
  /** Names the request; while its credit stands nothing is credited again under it. */
  key: string;
  reason: string;
  actor: Actor;
  /** Units that were cancelled or returned. */
  units?: UnitValues | undefined;
  /** What is owed no more, in minor units: less than the units are worth where some of it had been credited before. */
  amount: number;
}

/** Writes what of a locked order is owed no more, and emits it for its credit note. Answers the cause of the entries. */
export async function creditOrder(
  app: App,
  tx: Tx,
  order: OrderHead,
  { key, reason, actor, units = { units: [], amount: 0 }, amount }: Credited,
): Promise<string | null> {
  const cause = await nextCause(tx, order.id, key);
  if (cause === undefined) return null;
  await insertEntries(tx, order.id, creditEntries(cause, units.units, amount), { actor, at: app.now() });
  if (amount > 0) {
    const isShare = units.units.length > 0 && units.amount === amount;
    const what = isShare ? { kind: "units" as const, ...units } : { kind: "amount" as const, amount };
    await app.events.emit(tx, "order.credited", { ...newsOf(order), credit: { cause, reason, what } });
  }
  return cause;
}

/** Credits all that is left of the charges of an order that ends; answers how much that is. */
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

/**
 * Charges an order again that had ended: all is owed but the units that were cancelled before, and what its gift cards had
 * paid as long as that is not taken from them again.
 */
export async function chargeAgain(app: App, tx: Tx, order: OrderHead, actor: Actor) {
  const stays = (await sumLineCredits(tx, order.id)) + order.gift_card_refunded_amount;
  const entry = { kind: "credit" as const, amount: stays - order.credited_amount, cause: `reopened:${order.version}` };
  await insertEntries(tx, order.id, [entry], { actor, at: app.now() });
}
