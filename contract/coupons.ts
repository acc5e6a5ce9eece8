import { z } from "zod";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { Id, IdParams, Instant, PageQuery, paged, Version } from "./endpoint.ts";
import { Amount } from "./money.ts";
import { resource } from "./resources/resource.ts";

export const CouponKind = z.enum(["percent", "fixed", "free_shipping"]);
export type CouponKind = z.infer<typeof CouponKind>;

/** `used_up`: every use is taken; `scheduled`: it starts later; `paused`: an administrator has switched it off. */
export const CouponStatus = z.enum(["active", "scheduled", "paused", "used_up", "expired"]);
export type CouponStatus = z.infer<typeof CouponStatus>;

const ids = z.array(Id).max(200).default([]);
/** What a coupon applies to, by id; categories include their descendants. Empty lists mean everything. */
export const CouponScope = z.object({ categories: ids, products: ids, tags: ids, types: ids });
export type CouponScope = z.infer<typeof CouponScope>;

const terms = {
  kind: CouponKind,
  /** Basis points for `percent` (1000 is 10%), minor units for `fixed`, 0 for `free_shipping`. */
  value: Amount,
  /** Minimum subtotal, in minor units. */
  min_subtotal_amount: Amount.nullable().default(null),
  starts_at: Instant.nullable().default(null),
  ends_at: Instant.nullable().default(null),
  max_uses: z.int().min(1).max(1_000_000_000).nullable().default(null),
  max_per_user: z.int().min(1).max(1000).nullable().default(null),
  scope: CouponScope.default({ categories: [], products: [], tags: [], types: [] }),
  is_active: z.boolean().default(true),
};

/** Input for a coupon. Codes are case-insensitive, and digits of all scripts are equal. */
export const CouponForm = z
  .object({
    code: z
      .string()
      .trim()
      .normalize("NFC")
      .regex(/^[\p{L}\p{N}_-]{3,40}$/u, "3 to 40 letters, digits, - and _.")
      .transform(toAsciiDigits),
    ...terms,
  })
  .refine(({ kind, value }) => kind !== "percent" || (value >= 1 && value <= 10_000), {
    error: "Enter a percentage from 0.01% to 100%.",
    path: ["value"],
  })
  .refine(({ kind, value }) => kind !== "fixed" || value >= 1, { error: "Enter an amount.", path: ["value"] })
  .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at), {
    error: "The end must be after the start.",
    path: ["ends_at"],
  });
export type CouponForm = z.infer<typeof CouponForm>;

export const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  kind: CouponKind,
  value: z.int(),
  currency: z.string(),
  min_subtotal_amount: z.int().nullable(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  max_uses: z.int().nullable(),
  /** Number of orders that use it. */
  used: z.int(),
  max_per_user: z.int().nullable(),
  scope: CouponScope,
  is_active: z.boolean(),
  status: CouponStatus,
  version: z.int(),
  created_at: Instant,
});
export type Coupon = z.infer<typeof Coupon>;

/** An order that a coupon was used for. */
export const CouponRedemption = z.object({
  order_id: z.uuid(),
  redeemed_at: Instant,
  /** When the use was given back, because the order was cancelled or expired; null while it counts. */
  released_at: Instant.nullable(),
});
export type CouponRedemption = z.infer<typeof CouponRedemption>;

/** Filters of the coupon list. */
export const CouponFilters = z.object({
  /** Part of the code. */
  name: z.string().max(100).optional(),
  status: CouponStatus.optional(),
  kind: CouponKind.optional(),
});
export type CouponFilters = z.infer<typeof CouponFilters>;

const coupon = resource("coupon", ["marketing"]);

export const couponsApi = {
  "GET /coupons": coupon.page("List coupons, newest first.", PageQuery.extend(CouponFilters.shape), Coupon),
  "GET /coupons/export": coupon.export("Download coupons as CSV, newest first.", CouponFilters),
  "GET /coupons/:id": coupon.get("Retrieve a coupon.", Coupon),
  "GET /coupons/:id/redemptions": coupon.read({
    summary: "List the orders a coupon was used for, newest first.",
    params: IdParams,
    query: PageQuery,
    reply: paged(CouponRedemption),
  }),
  "POST /coupons": coupon.create("Create a coupon.", CouponForm, Coupon, ["coupon_code_taken"]),
  "PUT /coupons/:id": coupon.update(
    "Update a coupon. Placed orders keep their discount.",
    z.intersection(CouponForm, z.object({ version: Version })),
    Coupon,
    ["stale", "coupon_code_taken"],
  ),
  "DELETE /coupons/:id": coupon.delete("Delete a coupon; its code can be used again."),
};
