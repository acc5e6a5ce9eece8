import { z } from "zod";
import { OwnerProof } from "#contract/accounts/accounts.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { EmailTemplateSettings, EmailTextsForm, Language } from "#contract/emails.ts";
import { Country, Id, Instant, one, PageQuery, Version, wholeNumber } from "#contract/endpoint.ts";
import { isIban } from "#contract/formats/iban.ts";
import { Image } from "#contract/images.ts";
import { Amount } from "#contract/money.ts";
import { onlyAdministrators } from "#contract/resources/permissions.ts";
import { resource } from "#contract/resources/resource.ts";
import { settings } from "#contract/resources/resources.ts";
import { HomeSections, Link, LinkAddress } from "./home.ts";
import { RetentionSettings } from "./retention.ts";

const line = (most: number) => z.string().trim().min(1, "Enter a value.").max(most);
const webAddress = z
  .url({ protocol: /^https?$/, error: "Enter a web address, such as https://example.com/shop." })
  .max(300);
const count = (least: number, most: number) => z.int("Enter a whole number.").min(least).max(most);

/** Whether Intl accepts a value: time zones, locales and currencies are those it knows. */
function isKnown(check: () => unknown): boolean {
  try {
    return Boolean(check());
  } catch {
    return false;
  }
}
const isTimeZone = (zone: string) => isKnown(() => new Intl.DateTimeFormat("en", { timeZone: zone }));
const isLocale = (locale: string) => isKnown(() => Intl.DateTimeFormat.supportedLocalesOf(locale).length);
const isCurrency = (currency: string) => Intl.supportedValuesOf("currency").includes(currency);

export const GeneralSettings = z.object({
  name: line(60),
  /** Empty for none. */
  tagline: line(160).or(z.literal("")),
  /** Shown instead of the name in the header. */
  logo_image_id: Id.nullable(),
  accent_color: z.string().regex(/^#[0-9a-f]{6}$/, "Enter a color, such as #17594a."),
  contact: z.object({
    email: z.email("Enter a valid email address, such as name@example.com.").max(254).nullable(),
    phone: line(40).nullable(),
    messaging: webAddress.nullable(),
    chat: webAddress.nullable(),
    video: webAddress.nullable(),
  }),
  social_links: z.array(webAddress).max(8, "Enter up to 8 addresses."),
  /** Who sells: the name of the company, or of the person without one. */
  legal_name: line(160).nullable(),
  /** The postal address, several lines; of older shops with the name and what else the law asks for. */
  address: z
    .string()
    .trim()
    .max(600)
    .refine((text) => text.split("\n").length <= 10, "Enter up to 10 lines.")
    .nullable(),
  /** Who acts for the company, such as its directors. */
  representative: line(160).nullable(),
  /** The register the company is in, with its number. */
  register_entry: line(160).nullable(),
  vat_id: line(30).nullable(),
  /** Who supervises the business, if what it does needs a permit. */
  supervisory_authority: line(200).nullable(),
  /** Where the business is. */
  country: Country.nullable(),
  timezone: z.string().refine(isTimeZone, "Choose a time zone."),
  /** The unit in which weights are shown and entered; the API always has grams. */
  weight_unit: z.enum(["kg", "lb"]),
});
export type GeneralSettings = z.infer<typeof GeneralSettings>;

/** What the law of the EU asks sellers to say before an order. */
export type SellerDutyName = "imprint" | "terms" | "withdrawal_policy" | "privacy_policy";
export interface SellerDuty {
  duty: SellerDutyName;
  is_met: boolean;
  /** The settings that are empty; `email` and `phone` are those of `contact`. */
  missing: string[];
}

export const LocalizationSettings = z.object({
  currency: z.string().refine(isCurrency, "Choose a currency."),
  prices_include_tax: z.boolean(),
  /** Whether prices that include tax are charged without it where the shop charges none, such as on exports. */
  net_prices_without_tax: z.boolean(),
  /** Whether businesses in other member states of the EU are charged no VAT once VIES confirms their VAT ID. */
  check_vat_ids: z.boolean(),
  /** Whether the rates of a whole country don't apply in its territories outside of the EU's VAT, by postal code. */
  exempt_territories: z.boolean(),
  /** Whether the shop is registered for the EU's One Stop Shop, so that its threshold is no longer watched. */
  oss_registered: z.boolean(),
  /**
   * The tax on shipping: of the goods, split in proportion to their prices, of the shipped line with the highest price, or
   * of the default tax class.
   */
  shipping_tax: z.enum(["goods", "main_item", "default_class"]),
  /** Whether compare-at prices above the lowest price of the last 30 days are refused. */
  price_check: z.boolean(),
  /** The default language, with the region whose formats all languages use. */
  locale: z.string().refine(isLocale, "Choose a language."),
  /** What customers can choose instead of the default language. */
  other_languages: z.array(Language).max(20),
});
export type LocalizationSettings = z.infer<typeof LocalizationSettings>;

export const CheckoutSettings = z.object({
  /** Minutes until an unpaid order expires. */
  hold_minutes: count(5, 10_080),
  /** Minutes until an unpaid order expires that is to be paid by bank transfer. */
  bank_hold_minutes: count(60, 43_200),
  /** Minutes a cart holds stock at checkout; 0 disables holds. */
  checkout_hold_minutes: count(0, 120),
  /** Variations with fewer available units are low in stock, unless they have a level of their own. */
  low_stock_level: count(0, 100_000),
  /** Whether a payment is refunded automatically if its order has expired and its stock is sold. */
  refund_without_stock: z.boolean(),
  /** Whether cancelling a confirmed order releases its coupon. Orders that were never confirmed always release it. */
  coupon_back_on_cancel: z.boolean(),
  /** Where customers send returns; with null they have to ask. */
  return_address: z
    .string()
    .trim()
    .max(600)
    .refine((text) => text.split("\n").length <= 10, "Enter up to 10 lines.")
    .nullable(),
  /** Days after its approval in which a return must be sent. */
  return_send_days: count(1, 90),
  /** Whether customers may order without a password: a code sent to an address without an account creates one. */
  email_code_sign_up: z.boolean(),
  /** Whether customers may order with an email alone, which makes a provisional account. */
  guest_checkout: z.boolean(),
  /** The highest total of an order of a provisional account, in minor units; null for no limit. */
  guest_order_max_amount: Amount.min(1, "Enter an amount greater than 0.").nullable(),
  /** Whether reviews wait until staff publish them. */
  approve_reviews: z.boolean(),
  /** Days after a sign-in until the session ends, however often it was renewed; unused for 30 days it ends earlier. */
  session_days: count(1, 365),
});
export type CheckoutSettings = z.infer<typeof CheckoutSettings>;

export const BankAccount = z.object({
  account_holder: line(120),
  iban: line(42)
    .regex(/^[A-Z]{2}\d{2}[A-Z0-9 ]{10,36}$/i, "Enter an IBAN, such as DE89 3704 0044 0532 0130 00.")
    .refine(isIban, "Check the IBAN: a digit or letter is wrong."),
  /** Not needed for transfers in euros. */
  bic: line(11)
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i, "Enter a BIC of 8 or 11 characters.")
    .or(z.literal("")),
  bank_name: line(120).or(z.literal("")),
});
export type BankAccount = z.infer<typeof BankAccount>;

export const PaymentSettings = z.object({
  bank_transfer: z.boolean(),
  bank_account: BankAccount.nullable(),
  cash_on_delivery: z.boolean(),
  /** Where cash on delivery is offered; empty for everywhere. */
  cash_on_delivery_countries: z.array(Country).max(300),
  /** The shipping methods it is offered with; empty for all. */
  cash_on_delivery_method_ids: z.array(Id).max(100),
  /** The highest amount paid on delivery, in minor units; null for no limit. */
  cash_on_delivery_max_amount: Amount.min(1, "Enter an amount greater than 0.").nullable(),
  card_payments: z.boolean(),
  /** Whether cards are charged immediately or when an administrator captures the payment. */
  card_capture: z.enum(["automatic", "manual"]),
  stripe_publishable_key: z.string().trim().startsWith("pk_", "A publishable key begins with pk_.").max(300).nullable(),
});
export type PaymentSettings = z.infer<typeof PaymentSettings>;

export const EmailSettings = z.object({
  /** Who gets an email of each new order. */
  order_recipients: z
    .array(z.email("Enter email addresses, one on each line.").max(254))
    .max(20, "Enter up to 20 addresses."),
  /** The sender of emails; without one the contact address, until that changes. */
  from_address: z.email("Enter a valid email address, such as name@example.com.").max(254).nullable(),
  /** The mail server; without one, emails are written to files. */
  smtp: z
    .object({
      host: line(253).regex(/^[\w.:-]+$/, "Enter a host name, such as mail.example.com."),
      port: count(1, 65_535),
      /** `tls` from the first byte, usually port 465; `starttls` upgrades the connection, usually port 587. */
      security: z.enum(["tls", "starttls", "none"]),
      username: line(254).nullable(),
    })
    .nullable(),
});
export type EmailSettings = z.infer<typeof EmailSettings>;

export const policies = ["privacy", "terms", "delivery", "returns"] as const;
export type Policy = (typeof policies)[number];

/** HTML, sanitized when it is saved; null shows the template. */
const RichText = z.string().max(100_000).nullable();
/** A page of the merchant's own, such as "About us". */
export const TextPage = z.object({
  slug: z
    .string()
    .trim()
    .min(1, "Enter a URL handle.")
    .max(100)
    .refine((slug) => slug === slugify(slug), "Enter a URL handle of lowercase letters, numbers and hyphens."),
  title: z.string().trim().min(1, "Enter a title.").max(120),
  html: z.string().max(100_000),
});
export type TextPage = z.infer<typeof TextPage>;
const hasUniqueSlugs = (pages: TextPage[]) => new Set(pages.map(({ slug }) => slug)).size === pages.length;
/** Texts of the policies in a language other than the shop's first; those without one are shown in that. */
export const PolicyTranslation = z.partialRecord(z.enum(policies), RichText);
export type PolicyTranslation = z.infer<typeof PolicyTranslation>;
export const PolicySettings = z.object({
  privacy: RichText,
  terms: RichText,
  delivery: RichText,
  returns: RichText,
  /** By language; the texts above are in the shop's first one. */
  policy_translations: z.record(Language, PolicyTranslation),
  /** Whether browsers remember the products that were viewed last. */
  recently_viewed: z.boolean(),
  pages: z.array(TextPage).max(50).refine(hasUniqueSlugs, "Two pages have the same URL handle."),
  ...RetentionSettings.shape,
});
export type PolicySettings = z.infer<typeof PolicySettings>;

/** The policies from a moment on; `language` is that of the texts that are no translations, null of the oldest. */
export const PolicyVersion = z.object({
  id: z.int(),
  created_at: Instant,
  language: Language.nullable(),
  privacy: z.string().nullable(),
  terms: z.string().nullable(),
  delivery: z.string().nullable(),
  returns: z.string().nullable(),
  translations: z.record(Language, PolicyTranslation),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

export const ContentSettings = z.object({
  /** A line above the header. */
  announcement: z.object({ text: line(200), href: LinkAddress.nullable() }).nullable(),
  /** Links under the header; without any, the top-level categories. */
  navigation_links: z.array(Link).max(9),
  footer_links: z.array(Link).max(12),
  /** The sections of the home page; null for the default ones. */
  home: HomeSections.nullable(),
});
export type ContentSettings = z.infer<typeof ContentSettings>;

export const StaffSettings = z.object({
  /** Whether administrators and staff can do nothing before they have set up two-factor authentication. */
  require_two_factor: z.boolean(),
});
export type StaffSettings = z.infer<typeof StaffSettings>;

/** Keys and passwords: undefined leaves the saved one, null removes it. They are never sent back. */
const secret = z.string().trim().min(1).max(500);
const PaymentSecrets = {
  stripe_secret_key: secret
    .regex(/^[sr]k_/, "A secret key begins with sk_ or rk_.")
    .nullable()
    .optional(),
  stripe_webhook_secret: secret.startsWith("whsec_", "A webhook secret begins with whsec_.").nullable().optional(),
};
const EmailSecrets = { smtp_password: secret.nullable().optional() };

const versioned = <T extends z.ZodRawShape>(values: z.ZodObject<T>) => values.extend({ version: Version });

/** Everything the settings screens show; `version` of a group counts its changes. */
export const AllSettings = z.object({
  general: versioned(GeneralSettings).extend({ logo: Image.nullable() }),
  localization: versioned(LocalizationSettings),
  checkout: versioned(CheckoutSettings),
  payments: versioned(PaymentSettings).extend({
    has_stripe_secret_key: z.boolean(),
    has_stripe_webhook_secret: z.boolean(),
  }),
  emails: versioned(EmailSettings).extend({ has_smtp_password: z.boolean() }),
  email_templates: versioned(EmailTemplateSettings),
  policies: versioned(PolicySettings),
  /** `images` are those of the home sections. */
  content: versioned(ContentSettings).extend({ images: z.array(Image) }),
  staff: versioned(StaffSettings),
  /** Settings that the environment decides, with the variable: `{ "general.name": "SHOP_NAME" }`. */
  environment: z.record(z.string(), z.string()),
});
export type AllSettings = z.infer<typeof AllSettings>;
export type SettingsGroup = Exclude<keyof AllSettings, "environment">;

type UpdateProblem = "stale" | "currency_in_use" | "not_found" | "bad_credentials" | "code_wrong";
const updateBy =
  ({ write }: ReturnType<typeof resource>) =>
  <Body extends z.ZodType, Problem extends UpdateProblem>(summary: string, body: Body, problems: readonly Problem[]) =>
    write({ summary, undo: "snapshot", idempotency: "accepted", body, reply: one(AllSettings), problems });
const update = updateBy(settings);
/**
 * For administrators only: who sets the mail server reads the reset links of administrators, answers go to the sender, and
 * money follows keys and bank account.
 */
const updateByAdministrator = updateBy(resource("settings", onlyAdministrators));

const needProof =
  "requires the password of the administrator, or a sign-in code if the account has none; administrators are emailed.";

export const settingsApi = {
  "GET /settings": settings.one("Retrieve all settings of the shop, without keys and passwords.", AllSettings),
  "PUT /settings/general": update("Update name, logo, color, contact and time zone.", versioned(GeneralSettings), [
    "stale",
    "not_found",
  ]),
  "PUT /settings/localization": update("Update currency, tax mode and language.", versioned(LocalizationSettings), [
    "stale",
    "currency_in_use",
  ]),
  "PUT /settings/checkout": update("Update what applies to carts and orders.", versioned(CheckoutSettings), ["stale"]),
  "PUT /settings/payments": updateByAdministrator(
    `Update payment methods. Stripe's keys are written only. Other keys or another bank account ${needProof}`,
    versioned(PaymentSettings).extend(PaymentSecrets).extend(OwnerProof.shape),
    ["stale", "bad_credentials", "code_wrong"],
  ),
  "PUT /settings/emails": updateByAdministrator(
    `Update sender, recipients of new orders and mail server. Its password is written only. A change of one ${needProof}`,
    versioned(EmailSettings).extend(EmailSecrets).extend(OwnerProof.shape),
    ["stale", "bad_credentials", "code_wrong"],
  ),
  "PUT /settings/email_templates": update(
    "Replace the texts of emails in a language. The next email uses them.",
    versioned(EmailTextsForm),
    ["stale"],
  ),
  "PUT /settings/policies": update(
    "Replace the texts of the policies and the other pages, and set how long personal data is stored.",
    versioned(PolicySettings),
    ["stale"],
  ),
  "GET /settings/policies/versions": settings.page(
    "List the texts of the policies as they were, newest first, ten at a time as they can be long.",
    PageQuery.extend({ per_page: wholeNumber(1, 10).default(10) }),
    PolicyVersion,
  ),
  "GET /settings/policies/versions/export": settings.export("Download the texts of the policies as they were as CSV."),
  "PUT /settings/content": update(
    "Update announcement, links and the sections of the home page.",
    versioned(ContentSettings),
    ["stale", "not_found"],
  ),
  "PUT /settings/staff": updateByAdministrator(
    "Update what applies to administrators and staff.",
    versioned(StaffSettings),
    ["stale"],
  ),
};
