import { z } from "zod";
import type { EmailTextsForm } from "#contract/emails.ts";
import { isInEu } from "#contract/formats/european-union.ts";
import type { AllSettings, SettingsGroup } from "#contract/shop/settings.ts";
import { removeImage } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { translatedLanguages } from "#server/platform/language.ts";
import { languageOf } from "#words/say.ts";
import { assertKeepsSelling } from "./legal.ts";
import { noReplyAddress } from "./mail-server.ts";
import { cleanPolicies, exchangePolicies } from "./policies.ts";
import { getSecrets, type SecretName, saveSecret, secretNames } from "./secrets.ts";
import { listSettings, mergeSettings } from "./settings.sql.ts";
import { defaults, getSettings } from "./settings.ts";
import { getImages, getLogo } from "./shop.ts";
import { assertVatId, parseVatId } from "./vat-ids.ts";

type Values<Group extends SettingsGroup> = Omit<AllSettings[Group], "version">;

/** All settings as the dashboard shows them, with those of the environment in force, and without keys and passwords. */
export async function getAllSettings(app: App, db: Db | Tx = app.db): Promise<AllSettings> {
  const saved = await listSettings(db);
  const group = <Group extends SettingsGroup>(name: Group) => {
    const { value = {}, version = 0 } = saved.find((row) => row.name === name) ?? {};
    return { ...defaults[name], ...value, version };
  };
  const general = group("general");
  const localization = group("localization");
  const content = group("content");
  const secrets = await getSecrets({ ...app, db });
  const { config } = app;
  return {
    general: { ...general, name: config.shopName ?? general.name, logo: await getLogo(db, general) },
    localization: { ...localization, locale: config.shopLocale ?? localization.locale },
    checkout: group("checkout"),
    payments: {
      ...group("payments"),
      has_stripe_secret_key: secrets.stripe_secret_key !== undefined,
      has_stripe_webhook_secret: secrets.stripe_webhook_secret !== undefined,
    },
    emails: {
      ...group("emails"),
      ...(config.mailFrom ? { from_address: config.mailFrom } : {}),
      has_smtp_password: secrets.smtp_password !== undefined,
    },
    email_templates: group("email_templates"),
    policies: group("policies"),
    content: { ...content, images: await getImages(db, imageIds(content.home)) },
    staff: group("staff"),
    environment: environmentOf(config),
  };
}

/** The settings that the environment decides, each with its variable. */
const environmentOf = ({ shopName, shopLocale, stripe, smtpUrl, mailFrom }: App["config"]): Record<string, string> => ({
  ...(shopName ? { "general.name": "SHOP_NAME" } : {}),
  ...(shopLocale ? { "localization.locale": "SHOP_LOCALE" } : {}),
  ...(stripe ? { "payments.stripe": "STRIPE_SECRET_KEY" } : {}),
  ...(smtpUrl ? { "emails.smtp": "SMTP_URL" } : {}),
  ...(mailFrom ? { "emails.from_address": "MAIL_FROM" } : {}),
});

/**
 * Saves a group of settings with its keys and passwords. What the environment decides is not saved. Throws `stale` with
 * the current group in `details` if somebody else saved it meanwhile.
 */
export async function saveSettings<Group extends SettingsGroup>(
  app: App,
  tx: Tx,
  group: Group,
  body: Partial<Values<Group>> & { version: number } & Partial<Record<SecretName, string | null>>,
): Promise<AllSettings> {
  const { version, ...values } = body;
  const decided = Object.keys(environmentOf(app.config)).map((name) => name.split(".")[1]);
  const saved = Object.entries(values).filter(([key]) => key in defaults[group] && !decided.includes(key));
  if (!(await mergeSettings(tx, group, Object.fromEntries(saved), version)))
    throw new Problem("stale", { details: { current: (await getAllSettings(app, tx))[group] } });
  for (const name of secretNames) await saveSecret(app, tx, name, body[name]);
  await invalidate(tx, "settings");
  return getAllSettings(app, tx);
}

/**
 * Saves the general settings; the image of a replaced logo is deleted. Emails keep the sender that they had, as another
 * one needs the password of an administrator. Throws `not_found` for an unknown image.
 */
export async function saveGeneral(app: App, tx: Tx, body: Omit<AllSettings["general"], "logo">): Promise<AllSettings> {
  const settings = await getSettings(tx);
  const { logo_image_id: before, contact, from_address, vat_id } = settings;
  // Those of other countries may be without a prefix.
  const isChecked = isInEu(body.country ?? "") || parseVatId(body.vat_id) !== undefined;
  if (body.vat_id !== vat_id && isChecked) assertVatId(body.vat_id);
  const sender = contact.email ?? noReplyAddress(app.config);
  // Without a domain of its own the shop has no sender that could be saved.
  const isAddress = z.email().safeParse(sender).success;
  if (from_address === null && contact.email !== body.contact.email && isAddress)
    await mergeSettings(tx, "emails", { from_address: sender });
  const saved = await saveSettings(app, tx, "general", body);
  await assertKeepsSelling(app, tx, settings);
  if (body.logo_image_id !== null && !saved.general.logo) throw new Problem("not_found");
  if (before !== null && before !== body.logo_image_id) await removeImage(app, tx, before);
  return saved;
}

/** Saves announcement, links and home sections; images no section has any more are deleted. Throws `not_found`. */
export async function saveContent(app: App, tx: Tx, body: Omit<AllSettings["content"], "images">) {
  const { home } = await getSettings(tx);
  const saved = await saveSettings(app, tx, "content", body);
  const used = imageIds(body.home);
  if (saved.content.images.length < used.length) throw new Problem("not_found");
  for (const id of imageIds(home)) if (!used.includes(id)) await removeImage(app, tx, id);
  return saved;
}

/** The images of home sections; a group of settings without them has none. */
export const imageIds = (home: AllSettings["content"]["home"] | undefined): number[] => [
  ...new Set((home ?? []).flatMap((section) => (section.kind === "image_text" ? (section.image_id ?? []) : []))),
];

/**
 * Saves currency, tax mode and language; another first language exchanges the texts of the policies. Throws
 * `currency_in_use` if there are amounts in the currency before.
 */
export async function saveLocalization(app: App, tx: Tx, body: AllSettings["localization"]): Promise<AllSettings> {
  const { currency: before, check_vat_ids, vat_id, locale } = await getSettings(tx);
  const { currency } = body;
  if (body.check_vat_ids && !check_vat_ids && !parseVatId(vat_id))
    throw fieldProblem("check_vat_ids", "required", "Enter the VAT ID of your business under Settings, General first.");
  let saved = await saveSettings(app, tx, "localization", body);
  const [first, next] = [languageOf(locale), languageOf(body.locale)];
  // The environment decides on the language of all processes.
  if (first !== next && app.config.shopLocale === undefined) {
    const { version, ...written } = saved.policies;
    const exchanged = exchangePolicies(written, first, next);
    if (!(await mergeSettings(tx, "policies", exchanged, version, next))) throw new Problem("stale");
    saved = await getAllSettings(app, tx);
  }
  if (currency !== before) await app.events.emit(tx, "shop.currency_changing", { currency, before });
  return saved;
}

/** Saves what applies to staff, which is in force with their next request. */
export async function saveStaff(app: App, tx: Tx, body: AllSettings["staff"]): Promise<AllSettings> {
  const saved = await saveSettings(app, tx, "staff", body);
  await app.events.emit(tx, "shop.staff_settings_changed", {});
  return saved;
}

/** Saves the texts of emails in a language; those in other languages stay. Throws `bad_input` for one the shop hasn't. */
export async function saveEmailTexts(
  app: App,
  tx: Tx,
  { language, texts, version }: z.output<typeof EmailTextsForm> & { version: number },
): Promise<AllSettings> {
  const { email_texts, locale } = await getSettings(tx);
  const isKnown = [app.config.shopLocale ?? locale, ...translatedLanguages, ...Object.keys(email_texts)].some(
    (one) => languageOf(one) === language,
  );
  if (!isKnown) throw fieldProblem("language", "unknown", "The shop isn't available in this language.");
  return saveSettings(app, tx, "email_templates", { version, email_texts: { ...email_texts, [language]: texts } });
}

/** Saves the policies and pages with sanitized HTML; a policy without text shows the template again. */
export async function savePolicies(app: App, tx: Tx, { version, ...texts }: AllSettings["policies"]) {
  const before = await getSettings(tx);
  const saved = await saveSettings(app, tx, "policies", { ...cleanPolicies(texts), version });
  await assertKeepsSelling(app, tx, before);
  return saved;
}
