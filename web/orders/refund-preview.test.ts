import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { expectedRefund, manualRefundText, refundOnCancel } from "./refund-preview.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const order = (status: Order["status"], payment_status: Order["payment_status"], refundable: number) => ({
  status,
  payment_status,
  refundable: euros(refundable),
});

test.each([
  ["not paid yet, with a gift card on it", order("pending_payment", "unpaid", 500), "unpaid"],
  ["paid", order("confirmed", "paid", 1490), "back"],
  ["of which some went back before", order("processing", "partially_refunded", 990), "back"],
  ["held as too little was paid", order("on_hold", "partially_paid", 490), "back"],
  ["whose promise lapsed, with a gift card on it", order("on_hold", "voided", 500), "back"],
  ["disputed", order("confirmed", "disputed", 1490), "disputed"],
  ["to be paid on delivery", order("confirmed", "authorized", 0), "let_go"],
  ["of which all went back before", order("on_hold", "refunded", 0), "nothing"],
  ["let go though nothing was paid", order("confirmed", "voided", 0), "nothing"],
] as const)("A6 R8 what becomes of the money of an order %s when it is cancelled", (_, cancelled, money) => {
  expect(refundOnCancel(cancelled)).toBe(money);
});

test("A6 R8 of units given up no more is said to go back than there is, and nothing where something is owed or disputed", () => {
  expect(expectedRefund(order("confirmed", "paid", 1490), euros(1000))).toEqual(euros(1000));
  expect(expectedRefund(order("completed", "partially_refunded", 400), euros(1000))).toEqual(euros(400));
  expect(expectedRefund(order("completed", "refunded", 0), euros(1000))).toEqual(euros(0));
  for (const status of ["partially_paid", "disputed", "authorized", "voided", "unpaid"] as const)
    expect(expectedRefund(order("processing", status, 1490), euros(1000))).toBeUndefined();
});

test("A6 the desk says which money a person has to send back, and nothing of what a provider sends", () => {
  const paid = (
    provider: Order["payments"][number]["provider"],
    { status = "captured", came = 1490 }: { status?: Order["payments"][number]["status"]; came?: number } = {},
  ) => ({ provider, status, captured: euros(came) });
  const says = (...payments: ReturnType<typeof paid>[]) => manualRefundText({ payments });
  expect(says(paid("bank"))).toBe("What goes back of a bank transfer you send by hand.");
  expect(says(paid("cod", { status: "partially_refunded" }))).toBe(
    "What goes back of cash on delivery you send by hand.",
  );
  expect(says(paid("bank"), paid("demo"), paid("cod"), paid("bank"))).toBe(
    "What goes back of a bank transfer and of cash on delivery you send by hand.",
  );
  expect(says(paid("demo"), paid("stripe"))).toBeUndefined();
  expect(says(paid("cod", { status: "authorized", came: 0 }), paid("bank", { status: "refunded" }))).toBeUndefined();
});
