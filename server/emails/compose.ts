import type { AddressInfo } from "node:net";
import { render, toPlainText } from "@react-email/render";
import { accountEmail } from "#server/emails/templates/account.ts";
import { adminAlertEmail } from "#server/emails/templates/admin-alert.ts";
import { backInStockEmail } from "#server/emails/templates/back-in-stock.ts";
import { orderEmail } from "#server/emails/templates/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Email } from "#server/platform/mailer.ts";
import { getPublicShop } from "#server/shop/shop.ts";
import { emailDocument } from "./layout.ts";
import { noConfirmedAddress, type QueuedEmail } from "./outbox.sql.ts";

/**
 * Renders an email with current data, or says why it is not sent: it is obsolete, unwanted or of an unknown template, or
 * the customer has confirmed no address yet.
 */
export async function composeEmail(
  app: App,
  waiting: QueuedEmail,
): Promise<Email | "not wanted" | typeof noConfirmedAddress> {
  const { name, contact } = await getPublicShop(app);
  const sender = { name, base: baseUrl(app), email: contact.email };
  const about = { app, waiting, base: sender.base };
  const composed =
    accountEmail(about) ??
    (await orderEmail(about)) ??
    (await backInStockEmail(about)) ??
    (await adminAlertEmail(about));
  if (!composed) return "not wanted";
  if (composed.to === null) return noConfirmedAddress;
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

/** Base URL of links: the public URL, or this machine's address if none is set. */
function baseUrl({ config, http }: App) {
  const { port = config.port } = (http.server.address() ?? {}) as Partial<AddressInfo>;
  return config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
}
