import type { HomeSection } from "#contract/home.ts";
import type { Shop } from "#contract/shop.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { say, text } from "#words/say.ts";
import { listSettings, upsertSetting } from "./shop.sql.ts";

export { type DaySpan, formatDateTime, localDay, localTime } from "./dates.ts";
export { decimalText, formatMoney, formatPercent } from "./format-money.ts";
export { normalizePostalCode } from "./postal-codes.ts";

/** Settings of the shop. All have defaults. */
export interface Settings {
  name?: string;
  tagline: string;
  currency: string;
  locale: string;
  timezone: string;
  prices_include_tax: boolean;
  contact: Shop["contact"];
  demo: boolean;
  /** Minutes until an unpaid order expires. */
  hold_minutes: number;
  /** The same for an order paid by bank transfer. */
  bank_hold_minutes: number;
  /** Minutes a cart holds stock at checkout, at most 120; 0 disables holds. */
  checkout_hold_minutes: number;
  /** The shop's bank account; null if bank transfer is not offered. */
  bank_account: { account_holder: string; iban: string; bic: string; bank_name: string } | null;
  cash_on_delivery: boolean;
  /** Whether a payment is refunded automatically if its order has expired and its stock is sold. */
  refund_without_stock: boolean;
  /** Whether cancelling a confirmed order releases its coupon. Orders that were never confirmed always release it. */
  coupon_back_on_cancel: boolean;
  /** Whether cards are charged immediately or when an administrator captures the payment. */
  card_capture: "automatic" | "manual";
  /** Days after a sign-in until the session ends, however often it was renewed; unused for 30 days it ends earlier. */
  session_days: number;
  /** The sections of the home page; null for the default ones. */
  home: HomeSection[] | null;
}

const defaults: Settings = {
  tagline: text("Good things, made simple."),
  currency: "EUR",
  locale: "en",
  timezone: "Europe/Berlin",
  prices_include_tax: true,
  contact: {
    messaging: "https://wa.me/10000000000",
    chat: "https://t.me/kiosk",
    video: "https://www.youtube.com/@kiosk",
    phone: "+49 30 1234567",
    email: "hello@kiosk.example",
  },
  demo: false,
  hold_minutes: 30,
  bank_hold_minutes: 3 * 24 * 60,
  checkout_hold_minutes: 0,
  bank_account: null,
  cash_on_delivery: true,
  refund_without_stock: false,
  coupon_back_on_cancel: true,
  card_capture: "automatic",
  session_days: 90,
  home: null,
};

/** The current settings. */
export async function getSettings(db: Db | Tx): Promise<Settings> {
  return { ...defaults, ...(await listSettings(db)) };
}

/** The current settings, cached until they change. */
export async function getCachedSettings({ responseCache, db }: Pick<App, "responseCache" | "db">): Promise<Settings> {
  const { value } = await responseCache.get("shop settings", async (addCacheTags) => {
    addCacheTags("settings");
    return { value: await getSettings(db), bytes: 2000 };
  });
  return value;
}

/** The name of the shop: its setting, else the configured one. */
export const getShopName = async (app: Pick<App, "responseCache" | "db" | "config">): Promise<string> =>
  (await getCachedSettings(app)).name ?? app.config.shopName;

const maxCheckoutHoldMinutes = 120;

/** Minutes of a checkout hold, limited to 0 to 120. */
export const checkoutHoldMinutes = ({ checkout_hold_minutes: minutes }: Pick<Settings, "checkout_hold_minutes">) =>
  Math.min(maxCheckoutHoldMinutes, Math.max(0, Math.floor(Number(minutes) || 0)));

/** Updates settings and invalidates the pages that show them. */
export async function updateSettings(tx: Tx, change: Partial<Settings>) {
  for (const [key, value] of Object.entries(change)) await upsertSetting(tx, key, value);
  await invalidate(tx, "settings");
}

/** The public settings. */
export async function getPublicShop({ db, config }: Pick<App, "db" | "config">): Promise<Shop> {
  const { name, ...rest } = await getSettings(db);
  // The response schema removes the private settings.
  return {
    ...rest,
    name: name ?? config.shopName,
    locale: config.shopLocale ?? rest.locale,
    // The default tagline, translated.
    tagline: rest.tagline === defaults.tagline ? say(rest.tagline) : rest.tagline,
    checkout_hold_minutes: checkoutHoldMinutes(rest),
    google_sign_in: config.google !== undefined,
  };
}
