import type { Return, ReturnReason, ReturnStatus } from "#contract/orders/returns.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";
import { text } from "#words/say.ts";

export const returnReasonLabels: Record<ReturnReason, string> = {
  changed_mind: text("I changed my mind"),
  does_not_fit: text("It doesn't fit"),
  not_as_described: text("It's not as described"),
  damaged: text("It arrived damaged"),
  wrong_item: text("It's the wrong item"),
  other: text("Another reason"),
};

/** The reasons of returns, as the dashboard says them. */
export const adminReturnReasonLabels: Record<ReturnReason, string> = {
  changed_mind: "Changed mind",
  does_not_fit: "Doesn't fit",
  not_as_described: "Not as described",
  damaged: "Arrived damaged",
  wrong_item: "Wrong item",
  other: "Other reason",
};

export const adminReturnStatusLabels: Record<ReturnStatus, StatusLabel> = {
  requested: { label: "Requested", tone: "warning" },
  approved: { label: "Approved", tone: "neutral" },
  rejected: { label: "Declined", tone: "neutral" },
  closed: { label: "Closed", tone: "neutral" },
  received: { label: "Received", tone: "neutral" },
  refunded: { label: "Refunded", tone: "neutral" },
};

const returnStatusLabels: Record<ReturnStatus, StatusLabel> = {
  requested: { label: text("Awaiting approval"), tone: "warning" },
  approved: { label: text("Approved: send it now"), tone: "accent" },
  rejected: { label: text("Declined"), tone: "neutral" },
  closed: { label: text("Closed"), tone: "neutral" },
  received: { label: text("Arrived"), tone: "success" },
  refunded: { label: text("Refunded"), tone: "success" },
};

const toBeRefunded: StatusLabel = { label: text("To be refunded"), tone: "warning" };

/** The status of a return: it is refunded once the money is sent. */
export function returnStatusLabel({ status, refund_unsent: unsent }: Return, isAdmin: boolean): StatusLabel {
  if (status === "refunded" && unsent.amount > 0) return toBeRefunded;
  return (isAdmin ? adminReturnStatusLabels : returnStatusLabels)[status];
}
