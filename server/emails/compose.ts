import type { AddressInfo } from "node:net";
import { render, toPlainText } from "@react-email/render";
import type { CustomerEmail, EmailText } from "#contract/emails.ts";
import { findCustomerLanguage } from "#server/accounts/accounts.ts";
import { getVariationsForSale, listProductCards } from "#server/catalogue/catalogue.ts";
import { accountEmail, previewAccountEmail } from "#server/emails/templates/account.ts";
import { adminAlertEmail } from "#server/emails/templates/admin-alert.ts";
import { newOrderEmail } from "#server/emails/templates/new-order.ts";
import { orderEmail, previewOrderEmail } from "#server/emails/templates/orders.ts";
import { priceDropEmail, writePriceDrop } from "#server/emails/templates/product-alerts.ts";
import { findLatestOrderId, findOrderLanguage } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { inLanguageOf } from "#server/platform/language.ts";
import type { Email } from "#server/platform/mailer.ts";
import { getCachedSettings, getPublicShop, noReplyAddress } from "#server/shop/shop.ts";
import { fillPlaceholders, languageOf, say, shopLanguage } from "#words/say.ts";
import { type EmailContent, emailDocument, paragraph } from "./layout.ts";
import { noConfirmedAddress, type QueuedEmail } from "./outbox.sql.ts";
import { backInStockEmail, writeBackInStock } from "./templates/product-alerts.ts";
import type { ComposedEmail } from "./templates/template.ts";
import { unsubscribeLinks } from "./unsubscribe.ts";

/**
 * Renders an email with current data, or says why it is not sent: it is obsolete, unwanted or of an unknown template, or
 * the customer has confirmed no address yet.
 */
export async function composeEmail(app: App, waiting: QueuedEmail) {
  const language = await findLanguage(app, waiting);
  return inLanguageOf({ language }, () => composeInLanguage(app, waiting));
}

/** The language of the order or customer an email is for; null is the shop's. */
async function findLanguage({ db }: App, { template, user_id: userId, facts }: QueuedEmail): Promise<string | null> {
  if (template === "admin_alert") return null;
  if (template === "new_order") return "en";
  if (facts.order_id !== undefined) return findOrderLanguage(db, String(facts.order_id));
  if (facts.language !== undefined) return String(facts.language);
  return userId === null ? null : findCustomerLanguage(db, userId);
}

async function composeInLanguage(
  app: App,
  waiting: QueuedEmail,
): Promise<Email | "not wanted" | typeof noConfirmedAddress> {
  const about = { app, waiting, base: baseUrl(app) };
  const composed =
    accountEmail(about) ??
    (await orderEmail(about)) ??
    (await backInStockEmail(about)) ??
    (await priceDropEmail(about)) ??
    (await newOrderEmail(about)) ??
    (await adminAlertEmail(about));
  if (!composed) return "not wanted";
  if (composed.to === null) return noConfirmedAddress;
  const { email_texts } = await getCachedSettings(app);
  const texts = email_texts[languageOf(shopLanguage())]?.[waiting.template as CustomerEmail] ?? null;
  const content = await applyTexts(app, composed, texts);
  const links = composed.canUnsubscribe ? await unsubscribeLinks(app.db, waiting, about.base) : undefined;
  const email = await renderEmail(app, waiting.id, composed.to, { ...content, unsubscribe: links?.page });
  const { attachments = [] } = composed;
  return { ...email, ...(links ? { headers: links.headers } : {}), ...(attachments.length > 0 ? { attachments } : {}) };
}

/** The content with a merchant's texts in place of the default ones. */
async function applyTexts(app: App, { content, values }: Omit<ComposedEmail, "to">, texts: EmailText | null) {
  if (!texts) return content;
  const all = { ...values, shop: (await getPublicShop(app)).name };
  const fill = (text: string) => fillPlaceholders(text, all);
  const { subject, heading, intro, closing } = texts;
  return {
    ...content,
    heading: heading ? fill(heading) : (content.heading ?? content.subject),
    ...(subject ? { subject: fill(subject) } : {}),
    ...(intro ? { intro: fill(intro), preview: fill(intro).slice(0, maxPreviewLength) } : {}),
    ...(closing ? { closing: fill(closing) } : {}),
  };
}

const maxPreviewLength = 120;

/** An email with the shop's name, color and addresses. */
async function renderEmail(app: App, id: string, to: string, content: EmailContent): Promise<Email> {
  const { name, contact, accent_color: accent } = await getPublicShop(app);
  const { from_address: from } = await getCachedSettings(app);
  const html = await render(emailDocument(content, { name, base: baseUrl(app), email: contact.email, accent }));
  const address = app.config.mailFrom ?? from ?? contact.email ?? noReplyAddress(app.config);
  return {
    id: `${id}@${address.split("@")[1] ?? "localhost"}`,
    from: { name, address },
    to,
    subject: content.subject,
    html,
    text: toPlainText(html),
  };
}

/**
 * An email with these texts and the latest order's data, rendered; null while there is nothing to show. `asSample`: about
 * somebody else's order, for those who may not read orders.
 */
export async function previewEmail(
  app: App,
  { email, texts }: { email: CustomerEmail; texts: EmailText | null },
  asSample: boolean,
) {
  const composed = previewAccountEmail(app, email, baseUrl(app)) ?? (await previewWithOrder(app, email, asSample));
  if (!composed) return null;
  const { subject, html } = await renderEmail(app, "preview", "", await applyTexts(app, composed, texts));
  const { subject: title, heading = title, intro = null, closing = null } = composed.content;
  return { subject, html, default_texts: { subject: title, heading, intro, closing } };
}

async function previewWithOrder(app: App, email: CustomerEmail, asSample: boolean) {
  const orderId = await findLatestOrderId(app.db);
  if (orderId === undefined) return undefined;
  const { order, composed } = await previewOrderEmail(app, email, orderId, { base: baseUrl(app), asSample });
  if (composed) return composed;
  const id = order.items[0]?.variation_id ?? 0;
  const variation = (await getVariationsForSale(app.db, [id])).get(id);
  if (email !== "price_drop") return variation && writeBackInStock(variation, baseUrl(app));
  const [card] = await listProductCards(app.db, [variation?.product_id ?? 0]);
  return card && writePriceDrop([card], baseUrl(app));
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
