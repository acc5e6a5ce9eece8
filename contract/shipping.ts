import { z } from "zod";
import { Country, endpoint, Id, list, Version } from "./endpoint.ts";
import { Amount, Money } from "./money.ts";
import { resource } from "./resources/resource.ts";

/** A shipping method; the price includes the discount of a free-shipping coupon. */
export const ShippingMethod = z.object({
  id: z.int(),
  name: z.string(),
  price: Money,
  /** Business days from the day it is packed until it arrives. */
  min_days: z.int(),
  max_days: z.int(),
});
export type ShippingMethod = z.infer<typeof ShippingMethod>;

/** Where an order is delivered to, as far as it decides prices. */
export const Destination = z.object({
  country: Country,
  region_code: z.string().nullable(),
  postal_code: z.string().nullable(),
});
export type Destination = z.infer<typeof Destination>;

const grams = z.int().min(0).max(100_000_000);
/** A rate with bounds, both inclusive; null is no bound. The cheapest matching rate applies. */
export const ShippingRate = z.object({
  price_amount: Amount,
  min_subtotal_amount: Amount.nullable().default(null),
  max_subtotal_amount: Amount.nullable().default(null),
  min_weight_g: grams.nullable().default(null),
  max_weight_g: grams.nullable().default(null),
});
export type ShippingRate = z.infer<typeof ShippingRate>;

export const ShippingZoneForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(60),
  countries: z.array(Country).min(1, "Select at least one country.").max(300),
  /**
   * Postal codes the zone is limited to, with `*` as wildcard at the end (`35*`); empty for the whole country. The
   * narrower zone applies even without a method: nothing is shipped there then.
   */
  postal_patterns: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N} -]{1,15}\*?$/u, "Enter a postal code, or its beginning followed by *."),
    )
    .max(500)
    .default([]),
});
export type ShippingZoneForm = z.infer<typeof ShippingZoneForm>;
export const ShippingZone = ShippingZoneForm.extend({ id: z.int(), version: z.int() });
export type ShippingZone = z.infer<typeof ShippingZone>;

const method = z.object({
  zone_id: Id,
  name: z.string("Name required").trim().min(1, "Name required").max(60),
  carrier: z.string().trim().max(60).nullable().default(null),
  min_days: z.int().min(0).max(365),
  max_days: z.int().min(0).max(365),
  is_active: z.boolean().default(true),
  position: z.int().min(0).max(10_000).default(0),
  /** All rates, in the shop's currency: rates not sent are deleted. */
  rates: z.array(ShippingRate).min(1, "Enter a price.").max(100),
});
export const ShippingMethodForm = method.refine(({ min_days, max_days }) => min_days <= max_days, {
  error: "The latest delivery day can't be before the earliest.",
  path: ["max_days"],
});
export type ShippingMethodForm = z.infer<typeof ShippingMethodForm>;
export const ZoneMethod = method.extend({ id: z.int(), version: z.int() });
export type ZoneMethod = z.infer<typeof ZoneMethod>;

/** What delivery to the countries of a zone costs. */
export const DeliveryRates = z.object({
  countries: z.array(Country),
  /** Postal codes it is limited to, as in the zone; empty for the whole countries. */
  postal_patterns: z.array(z.string()),
  methods: z.array(
    z.object({
      name: z.string(),
      /** Business days from the day it is packed until it arrives. */
      min_days: z.int(),
      max_days: z.int(),
      /** The lowest and highest price, by weight and value. */
      price: Money,
      max_price: Money,
      /** The subtotal from which it is free; null if never, or always. */
      free_from: Money.nullable(),
      /** The weight in grams up to which it is free then; null without a limit. */
      free_max_weight_g: z.int().nullable(),
    }),
  ),
});
export type DeliveryRates = z.infer<typeof DeliveryRates>;

const version = z.object({ version: Version });

const shippingZone = resource("shipping_zone", ["settings"]);
const shippingMethod = resource("shipping_method", ["settings"]);

export const shippingApi = {
  "GET /shipping/rates": endpoint({
    summary: "List what delivery costs and how long it takes, by countries.",
    caller: "anyone",
    cached: true,
    reply: list(DeliveryRates),
  }),
  "GET /shipping/zones": shippingZone.list("List shipping zones.", ShippingZone),
  "GET /shipping/export": shippingZone.export(
    "Download shipping zones with their methods and rates as CSV, a line for each rate.",
  ),
  "POST /shipping/zones": shippingZone.create("Create a zone.", ShippingZoneForm, ShippingZone, ["name_taken"]),
  "PUT /shipping/zones/:id": shippingZone.update(
    "Update a zone.",
    ShippingZoneForm.extend(version.shape),
    ShippingZone,
    ["stale", "name_taken"],
  ),
  "DELETE /shipping/zones/:id": shippingZone.delete("Delete a zone without methods.", ["in_use"]),
  "GET /shipping/methods": shippingMethod.list("List shipping methods with their rates, by zone.", ZoneMethod),
  "POST /shipping/methods": shippingMethod.create("Create a shipping method.", ShippingMethodForm, ZoneMethod, [
    "not_found",
  ]),
  "PUT /shipping/methods/:id": shippingMethod.update(
    "Update a shipping method and its rates.",
    z.intersection(ShippingMethodForm, version),
    ZoneMethod,
    ["stale"],
  ),
  "DELETE /shipping/methods/:id": shippingMethod.delete("Delete a shipping method. Placed orders keep a copy."),
};
