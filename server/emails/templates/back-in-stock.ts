import { getProfile } from "#server/accounts/accounts.ts";
import { getVariationsForSale, type SaleVariation } from "#server/catalogue/catalogue.ts";
import { button, note } from "#server/emails/layout.ts";
import { wantsEmail } from "#server/notifications/notifications.ts";
import { say } from "#words/say.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

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
