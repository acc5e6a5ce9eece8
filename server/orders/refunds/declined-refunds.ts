import type { Money } from "#contract/money.ts";
import { orderTransitions } from "#contract/orders/order-transitions.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { takeFromGiftCardsAgain } from "#server/gift-cards/gift-cards.ts";
import { trackedUnits, updateFulfilmentStatus } from "#server/orders/fulfilment/fulfilment.ts";
import { insertEntries, reverseCredit } from "#server/orders/ledger/ledger.sql.ts";
import { restoreCancelledUnits, restoreReturnedUnits } from "#server/orders/ledger/units.sql.ts";
import { recordDeclined } from "#server/orders/order-changes.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { waitsForStock } from "#server/orders/settlement/order-stock.ts";
import { addTimelineEvent, orderEvent, system } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inSavepoint } from "#server/platform/database/transaction.ts";
import { reserveLineUnitsAgain, undoRestock } from "#server/stock/stock.ts";
import { deleteEffects, type RefundEffects, reopenReturn } from "./declined-refunds.sql.ts";

/** Takes back a refund that its provider declined, and records that as a change of its order. */
export const undoRefundEffects = (
  app: App,
  tx: Tx,
  { amount, ...refund }: { orderId: string; key: string; isPart: boolean; amount: Money },
) =>
  recordDeclined(app, tx, { id: refund.orderId, action: "order.refund_declined", amount }, () =>
    undoEffects(app, tx, refund),
  );

/**
 * Undoes all effects of a request whose refund was declined and reverses its credit, or none if the goods or the gift card
 * balance are used meanwhile or other parts were refunded: then the order is overpaid by the credit. A timeline event says
 * what to do.
 */
async function undoEffects(
  app: App,
  tx: Tx,
  { orderId, key, isPart }: { orderId: string; key: string; isPart: boolean },
) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  if (isPart)
    return void (await addTimelineEvent(app, tx, order, system, {
      type: "refund_failed",
      data: { is_part: true, left: null },
    }));
  const effects = await deleteEffects(tx, orderId, key);
  const isFullyReturned =
    effects === undefined ||
    (await inSavepoint(
      tx,
      () => undo(app, tx, order, effects),
      (done) => done,
    ));
  // Nothing is owed of a cancelled order.
  if (effects?.cause && isFullyReturned && order.status !== "cancelled")
    await undoCredit(app, tx, order, effects.cause);
  if (effects && isFullyReturned) await updateFulfilmentStatus(tx, order);
  const left = isFullyReturned ? (effects?.kind ?? "amount") : null;
  await addTimelineEvent(app, tx, order, system, { type: "refund_failed", data: { is_part: false, left } });
}

async function undoCredit(app: App, tx: Tx, order: OrderHead, cause: string) {
  await reverseCredit(tx, order.id, cause, { actor: system, at: app.now() });
  await app.events.emit(tx, "order.credit_reversed", { ...orderEvent(order), cause });
}

async function undo(app: App, tx: Tx, order: OrderHead, effects: RefundEffects): Promise<boolean> {
  if (effects.onCards > 0 && !(await spendGiftCardRefund(app, tx, order, effects.onCards))) return false;
  if (effects.kind === "cancelled") return restoreCancelledItems(app, tx, order, effects.items);
  if ((await restoreReturnedUnits(tx, order.id, effects.items)) < effects.items.length) return false;
  const { returnId } = effects;
  if (returnId)
    await recordDeclined(app, tx, { object: "return", id: returnId, action: "return.refund_declined" }, () =>
      reopenReturn(tx, returnId),
    );
  return undoRestock(app, tx, effects.restocked, `${order.id}:${effects.ref}`);
}

async function spendGiftCardRefund(app: App, tx: Tx, order: OrderHead, amount: number): Promise<boolean> {
  const spent = await takeFromGiftCardsAgain(tx, order.id, amount);
  if (!spent) return false;
  const cause = `gift_card_entry:${spent.entry}`;
  const entry = { kind: "gift_card_refund" as const, amount: -spent.amount, cause };
  await insertEntries(tx, order.id, [entry], { actor: system, at: app.now() });
  return true;
}

async function restoreCancelledItems(app: App, tx: Tx, order: OrderHead, items: RefundEffects["items"]) {
  const isOpen = (orderTransitions.cancel.from as readonly OrderStatus[]).includes(order.status);
  if (!isOpen || (await restoreCancelledUnits(tx, order.id, items)) < items.length) return false;
  if (waitsForStock(order)) return true;
  // Read after the units are restored: a fully cancelled line has no tracked units.
  return reserveLineUnitsAgain(app, tx, trackedUnits(await listLines(tx, order.id), items));
}
