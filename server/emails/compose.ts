import type { AddressInfo } from "node:net";
import { render, toPlainText } from "@react-email/render";
import type { App } from "#server/platform/app.ts";
import type { Letter } from "#server/platform/mailer.ts";
import { getPublicShop } from "#server/shop/shop.ts";
import { accountEmail } from "#server/emails/templates/account.ts";
import { emailDocument, type EmailContent } from "./layout.ts";
import { orderEmail } from "#server/emails/templates/orders.ts";
import type { QueuedEmail } from "./outbox.sql.ts";
import { backInStockEmail } from "#server/emails/templates/back-in-stock.ts";

/** What a letter is about, and whom it goes to. */
export interface ComposedEmail {
  to: string;
  content: EmailContent;
}

/** Writes a letter as things stand now. Undefined when nobody wants it any more, or no template knows it. */
export async function composeEmail(app: App, waiting: QueuedEmail): Promise<Letter | undefined> {
  const { name, contact } = await getPublicShop(app);
  const sender = { name, base: baseUrl(app), email: contact.email };
  const about = { app, waiting, base: sender.base };
  const composed = accountEmail(about) ?? (await orderEmail(about)) ?? (await backInStockEmail(about));
  if (!composed) return undefined;
  const html = await render(emailDocument(composed.content, sender));
  const address = app.config.mailFrom ?? contact.email;
  return {
    id: `${waiting.id}@${address.split("@")[1] ?? "localhost"}`,
    from: { name, address },
    to: composed.to,
    subject: composed.content.subject,
    html,
    text: toPlainText(html),
  };
}

/** Where links of a letter lead: the address customers use, or this machine's own while the shop has no other. */
function baseUrl({ config, http }: App) {
  const { port = config.port } = (http.server.address() ?? {}) as Partial<AddressInfo>;
  return config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
}
