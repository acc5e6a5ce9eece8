import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { Image } from "#contract/images.ts";
import { Shop } from "#contract/shop/shop.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { translatedLanguages } from "#server/platform/language.ts";
import { languageOf, say, text } from "#words/say.ts";
import { listImages } from "./settings.sql.ts";
import { getCachedSettings, getSettings, type Settings } from "./settings.ts";

export { addDuty, lawOf } from "./duties.ts";
export {
  countryName,
  type DaySpan,
  formatDateTime,
  formatDay,
  formatMoney,
  formatPercent,
  localDay,
  localMoment,
  localTime,
} from "./formats.ts";
export { assertCanSellTo, canSellTo, listSellerDuties } from "./legal.ts";
export { assertMailServer, findMailServer, noReplyAddress, openMailServer } from "./mail-server.ts";
export { findPolicyVersion, type KeptPolicies } from "./policy-versions.sql.ts";
export { ordersRetainedFrom, retainedFrom } from "./retention.ts";
export { getSecrets, reencryptSecrets } from "./secrets.ts";
export { isRecordedAsReal, recordRealShop, withdrawCashOnDelivery } from "./settings.sql.ts";
export { getCachedSettings, getSettings, listSavedGroups, type Settings, updateSettings } from "./settings.ts";
export {
  assertCompanyVatId,
  assertVatCompany,
  assertVatId,
  companyVatId,
  isPossibleVatId,
  parseVatId,
  type VatId,
  writeVatId,
} from "./vat-ids.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The shop gets another currency than it had; listeners with amounts of sales in the old one throw `currency_in_use`. */
    "shop.currency_changing": { currency: string; before: string };
    /** What applies to administrators and staff has changed. */
    "shop.staff_settings_changed": object;
  }
}

/** The name of the shop: that of the environment, else the setting. */
export const getShopName = async (app: Pick<App, "responseCache" | "db" | "config">): Promise<string> =>
  app.config.shopName ?? (await getCachedSettings(app)).name;

/** The settings that everybody may see: those with a place in `Shop`. */
const publicOf = (settings: Settings) =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => key in Shop.shape)) as Pick<
    Settings,
    keyof Settings & keyof Shop
  >;

/** The headline of demo shops. */
export const demoTagline = text("Good things, made simple.");

/** The public settings. */
export async function getPublicShop({ db, config }: Pick<App, "db" | "config">): Promise<Shop> {
  const settings = await getSettings(db);
  const locale = config.shopLocale ?? settings.locale;
  return {
    ...publicOf(settings),
    name: config.shopName ?? settings.name,
    locale,
    other_languages: settings.other_languages.filter(
      (language) => translatedLanguages.has(language) && language !== languageOf(locale),
    ),
    // The demo's, translated.
    tagline: settings.tagline === demoTagline ? say(settings.tagline) : settings.tagline,
    logo: await getLogo(db, settings),
    accepts_cards: acceptsCards(config, settings),
    ways_to_pay: waysToPay(config, settings),
    google_sign_in: config.google !== undefined,
  };
}

type PaymentSettings = Pick<
  Settings,
  "card_payments" | "stripe_publishable_key" | "demo" | "bank_transfer" | "bank_account" | "cash_on_delivery"
>;

/** Whether Stripe charges cards: its wallets are offered where browsers have one. */
const acceptsCards = ({ stripe }: Pick<App["config"], "stripe">, settings: PaymentSettings) =>
  settings.card_payments && (stripe !== undefined || settings.stripe_publishable_key !== null);

function waysToPay(config: Pick<App["config"], "stripe" | "demo">, settings: PaymentSettings): Shop["ways_to_pay"] {
  const hasStripe = acceptsCards(config, settings);
  return [
    ...(hasStripe || settings.demo || config.demo === true ? (["card"] as const) : []),
    ...(settings.bank_transfer && settings.bank_account !== null ? (["bank_transfer"] as const) : []),
    ...(hasStripe ? (["wallet"] as const) : []),
    ...(settings.cash_on_delivery ? (["cash"] as const) : []),
  ];
}

/** The logo's image; null without one, or if the image was deleted. */
export async function getLogo(
  db: Db | Tx,
  { logo_image_id: id }: Pick<Settings, "logo_image_id">,
): Promise<Image | null> {
  const [logo = null] = id === null ? [] : await getImages(db, [id]);
  return logo;
}

/** The images with these ids that exist. */
export const getImages = async (db: Db | Tx, ids: readonly number[]): Promise<Image[]> =>
  ids.length === 0 ? [] : listImages(db, ids);

/** A postal code in capitals with ASCII digits, without spaces and dashes of any kind. */
const normalizePostalCode = (code: string) =>
  toAsciiDigits(code.normalize("NFKC"))
    .replace(/[\s\p{Pd}ー〒]/gu, "")
    .toUpperCase();

/** Whether two postal codes are the same however they are written. */
export const isSamePostalCode = (one: string, other: string) => normalizePostalCode(one) === normalizePostalCode(other);

/** British postal codes: the district (SW1A), then the place in it (0AA). */
const british = /^([A-Z]{1,2}\d[A-Z\d]?)\d[A-Z]{2}$/;

/** Whether a postal code is in the area of a beginning of codes: SW1 has SW1A 0AA and not SW11 1AA, KA27 not KA2 7SQ. */
export function hasPostalPrefix(code: string, prefix: string): boolean {
  const [whole, start] = [normalizePostalCode(code), normalizePostalCode(prefix)];
  if (!whole.startsWith(start)) return false;
  const district = british.exec(whole)?.[1];
  if (district === undefined || start === whole) return true;
  if (start.length > district.length) return /\s/.test(prefix.trim());
  return !(/\d$/.test(start) && /^\d/.test(district.slice(start.length)));
}
