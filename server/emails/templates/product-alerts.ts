import type { ProductCard } from "#contract/catalogue/products.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { getVariationsForSale, listProductCards, type SaleVariation } from "#server/catalogue/catalogue.ts";
import { button, note } from "#server/emails/layout.ts";
import { wantsEmail } from "#server/notifications/notifications.ts";
import { formatMoney } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/** The price-drop email; undefined if the price has gone up again or the customer has opted out. */
export async function priceDropEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, user_id: userId, facts } = waiting;
  if (template !== "price_drop" || userId === null) return undefined;
  if (!(await wantsEmail(app.db, userId, "price_drops"))) return undefined;
  const { email: to } = await getProfile(app.db, userId);
  const [card] = await listProductCards(app.db, [Number(facts.product_id)]);
  if (!to || !card || card.price.amount > Number(facts.price)) return undefined;
  return { to, ...writePriceDrop(card, base) };
}

export function writePriceDrop(card: ProductCard, base: string): Omit<ComposedEmail, "to"> {
  const { name } = card;
  const price = formatMoney(card.price.amount, card.price.currency);
  return {
    values: { product: name, price },
    content: {
      subject: say("Price drop: {name}", { name }),
      preview: say("Now {price}", { price }),
      heading: say("Price drop"),
      intro: say("{name} from your wishlist now costs {price}.", { name, price }),
      parts: [
        button(say("View product"), `${base}/details/${card.slug}`),
        note(say("You can turn off these emails in your profile.")),
      ],
    },
  };
}

/** The back-in-stock email; undefined if the variation is not for sale any more or the customer has opted out. */
export async function backInStockEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, recipient, user_id: userId, facts } = waiting;
  if (template !== "back_in_stock") return undefined;
  if (userId !== null && !(await wantsEmail(app.db, userId, "back_in_stock"))) return undefined;
  const to = userId === null ? recipient : (await getProfile(app.db, userId)).email;
  const id = Number(facts.variation_id);
  const variation = (await getVariationsForSale(app.db, [id])).get(id);
  if (!to || !variation?.for_sale) return undefined;
  return { to, ...writeBackInStock(variation, base) };
}

export function writeBackInStock(variation: SaleVariation, base: string): Omit<ComposedEmail, "to"> {
  const name = [variation.name, ...variation.options.map(({ value }) => value)].join(", ");
  return {
    values: { product: name },
    content: {
      subject: say("{name} is back in stock", { name: variation.name }),
      preview: say("The item you wanted is back in stock."),
      heading: say("Back in stock"),
      intro: say("{name} is back in stock. You asked us to email you once when it's available.", { name }),
      parts: [
        button(say("View product"), `${base}/details/${variation.slug}?variation=${variation.variation_id}`),
        note(say("Stock is limited, and this item isn't reserved for you.")),
      ],
    },
  };
}
