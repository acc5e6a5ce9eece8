import type { AddressInfo } from "node:net";
import { render, toPlainText } from "@react-email/render";
import { accountEmail } from "#server/emails/templates/account.ts";
import { adminAlertEmail } from "#server/emails/templates/admin-alert.ts";
import { backInStockEmail } from "#server/emails/templates/back-in-stock.ts";
import { orderEmail, previewOrderEmail } from "#server/emails/templates/orders.ts";
import { findLatestOrderId } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Email } from "#server/platform/mailer.ts";
import { getCachedSettings, getPublicShop } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { type EmailContent, emailDocument, paragraph } from "./layout.ts";
import { noConfirmedAddress, type QueuedEmail } from "./outbox.sql.ts";

/**
 * Renders an email with current data, or says why it is not sent: it is obsolete, unwanted or of an unknown template, or
 * the customer has confirmed no address yet.
 */
export async function composeEmail(
  app: App,
  waiting: QueuedEmail,
): Promise<Email | "not wanted" | typeof noConfirmedAddress> {
  const about = { app, waiting, base: baseUrl(app) };
  const composed =
    accountEmail(about) ??
    (await orderEmail(about)) ??
    (await backInStockEmail(about)) ??
    (await adminAlertEmail(about));
  if (!composed) return "not wanted";
  if (composed.to === null) return noConfirmedAddress;
  return renderEmail(app, waiting.id, composed.to, composed.content);
}

/** An email with the shop's name, color and addresses. */
async function renderEmail(app: App, id: string, to: string, content: EmailContent): Promise<Email> {
  const { name, contact, accent_color: accent } = await getPublicShop(app);
  const { from_address: from } = await getCachedSettings(app);
  const html = await render(emailDocument(content, { name, base: baseUrl(app), email: contact.email, accent }));
  const address = app.config.mailFrom ?? from ?? contact.email;
  return {
    id: `${id}@${address.split("@")[1] ?? "localhost"}`,
    from: { name, address },
    to,
    subject: content.subject,
    html,
    text: toPlainText(html),
  };
}

/** An email about the latest order, rendered; null without an order. */
export async function previewEmail(app: App, template: string) {
  const orderId = await findLatestOrderId(app.db);
  if (orderId === undefined) return null;
  const { order, content } = await previewOrderEmail(app, template, orderId, baseUrl(app));
  if (!content) return null;
  const { subject, html } = await renderEmail(app, "preview", "", content);
  return { subject, html, order_number: order.number };
}

/** The email an administrator sends to try the mail server. */
export const composeTestEmail = (app: App, id: string, to: string): Promise<Email> =>
  renderEmail(app, id, to, {
    subject: say("Test email"),
    preview: say("Your shop can send emails."),
    heading: say("Your shop can send emails"),
    parts: [paragraph(say("You received this email because an administrator tested the email settings."))],
  });

/** Base URL of links: the public URL, or this machine's address if none is set. */
function baseUrl({ config, http }: App) {
  const { port = config.port } = (http.server.address() ?? {}) as Partial<AddressInfo>;
  return config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
}
