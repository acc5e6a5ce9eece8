import { z } from "zod";
import { Language } from "#contract/emails.ts";
import { endpoint, list, one } from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { RetentionSettings } from "./retention.ts";
import {
  CheckoutSettings,
  ContentSettings,
  GeneralSettings,
  LocalizationSettings,
  PolicySettings,
  policies,
  TextPage,
} from "./settings.ts";

/** The public settings of the shop. */
export const Shop = GeneralSettings.omit({ logo_image_id: true }).extend({
  ...LocalizationSettings.shape,
  checkout_hold_minutes: CheckoutSettings.shape.checkout_hold_minutes,
  email_code_sign_up: CheckoutSettings.shape.email_code_sign_up,
  guest_checkout: CheckoutSettings.shape.guest_checkout,
  recently_viewed: PolicySettings.shape.recently_viewed,
  logo: Image.nullable(),
  announcement: ContentSettings.shape.announcement,
  navigation_links: ContentSettings.shape.navigation_links,
  footer_links: ContentSettings.shape.footer_links,
  /** Whether cards are charged by Stripe. */
  accepts_cards: z.boolean(),
  /** The ways to pay that the checkout offers, as the footer shows them. */
  ways_to_pay: z.array(z.enum(["card", "bank_transfer", "wallet", "cash"])),
  demo: z.boolean(),
  google_sign_in: z.boolean(),
});
export type Shop = z.infer<typeof Shop>;

export const shopApi = {
  "GET /shop": endpoint({
    summary: "Retrieve the shop's name, currency, contact and other public settings.",
    caller: "anyone",
    cached: true,
    reply: one(Shop),
  }),
  "GET /shop/policies/:policy": endpoint({
    summary:
      "Retrieve the text of a policy in the language of the request, else in the shop's first one; null until the merchant has written it.",
    caller: "anyone",
    cached: true,
    params: z.object({ policy: z.enum(policies) }),
    /** `language` is that of the text. */
    reply: one(z.object({ html: z.string().nullable(), language: Language })),
  }),
  "GET /shop/retention": endpoint({
    summary: "Retrieve how long the shop stores personal data, as far as the merchant decides.",
    caller: "anyone",
    cached: true,
    reply: one(RetentionSettings),
  }),
  "GET /shop/pages": endpoint({
    summary: "List the merchant's own pages.",
    caller: "anyone",
    cached: true,
    reply: list(TextPage.omit({ html: true })),
  }),
  "GET /shop/pages/:slug": endpoint({
    summary: "Retrieve the text of one of the merchant's own pages.",
    caller: "anyone",
    cached: true,
    params: z.object({ slug: z.string().max(100) }),
    reply: one(TextPage),
    problems: ["not_found"],
  }),
};
