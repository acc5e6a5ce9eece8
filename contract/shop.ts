import { z } from "zod";
import { endpoint, one } from "./endpoint.ts";

/** What every page may know about the shop. */
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
  /** Minutes stock is held for a cart from the beginning of its checkout; 0 for not before it is ordered. */
  checkout_hold_minutes: z.int(),
  demo: z.boolean(),
  google_sign_in: z.boolean(),
});
export type Shop = z.infer<typeof Shop>;

export const shopApi = {
  "GET /shop": endpoint({
    summary: "Name, currency, contact and other things every page shows.",
    caller: "anyone",
    cached: true,
    reply: one(Shop),
  }),
};
