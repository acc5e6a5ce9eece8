import { orderMoves } from "#contract/orders/order-moves.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { takeFromGiftCardsAgain } from "#server/gift-cards/gift-cards.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { reserveLineUnitsAgain, undoRestock } from "#server/stock/stock.ts";
import { countGoods, ofShelf } from "#server/orders/fulfilment/fulfilment.ts";
import { setOff } from "#server/orders/ledger/units.sql.ts";
import { newsOf, note, system } from "#server/orders/status/transitions.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { tryOut } from "#server/orders/settlement/savepoint.sql.ts";
import { waitsForStock } from "#server/orders/settlement/order-stock.ts";
import { type Beside, keepUnits, packAgain, takeWish, wantUnits } from "./declined-refunds.sql.ts";
import { lastGivenUp, type WorthOfUnits } from "#server/orders/ledger/unit-values.ts";

/**
 * A provider declined a refund: whatever was decided together with it is set back, all or nothing, its credit note is
 * taken back, and the order says what to do. Nothing is set back when goods or gift card were spent meanwhile, or other
 * parts of it went: the credit note stands.
 */
export async function undoDeclined(
  app: App,
  tx: Tx,
  { orderId, key, isPart, amount }: { orderId: string; key: string; isPart: boolean; amount: number },
) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  if (isPart) {
    await app.events.emit(tx, "order.credit_unpaid", { ...newsOf(order), cause: key, amount });
    await note(app, tx, order, system, { type: "refund_failed", text: partDeclined, isPublic: false });
    return;
  }
  const wish = await takeWish(tx, orderId, key);
  const isUndone =
    wish === undefined ||
    (await tryOut(
      tx,
      () => undo(app, tx, order, wish),
      (done) => done,
    ));
  // Of a cancelled order nothing is owed after all, whatever became of its money.
  if (isUndone && order.status !== "cancelled")
    await app.events.emit(tx, "order.credit_reversed", { ...newsOf(order), cause: key });
  else await app.events.emit(tx, "order.credit_unpaid", { ...newsOf(order), cause: key, amount: null });
  if (wish && isUndone) await countGoods(tx, order);
  const text = `${declined} ${isUndone ? whatToDo[wish?.kind ?? "amount"] : standsNow}`;
  await note(app, tx, order, system, { type: "refund_failed", text, isPublic: false });
}

/** A bank sent back what was returned: the customer is still owed it. */
export async function stillOwed(
  app: App,
  tx: Tx,
  { orderId, key, amount }: { orderId: string; key: string; amount: number },
) {
  const order = await lockOrder(tx, orderId);
  if (order) await app.events.emit(tx, "order.credit_unpaid", { ...newsOf(order), cause: key, amount });
}

const declined = "The payment provider declined the refund, and no money went back.";
const whatToDo: Record<Beside["kind"], string> = {
  amount: "Try again, or return the money another way.",
  cancelled: "The items are not cancelled after all. Try again, or ship them.",
  returned: "The items do not count as returned yet. Try again, or return the money another way.",
};
const partDeclined =
  "The payment provider declined a part of the refund. What was decided with it stands. Refund that part another way.";
const standsNow = "What was decided with it stands, as its goods are spoken for. Refund the amount another way.";

async function undo(app: App, tx: Tx, order: OrderHead, wish: Beside): Promise<boolean> {
  if (wish.onCards > 0 && !(await takeFromGiftCardsAgain(tx, order.id, wish.onCards))) return false;
  const units = wish.units ?? lastGivenUp(await listLines(tx, order.id), wish.items);
  if (wish.kind === "cancelled") return wantAgain(app, tx, order, { wish, units });
  if ((await keepUnits(tx, order.id, units)) < wish.items.length) return false;
  if (wish.returnId) await packAgain(tx, wish.returnId);
  if (wish.setOff) await setOff(tx, order.id, -wish.setOff);
  return undoRestock(app, tx, wish.shelved, `${order.id}:${wish.ref}`);
}

async function wantAgain(
  app: App,
  tx: Tx,
  order: OrderHead,
  { wish: { items, amount }, units }: { wish: Beside; units: WorthOfUnits[] },
): Promise<boolean> {
  const isOpen = (orderMoves.cancel.from as readonly OrderStatus[]).includes(order.status);
  if (!isOpen || (await wantUnits(tx, order.id, { units, amount })) < items.length) return false;
  if (waitsForStock(order)) return true;
  // Read once the units count again: a line all of which was cancelled has no shelf.
  return reserveLineUnitsAgain(app, tx, ofShelf(await listLines(tx, order.id), items));
}
