import type { Shop } from "#contract/shop.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { changed } from "#server/platform/database/transaction.ts";
import { say, text } from "#words/say.ts";
import { upsertSetting, listSettings } from "./shop.sql.ts";

export { localDay, formatDateTime } from "./dates.ts";
export { formatMoney, formatPercent } from "./format-money.ts";
export { normalizePostalCode } from "./postal-codes.ts";

/** What a merchant can set; everything has a value from the first day. */
export interface Settings {
  name?: string;
  tagline: string;
  currency: string;
  locale: string;
  timezone: string;
  prices_include_tax: boolean;
  contact: Shop["contact"];
  demo: boolean;
  /** Minutes stock is held for an order that is not paid. */
  hold_minutes: number;
  /** The same for an order that is to be paid by bank transfer. */
  bank_hold_minutes: number;
  /** Minutes stock is held for a cart from the beginning of its checkout, at most 120; 0 for not before it is ordered. */
  checkout_hold_minutes: number;
  /** Where customers transfer money to; null when that is not offered. */
  bank_account: { account_holder: string; iban: string; bic: string; bank_name: string } | null;
  cash_on_delivery: boolean;
  /** Whether the money goes back by itself when an order is paid after it had ended and its goods are sold. */
  refund_without_stock: boolean;
  /** Whether the coupon of a confirmed order that is cancelled can be used again. Orders that never were always give it back. */
  coupon_back_on_cancel: boolean;
  /** Whether cards are charged at once, or when an administrator says so. */
  card_capture: "automatic" | "manual";
}

const defaults: Settings = {
  tagline: text("Good things, kept simple."),
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
};

/** The shop's settings as they stand. */
export async function getSettings(db: Db | Tx): Promise<Settings> {
  return { ...defaults, ...(await listSettings(db)) };
}

/** The same, kept in memory until they change: for what is asked at every order. */
export async function getCachedSettings({ reads, db }: Pick<App, "reads" | "db">): Promise<Settings> {
  const { value } = await reads.read("shop settings", async (shows) => {
    shows("settings");
    return { value: await getSettings(db), bytes: 2000 };
  });
  return value;
}

const maxCheckoutHoldMinutes = 120;

/** Minutes stock is held for a cart at the checkout as the settings have it; what makes no sense is read as the nearest that does. */
export const checkoutHoldMinutes = ({ checkout_hold_minutes: minutes }: Pick<Settings, "checkout_hold_minutes">) =>
  Math.min(maxCheckoutHoldMinutes, Math.max(0, Math.floor(Number(minutes) || 0)));

/** Changes some settings; every page that shows them is made anew. */
export async function updateSettings(tx: Tx, change: Partial<Settings>) {
  for (const [key, value] of Object.entries(change)) await upsertSetting(tx, key, value);
  await changed(tx, "settings");
}

/** What every page may know about the shop. */
export async function getPublicShop({ db, config }: Pick<App, "db" | "config">): Promise<Shop> {
  const { name, ...rest } = await getSettings(db);
  // Answers hold what the contract names; the rest of the settings stays here.
  return {
    ...rest,
    name: name ?? config.shopName,
    locale: config.shopLocale ?? rest.locale,
    // The words it has before a merchant finds better ones.
    tagline: rest.tagline === defaults.tagline ? say(rest.tagline) : rest.tagline,
    checkout_hold_minutes: checkoutHoldMinutes(rest),
    google_sign_in: config.google !== undefined,
  };
}
