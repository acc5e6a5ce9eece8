import type { PricePerMeasure } from "#contract/catalogue/measures.ts";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { Money } from "#contract/money.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { getVariationsForSale, listProductCards, type SaleVariation } from "#server/catalogue/catalogue.ts";
import { button, inlineLink, note, paragraph } from "#server/emails/layout.ts";
import { priceDropFact } from "#server/emails/outbox.sql.ts";
import { wantsEmail } from "#server/notifications/notifications.ts";
import type { App } from "#server/platform/app.ts";
import { formatMoney } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { unitPriceText } from "#words/unit-prices.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/** The email about price drops; undefined if all prices have gone up again or the customer has opted out. */
export async function priceDropEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, user_id: userId, facts } = waiting;
  if (template !== "price_drop" || userId === null) return undefined;
  if (!(await wantsEmail(app.db, userId, "price_drops"))) return undefined;
  const to = await findConfirmedAddress(app, userId);
  const prices = new Map(
    Object.entries(facts).flatMap(([fact, price]) =>
      fact.startsWith(priceDropFact) ? [[Number(fact.slice(priceDropFact.length)), Number(price)] as const] : [],
    ),
  );
  const cards = await listProductCards(app.db, [...prices.keys()]);
  const reduced = cards.filter(({ id, price }) => price.amount <= (prices.get(id) ?? 0));
  if (!to || reduced.length === 0) return undefined;
  return { to, ...writePriceDrop(reduced, base), canUnsubscribe: true };
}

/** The address of an account, if it is confirmed: others might belong to somebody who has never been here. */
async function findConfirmedAddress({ db }: Pick<App, "db">, userId: number) {
  const { email, email_verified } = await getProfile(db, userId);
  return email_verified ? email : null;
}

/** "€12.00 (€16.00 per l)": what offers goods says their unit price too. */
function withUnitPrice(price: Money, perMeasure: PricePerMeasure | null): string {
  const text = formatMoney(price.amount, price.currency);
  if (!perMeasure) return text;
  return `${text} (${unitPriceText(formatMoney(perMeasure.amount, perMeasure.currency), perMeasure.base)})`;
}

const maxListed = 20;

export function writePriceDrop(cards: readonly ProductCard[], base: string): Omit<ComposedEmail, "to"> {
  const drops = cards.map(({ name, slug, price, price_per_measure: perMeasure }) => ({
    name,
    price: withUnitPrice(price, perMeasure),
    link: `${base}/details/${slug}`,
  }));
  const values = {
    product: drops.map(({ name }) => name).join(", "),
    price: drops.map(({ price }) => price).join(", "),
  };
  const [first] = drops;
  if (first && drops.length === 1)
    return {
      values,
      content: {
        subject: say("Price drop: {name}", { name: first.name }),
        preview: say("Now {price}", { price: first.price }),
        heading: say("Price drop"),
        intro: say("{name} from your wishlist now costs {price}.", { name: first.name, price: first.price }),
        parts: [button(say("View product"), first.link)],
      },
    };
  return {
    values,
    content: {
      subject: say("Price drops on your wishlist"),
      preview: say("{n} products now cost less.", { n: String(drops.length) }),
      heading: say("Price drops"),
      intro: say("These products from your wishlist now cost less."),
      parts: [
        ...drops.slice(0, maxListed).map(({ name, price, link }) => paragraph(inlineLink(name, link), ` ${price}`)),
        button(say("View wishlist"), `${base}/account/wishlist`),
      ],
    },
  };
}

/** The back-in-stock email; undefined if the variation is not for sale any more or the customer has opted out. */
export async function backInStockEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, recipient, user_id: userId, facts } = waiting;
  if (template !== "back_in_stock") return undefined;
  if (userId !== null && !(await wantsEmail(app.db, userId, "back_in_stock"))) return undefined;
  const to = userId === null ? recipient : await findConfirmedAddress(app, userId);
  const id = Number(facts.variation_id);
  const variation = (await getVariationsForSale(app.db, [id])).get(id);
  if (!to || !variation?.for_sale) return undefined;
  return { to, ...writeBackInStock(variation, base), canUnsubscribe: true };
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
