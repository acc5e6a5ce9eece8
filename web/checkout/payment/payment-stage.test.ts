import { expect, test } from "vitest";
import { paymentStage } from "./payment-stage.ts";

const waiting = { status: "pending_payment", payment_status: "unpaid" } as const;

test.each([
  ["R7 no attempt yet", waiting, null, 60, "choose"],
  ["R7 a declined attempt can be tried again", waiting, { status: "failed", provider: "stripe" }, 60, "choose"],
  ["R7 a second step is wanted", waiting, { status: "requires_action", provider: "stripe" }, 60, "second_step"],
  [
    "R7 a second step at the provider may have been done at the last moment",
    waiting,
    { status: "requires_action", provider: "stripe" },
    0,
    "processing",
  ],
  [
    "R7 a transfer may have been sent, and is not being worked on",
    waiting,
    { status: "requires_action", provider: "bank" },
    0,
    "overdue",
  ],
  ["R7 nothing was tried before the time was over", waiting, null, 0, "overdue"],
  ["R7 worked on, also when the time is over", waiting, { status: "processing", provider: "stripe" }, 0, "processing"],
  ["R7 the time is over before the shop has ended it", waiting, { status: "failed", provider: "stripe" }, 0, "overdue"],
  ["R7 expired", { ...waiting, status: "expired" }, null, null, "expired"],
  ["R7 cancelled", { ...waiting, status: "cancelled" }, null, null, "ended"],
  [
    "R7 paid",
    { status: "confirmed", payment_status: "paid" },
    { status: "captured", provider: "stripe" },
    null,
    "paid",
  ],
  [
    "R7 cash on delivery",
    { status: "confirmed", payment_status: "authorized" },
    { status: "authorized", provider: "cod" },
    null,
    "paid",
  ],
  [
    "R7 held, though something was paid",
    { status: "on_hold", payment_status: "partially_paid" },
    { status: "captured", provider: "stripe" },
    null,
    "held",
  ],
  [
    "R7 over",
    { status: "completed", payment_status: "paid" },
    { status: "captured", provider: "stripe" },
    null,
    "completed",
  ],
  [
    "R7 sent back",
    { status: "closed_returned", payment_status: "refunded" },
    { status: "refunded", provider: "stripe" },
    null,
    "returned",
  ],
] as const)("%s", (_, order, payment, left, stage) => {
  expect(paymentStage(order, payment, left)).toBe(stage);
});
