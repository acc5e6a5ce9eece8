import { orderMoves } from "#contract/order-moves.ts";
import type { OrderStatus } from "#contract/orders.ts";
import { takeFromGiftCardsAgain } from "#server/gift-cards/gift-cards.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { holdAgain, takeOffAgain } from "#server/stock/stock.ts";
import { countGoods, ofShelf } from "./fulfilling.ts";
import { newsOf, note, system } from "./moving.ts";
import { listLines, lockOrder, type OrderHead } from "./orders.sql.ts";
import { tryOut } from "./savepoint.sql.ts";
import { type Beside, keepUnits, packAgain, takeWish, wantUnits } from "./undoing.sql.ts";

/**
 * A provider declined a refund: whatever was decided together with it is set back, all or nothing, its credit note is
 * taken back, and the order says what to do. Nothing is set back when goods or gift card were spent meanwhile.
 */
export async function undoDeclined(house: House, tx: Tx, { orderId, key }: { orderId: string; key: string }) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const wish = await takeWish(tx, orderId, key);
  const isUndone =
    wish === undefined ||
    (await tryOut(
      tx,
      () => undo(house, tx, order, wish),
      (done) => done,
    ));
  await house.happenings.announce(tx, "orders.uncredited", { ...newsOf(order), cause: key });
  if (wish && isUndone) await countGoods(tx, order);
  const text = `${declined} ${isUndone ? whatToDo[wish?.kind ?? "amount"] : standsNow}`;
  await note(house, tx, order, system, { type: "refund_failed", text, isPublic: false });
}

const declined = "The payment provider declined the refund, and no money went back.";
const whatToDo: Record<Beside["kind"], string> = {
  amount: "Try again, or return the money another way.",
  cancelled: "The items are not cancelled after all. Try again, or ship them.",
  returned: "The items do not count as returned yet. Try again, or return the money another way.",
};
const standsNow = "What was decided with it stands, as its goods are spoken for. Refund the amount another way.";

async function undo(house: House, tx: Tx, order: OrderHead, wish: Beside): Promise<boolean> {
  if (wish.onCards > 0 && !(await takeFromGiftCardsAgain(tx, order.id, wish.onCards, house.now()))) return false;
  if (wish.kind === "cancelled") return wantAgain(house, tx, order, wish);
  if ((await keepUnits(tx, order.id, wish.items)) < wish.items.length) return false;
  if (wish.returnId) await packAgain(tx, wish.returnId);
  return takeOffAgain(house, tx, wish.shelved, `${order.id}:${wish.ref}`);
}

async function wantAgain(house: House, tx: Tx, order: OrderHead, { items, amount }: Beside): Promise<boolean> {
  const isOpen = (orderMoves.cancel.from as readonly OrderStatus[]).includes(order.status);
  if (!isOpen || (await wantUnits(tx, order.id, items, amount)) < items.length) return false;
  return holdAgain(house, tx, ofShelf(await listLines(tx, order.id), items));
}
