import type { Args } from "#contract/api.ts";
import { type Coupon, type CouponKind, CouponScope } from "#contract/coupons.ts";
import { decimalText, minorDigits } from "#contract/formats/currency-decimals.ts";
import { instantOfInput, isBefore, localInputValue } from "#web/ui/text/shop-time.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

/** The form of a coupon: texts as typed; times are in the shop's time zone. */
export interface CouponFields {
  code: string;
  kind: CouponKind;
  /** The percentage or the amount; unused for free shipping. */
  value: string;
  minimum: string;
  starts_at: string;
  ends_at: string;
  max_uses: string;
  max_per_user: string;
  scope: CouponScope;
  is_active: boolean;
}

export const couponFieldLabels: Record<keyof CouponFields, string> = {
  code: "Code",
  kind: "Kind of discount",
  value: "Value",
  minimum: "Minimum order value",
  starts_at: "Start",
  ends_at: "End",
  max_uses: "Total uses",
  max_per_user: "Uses per customer",
  scope: "Applies to",
  is_active: "Active",
};

export const everything: CouponScope = { categories: [], products: [], tags: [], types: [] };

export const newCouponFields: CouponFields = {
  code: "",
  kind: "percent",
  value: "",
  minimum: "",
  starts_at: "",
  ends_at: "",
  max_uses: "",
  max_per_user: "",
  scope: everything,
  is_active: true,
};

export function toCouponFields(coupon: Coupon): CouponFields {
  const { kind, value, currency, min_subtotal_amount: minimum } = coupon;
  return {
    code: coupon.code,
    kind,
    value: kind === "percent" ? String(value / 100) : kind === "fixed" ? decimalText(value, currency) : "",
    minimum: minimum === null ? "" : decimalText(minimum, currency),
    starts_at: localInputValue(coupon.starts_at),
    ends_at: localInputValue(coupon.ends_at),
    max_uses: coupon.max_uses === null ? "" : String(coupon.max_uses),
    max_per_user: coupon.max_per_user === null ? "" : String(coupon.max_per_user),
    scope: { ...everything, ...coupon.scope },
    is_active: coupon.is_active,
  };
}

export type CouponBody = Args<"POST /coupons">["body"];
type Errors = Partial<Record<keyof CouponFields, string>>;

/** The request body, or the errors of its fields. */
export function toCouponBody(fields: CouponFields, currency: string): { body: CouponBody } | { errors: Errors } {
  const errors: Errors = {};
  const minimum = fields.minimum.trim() === "" ? null : amountFromText(fields.minimum, currency);
  if (fields.minimum.trim() !== "" && (minimum === null || minimum < 0))
    errors.minimum = `Enter an amount, such as ${example(currency)}.`;
  const count = (field: "max_uses" | "max_per_user") => {
    const text = fields[field].trim();
    if (text !== "" && !/^[1-9]\d{0,8}$/.test(text)) errors[field] = "Enter a whole number from 1.";
    return text === "" ? null : Number(text);
  };
  const body = {
    code: fields.code.trim(),
    kind: fields.kind,
    value: readValue(fields, currency, errors),
    min_subtotal_amount: minimum,
    starts_at: instantOfInput(fields.starts_at),
    ends_at: instantOfInput(fields.ends_at),
    max_uses: count("max_uses"),
    max_per_user: count("max_per_user"),
    scope: fields.scope,
    is_active: fields.is_active,
  };
  if (!/^[\p{L}\p{N}_-]{3,40}$/u.test(body.code)) errors.code = "Enter 3 to 40 letters, digits, - and _.";
  if (!isBefore(fields.starts_at, fields.ends_at)) errors.ends_at = "The end must be after the start.";
  return Object.keys(errors).length > 0 ? { errors } : { body };
}

function readValue({ kind, value }: CouponFields, currency: string, errors: Errors): number {
  if (kind === "free_shipping") return 0;
  if (kind === "percent") {
    const percent = /^\d{1,3}([.,]\d{1,2})?$/.test(value.trim()) ? Number(value.trim().replace(",", ".")) : 0;
    if (percent <= 0 || percent > 100) errors.value = "Enter a percentage from 0.01 to 100.";
    return Math.round(percent * 100);
  }
  const amount = amountFromText(value, currency) ?? 0;
  if (amount < 1) errors.value = `Enter an amount, such as ${example(currency)}.`;
  return amount;
}

const example = (currency: string) => (minorDigits(currency) === 0 ? "500" : `5.${"0".repeat(minorDigits(currency))}`);
