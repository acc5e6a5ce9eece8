import type { EmailTemplateSettings } from "#contract/emails.ts";
import { defaultRetention } from "#contract/shop/retention-periods.ts";
import type {
  CheckoutSettings,
  ContentSettings,
  EmailSettings,
  GeneralSettings,
  LocalizationSettings,
  PaymentSettings,
  PolicySettings,
  SettingsGroup,
  StaffSettings,
} from "#contract/shop/settings.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { listSettings, mergeSettings } from "./settings.sql.ts";

interface GroupValues {
  general: GeneralSettings & {
    demo: boolean;
    /** Whether orders to the EU need legal details first: not of shops that sold before there was this rule. */
    requires_legal_details: boolean;
  };
  localization: LocalizationSettings;
  checkout: CheckoutSettings;
  payments: PaymentSettings;
  emails: EmailSettings;
  email_templates: EmailTemplateSettings;
  policies: PolicySettings;
  content: ContentSettings;
  staff: StaffSettings;
}

/** All settings of the shop in one object. */
export type Settings = GroupValues["general"] &
  LocalizationSettings &
  CheckoutSettings &
  PaymentSettings &
  EmailSettings &
  EmailTemplateSettings &
  PolicySettings &
  ContentSettings &
  StaffSettings;

export const defaults: GroupValues = {
  general: {
    name: "Kiosk",
    tagline: "",
    logo_image_id: null,
    accent_color: "#17594a",
    contact: { email: null, phone: null, messaging: null, chat: null, video: null },
    social_links: [],
    legal_name: null,
    address: null,
    representative: null,
    register_entry: null,
    vat_id: null,
    supervisory_authority: null,
    country: null,
    timezone: "Europe/Berlin",
    weight_unit: "kg",
    demo: false,
    requires_legal_details: true,
  },
  localization: {
    currency: "EUR",
    prices_include_tax: true,
    net_prices_without_tax: false,
    check_vat_ids: false,
    exempt_territories: true,
    oss_registered: false,
    shipping_tax: "goods",
    price_check: true,
    locale: "en",
    other_languages: [],
  },
  checkout: {
    hold_minutes: 30,
    bank_hold_minutes: 3 * 24 * 60,
    checkout_hold_minutes: 0,
    low_stock_level: 5,
    refund_without_stock: false,
    coupon_back_on_cancel: true,
    return_address: null,
    return_send_days: 14,
    email_code_sign_up: true,
    guest_checkout: true,
    guest_order_max_amount: null,
    approve_reviews: false,
    session_days: 90,
  },
  payments: {
    bank_transfer: true,
    bank_account: null,
    cash_on_delivery: true,
    cash_on_delivery_countries: [],
    cash_on_delivery_method_ids: [],
    cash_on_delivery_max_amount: null,
    card_payments: true,
    card_capture: "automatic",
    stripe_publishable_key: null,
  },
  emails: { from_address: null, smtp: null, order_recipients: [] },
  email_templates: { email_texts: {} },
  policies: {
    privacy: null,
    terms: null,
    delivery: null,
    returns: null,
    policy_translations: {},
    recently_viewed: true,
    pages: [],
    ...defaultRetention,
  },
  content: { announcement: null, navigation_links: [], footer_links: [], home: null },
  staff: { require_two_factor: false },
};

const groups = Object.keys(defaults) as SettingsGroup[];
const allDefaults: Settings = Object.assign({}, ...Object.values(defaults));

/** The current settings. */
export const getSettings = async (db: Db | Tx): Promise<Settings> =>
  Object.assign({}, allDefaults, ...(await listSettings(db)).map(({ value }) => value));

/** The current settings, cached until they change. */
export async function getCachedSettings({ responseCache, db }: Pick<App, "responseCache" | "db">): Promise<Settings> {
  const { value } = await responseCache.get("shop settings", async (addCacheTags) => {
    addCacheTags("settings");
    return { value: await getSettings(db), bytes: 2000 };
  });
  return value;
}

/** The groups that were saved at least once. */
export async function listSavedGroups(db: Db | Tx): Promise<Set<SettingsGroup>> {
  const rows = await listSettings(db);
  return new Set(rows.flatMap(({ name, version }) => (version > 1 ? [name] : [])));
}

/** Updates settings, whatever their version, and invalidates the pages that show them. */
export async function updateSettings(tx: Tx, change: Partial<Settings>) {
  for (const group of groups) {
    const values = Object.entries(change).filter(([key]) => key in defaults[group]);
    if (values.length > 0) await mergeSettings(tx, group, Object.fromEntries(values));
  }
  await invalidate(tx, "settings");
}
