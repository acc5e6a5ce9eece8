import type { ProductCard } from "#contract/catalogue/products.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { listProductCards } from "#server/catalogue/catalogue.ts";
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
