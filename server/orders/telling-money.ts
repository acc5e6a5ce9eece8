import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { newsOf } from "./moving.ts";
import { lockOrder, type OrderHead } from "./orders.sql.ts";
import { findWish } from "./undoing.sql.ts";

/** Tells the customer that money was sent back, and what went back on gift cards with it. */
export async function tellSentBack(
  house: House,
  tx: Tx,
  { orderId, cause, key, amount }: { orderId: string; cause: string; key: string | null; amount: number },
) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const { currency } = order;
  await house.happenings.announce(tx, "orders.refunded", { ...newsOf(order), cause, amount, currency, onCards: false });
  const onCards = key === null ? 0 : ((await findWish(tx, orderId, key))?.onCards ?? 0);
  if (key !== null && onCards > 0) await tellOnCards(house, tx, order, { key, amount: onCards });
}

/** Tells the customer what went back on their gift cards for a wish. */
export const tellOnCards = (
  house: House,
  tx: Tx,
  order: OrderHead,
  { key, amount }: { key: string; amount: number },
): Promise<void> =>
  house.happenings.announce(tx, "orders.refunded", {
    ...newsOf(order),
    cause: `cards:${key}`,
    amount,
    currency: order.currency,
    onCards: true,
  });
