import type { Coupon, CouponKind, CouponStatus } from "#contract/coupons.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

export const couponStatusLabels: Record<CouponStatus, StatusLabel> = {
  active: { label: "Active", tone: "neutral" },
  scheduled: { label: "Scheduled", tone: "neutral" },
  paused: { label: "Paused", tone: "neutral" },
  used_up: { label: "Used up", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
};

export const couponKindLabels: Record<CouponKind, string> = {
  percent: "Percentage",
  fixed: "Fixed amount",
  free_shipping: "Free shipping",
};

/** What a coupon gives: "10% off", "€5.00 off", "Free shipping". */
export function describeValue({ kind, value, currency }: Pick<Coupon, "kind" | "value" | "currency">): string {
  if (kind === "free_shipping") return couponKindLabels.free_shipping;
  const amount = kind === "percent" ? percentText(value) : formatMoney({ amount: value, currency });
  return `${amount} off`;
}

/** Basis points as a percentage: 1250 is "12.5%". */
export const percentText = (basisPoints: number) =>
  new Intl.NumberFormat(shopLocale(), { style: "percent", maximumFractionDigits: 2 }).format(basisPoints / 10_000);
