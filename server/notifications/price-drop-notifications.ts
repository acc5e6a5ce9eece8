import type { App } from "#server/platform/app.ts";
import { formatMoney } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { notify } from "./notifications.ts";

/** Notifies customers that a product on their wishlist costs less. */
export function notifyOnPriceDrop({ events }: App) {
  events.on("wishlist.price_dropped", (tx, { product: { id, slug, name, price }, cause, userIds }) =>
    notify(
      tx,
      userIds.map((userId) => ({
        userId,
        type: "price_drop" as const,
        title: say("Price drop: {name}", { name }),
        body: say("Now {price}", { price: formatMoney(price.amount, price.currency) }),
        link: `/details/${slug}`,
        dedupeKey: `price_drop:${id}:${cause}`,
      })),
    ),
  );
}
