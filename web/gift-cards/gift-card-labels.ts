import type { GiftCardEntry, GiftCardStatus } from "#contract/gift-cards.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";

export const giftCardStatusLabels: Record<GiftCardStatus, StatusLabel> = {
  active: { label: "Active", tone: "neutral" },
  used_up: { label: "Used up", tone: "neutral" },
  disabled: { label: "Disabled", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
};

export const entryLabels: Record<GiftCardEntry["kind"], string> = {
  issue: "Issued",
  spend: "Used",
  return: "Refunded",
};
