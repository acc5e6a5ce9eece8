import { getProfile } from "#server/accounts/accounts.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { button, note, paragraph } from "#server/emails/layout.ts";
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
  const name = [variation.name, ...variation.options.map(({ value }) => value)].join(", ");
  return {
    to,
    content: {
      subject: say("{name} is back in stock", { name: variation.name }),
      preview: say("The item you asked about is available again."),
      heading: say("Back in stock"),
      parts: [
        paragraph(say("{name} is back in stock. You asked us to email you once when it's available.", { name })),
        button(say("View product"), `${base}/details/${variation.slug}?variation=${id}`),
        note(say("Stock is limited, and this item isn't reserved for you.")),
      ],
    },
  };
}
