import { orderMoves } from "#contract/orders/order-moves.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { takeFromGiftCardsAgain } from "#server/gift-cards/gift-cards.ts";
import { countGoods, ofShelf } from "#server/orders/fulfilment/fulfilment.ts";
import { insertEntries, reverseCredit } from "#server/orders/ledger/ledger.sql.ts";
import { restoreCancelledUnits, restoreReturnedUnits } from "#server/orders/ledger/units.sql.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { waitsForStock } from "#server/orders/settlement/order-stock.ts";
import { inSavepoint } from "#server/orders/settlement/savepoint.sql.ts";
import { newsOf, note, system } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { reserveLineUnitsAgain, undoRestock } from "#server/stock/stock.ts";
import { type RefundEffects, reopenReturn, takeEffects } from "./declined-refunds.sql.ts";

/**
 * Undoes what was decided together with a refund that its provider declined, all or nothing, and reverses its credit; the
 * order says what to do. Nothing is undone when goods or gift card were spent meanwhile, or other parts of the refund went:
 * the credit stands, so that the order is overpaid by it.
 */
export async function undoDeclined(
  app: App,
  tx: Tx,
  { orderId, key, isPart }: { orderId: string; key: string; isPart: boolean },
) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  if (isPart) return note(app, tx, order, system, { type: "refund_failed", text: partDeclined, isPublic: false });
  const effects = await takeEffects(tx, orderId, key);
  const isUndone =
    effects === undefined ||
    (await inSavepoint(
      tx,
      () => undo(app, tx, order, effects),
      (done) => done,
    ));
  // Of a cancelled order nothing is owed after all, whatever became of its money.
  if (effects?.cause && isUndone && order.status !== "cancelled") await undoCredit(app, tx, order, effects.cause);
  if (effects && isUndone) await countGoods(tx, order);
  const text = `${declined} ${isUndone ? whatToDo[effects?.kind ?? "amount"] : standsNow}`;
  await note(app, tx, order, system, { type: "refund_failed", text, isPublic: false });
}

async function undoCredit(app: App, tx: Tx, order: OrderHead, cause: string) {
  await reverseCredit(tx, order.id, cause, { actor: system, at: app.now() });
  await app.events.emit(tx, "order.credit_reversed", { ...newsOf(order), cause });
}

const declined = "The payment provider declined the refund, and no money went back.";
const whatToDo: Record<RefundEffects["kind"], string> = {
  amount: "Try again, or return the money another way.",
  cancelled: "The items are not cancelled after all. Try again, or ship them.",
  returned: "The items do not count as returned yet. Try again, or return the money another way.",
};
const partDeclined =
  "The payment provider declined a part of the refund. What was decided with it stands. Refund that part another way.";
const standsNow = "What was decided with it stands, as its goods are spoken for. Refund the amount another way.";

async function undo(app: App, tx: Tx, order: OrderHead, effects: RefundEffects): Promise<boolean> {
  if (effects.onCards > 0 && !(await takeFromCards(app, tx, order, effects.onCards))) return false;
  if (effects.kind === "cancelled") return restoreCancelled(app, tx, order, effects.items);
  if ((await restoreReturnedUnits(tx, order.id, effects.items)) < effects.items.length) return false;
  if (effects.returnId) await reopenReturn(tx, effects.returnId);
  return undoRestock(app, tx, effects.shelved, `${order.id}:${effects.ref}`);
}

async function takeFromCards(app: App, tx: Tx, order: OrderHead, amount: number): Promise<boolean> {
  const taken = await takeFromGiftCardsAgain(tx, order.id, amount);
  if (!taken) return false;
  const cause = `gift_card_entry:${taken.entry}`;
  const entry = { kind: "gift_card_refund" as const, amount: -taken.amount, cause };
  await insertEntries(tx, order.id, [entry], { actor: system, at: app.now() });
  return true;
}

async function restoreCancelled(app: App, tx: Tx, order: OrderHead, items: RefundEffects["items"]): Promise<boolean> {
  const isOpen = (orderMoves.cancel.from as readonly OrderStatus[]).includes(order.status);
  if (!isOpen || (await restoreCancelledUnits(tx, order.id, items)) < items.length) return false;
  if (waitsForStock(order)) return true;
  // Read once the units count again: a line all of which was cancelled has no shelf.
  return reserveLineUnitsAgain(app, tx, ofShelf(await listLines(tx, order.id), items));
}
