import { expect, test } from "vitest";
import { stageOf } from "./payment-stage.ts";

const waiting = { status: "pending_payment", payment_status: "unpaid" } as const;

test.each([
  ["R7 no attempt yet", waiting, null, 60, "choose"],
  ["R7 a declined attempt can be tried again", waiting, { status: "failed" }, 60, "choose"],
  ["R7 a second step is wanted", waiting, { status: "requires_action" }, 60, "second_step"],
  ["R7 worked on, also when the time is over", waiting, { status: "processing" }, 0, "processing"],
  ["R7 the time is over before the shop has ended it", waiting, { status: "failed" }, 0, "expired"],
  ["R7 expired", { ...waiting, status: "expired" }, null, null, "expired"],
  ["R7 cancelled", { ...waiting, status: "cancelled" }, null, null, "ended"],
  ["R7 paid", { status: "confirmed", payment_status: "paid" }, { status: "captured" }, null, "paid"],
  [
    "R7 cash on delivery",
    { status: "confirmed", payment_status: "authorized" },
    { status: "authorized" },
    null,
    "paid",
  ],
  [
    "R7 held, though something was paid",
    { status: "on_hold", payment_status: "partially_paid" },
    { status: "captured" },
    null,
    "held",
  ],
  ["R7 over", { status: "completed", payment_status: "paid" }, { status: "captured" }, null, "completed"],
  ["R7 sent back", { status: "closed_returned", payment_status: "refunded" }, { status: "refunded" }, null, "returned"],
] as const)("%s", (_, order, payment, left, stage) => {
  expect(stageOf(order, payment, left)).toBe(stage);
});
