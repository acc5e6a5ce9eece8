import { z } from "zod";
import { endpoint, one } from "./endpoint.ts";

/** The public settings of the shop. */
export const Shop = z.object({
  name: z.string(),
  tagline: z.string(),
  currency: z.string().length(3),
  locale: z.string(),
  timezone: z.string(),
  prices_include_tax: z.boolean(),
  contact: z.object({
    messaging: z.url(),
    chat: z.url(),
    video: z.url(),
    phone: z.string(),
    email: z.string(),
  }),
  /** Minutes a cart holds stock at checkout; 0 if disabled. */
  checkout_hold_minutes: z.int(),
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
};
