import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { formatMoney } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { notify } from "./notifications.ts";

/** Notifies customers that a variation is back in stock; visitors without an account get an email only. */
export function notifyOnBackInStock({ events }: App) {
  events.on("stock.replenished", async (tx, { waiting }) => {
    const sold = await getVariationsForSale(tx, [...new Set(waiting.map((one) => one.variation_id))]);
    const notifications = waiting.flatMap(({ id, variation_id, user_id: userId }) => {
      const variation = sold.get(variation_id);
      if (userId === null || !variation?.for_sale) return [];
      const options = variation.options.map((option) => option.value).join(", ");
      return [
        {
          userId,
          type: "back_in_stock" as const,
          title: text("{name} is back in stock"),
          body: options || null,
          values: { name: variation.name },
          link: `/details/${variation.slug}?variation=${variation_id}`,
          dedupeKey: `back_in_stock:${id}`,
        },
      ];
    });
    await notify(tx, notifications);
  });
}

/** Notifies customers that a product on their wishlist costs less. */
export function notifyOnPriceDrop({ events }: App) {
  events.on("wishlist.price_dropped", (tx, { product: { id, slug, name, price }, cause, userIds }) =>
    notify(
      tx,
      userIds.map((userId) => ({
        userId,
        type: "price_drop" as const,
        title: text("Price drop: {name}"),
        body: text("Now {price}"),
        values: { name, price: formatMoney(price.amount, price.currency) },
        link: `/details/${slug}`,
        dedupeKey: `price_drop:${id}:${cause}`,
      })),
    ),
  );
}
