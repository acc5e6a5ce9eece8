import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import {
  amountToCapture,
  deliveryToRefund,
  expectedRefund,
  manualRefundText,
  readRefundAmount,
  refundOnCancel,
  shareCancellation,
  shareRefund,
} from "./refund-preview.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const order = (status: Order["status"], payment_status: Order["payment_status"], refundable: number) => ({
  status,
  payment_status,
  refundable: euros(refundable),
});

test.each([
  ["not paid yet, with a gift card on it", order("pending_payment", "unpaid", 500), "unpaid"],
  ["paid", order("confirmed", "paid", 1490), "back"],
  ["of which some was refunded before", order("processing", "partially_refunded", 990), "back"],
  ["on hold as too little was paid", order("on_hold", "partially_paid", 490), "back"],
  ["whose authorization expired, with a gift card on it", order("on_hold", "voided", 500), "back"],
  ["disputed", order("confirmed", "disputed", 1490), "disputed"],
  ["to be paid on delivery", order("confirmed", "authorized", 0), "let_go"],
  ["of which all was refunded before", order("on_hold", "refunded", 0), "nothing"],
  ["whose authorization was voided", order("confirmed", "voided", 0), "nothing"],
] as const)("A6 R8 the effect of a cancellation on the money of an order %s", (_, cancelled, money) => {
  expect(refundOnCancel(cancelled)).toBe(money);
});

test("A6 R8 the expected refund is at most what is refundable, and unknown when an amount is due or disputed", () => {
  expect(expectedRefund(order("confirmed", "paid", 1490), euros(1000))).toEqual(euros(1000));
  expect(expectedRefund(order("completed", "partially_refunded", 400), euros(1000))).toEqual(euros(400));
  expect(expectedRefund(order("completed", "refunded", 0), euros(1000))).toEqual(euros(0));
  for (const status of ["partially_paid", "disputed", "authorized", "voided", "unpaid"] as const)
    expect(expectedRefund(order("processing", status, 1490), euros(1000))).toBeUndefined();
});

test.each([
  ["1.50", { amount: euros(150) }],
  ["14,90", { amount: euros(1490) }],
  ["-3", { problem: "Enter an amount greater than 0" }],
  ["0", { problem: "Enter an amount greater than 0" }],
  ["", { problem: "Enter an amount greater than 0" }],
  ["14.91", { problem: "Enter €14.90 or less" }],
])("A6 a refund of %j is previewed only where it can be made", (typed, expected) => {
  expect(readRefundAmount(typed, euros(1490))).toEqual(expected);
});

test("A6 refunds that must be sent manually are named, those a provider sends are not", () => {
  const paid = (
    provider: Order["payments"][number]["provider"],
    { status = "captured", came = 1490 }: { status?: Order["payments"][number]["status"]; came?: number } = {},
  ) => ({ provider, status, captured: euros(came) });
  const says = (...payments: ReturnType<typeof paid>[]) => manualRefundText({ payments });
  expect(says(paid("bank"))).toBe("Refunds of bank transfers must be sent manually.");
  expect(says(paid("cod", { status: "partially_refunded" }))).toBe(
    "Refunds of cash on delivery must be sent manually.",
  );
  expect(says(paid("bank"), paid("demo"), paid("cod"), paid("bank"))).toBe(
    "Refunds of bank transfers and cash on delivery must be sent manually.",
  );
  expect(says(paid("demo"), paid("stripe"))).toBeUndefined();
  expect(says(paid("cod", { status: "authorized", came: 0 }), paid("bank", { status: "refunded" }))).toBeUndefined();
});

test("A6 capturing an authorized payment takes it less what was deducted, or all of it", () => {
  const payments = [{ id: "p", status: "authorized", amount: euros(5000) }];
  const deducted = (...amounts: number[]) =>
    amounts.map((amount) => ({ payment_id: "p", status: "pending", amount: euros(amount) }));
  const capture = (refunds: object[]) => amountToCapture({ payments, refunds } as Pick<Order, "payments" | "refunds">);
  expect(capture([])).toEqual(euros(5000));
  expect(capture(deducted(1000, 500))).toEqual(euros(3500));
  expect(capture([{ ...deducted(1000)[0], status: "cancelled" }])).toEqual(euros(5000));
  expect(capture(deducted(5000))).toEqual(euros(5000));
  expect(amountToCapture({ payments: [], refunds: [] })).toBeUndefined();
});

test("a cancellation gives all that was paid back, and the rest to gift cards", () => {
  const paid = { refundable: euros(5000), totals: { gift_cards: euros(2000) }, gift_cards_refunded: euros(500) };
  expect(shareCancellation(paid as Order)).toEqual({ paid: euros(3500), cards: euros(1500) });
  const onCardsAlone = { ...paid, refundable: euros(1500) };
  expect(shareCancellation(onCardsAlone as Order)).toEqual({ paid: euros(0), cards: euros(1500) });
});

test("a refund is taken of payments and authorizations first, gift cards get the rest", () => {
  const share = (amount: number, ...payments: [refundable: number, captured: number][]) => {
    const shared = shareRefund(
      {
        total: euros(9000),
        totals: { gift_cards: euros(1500) } as Order["totals"],
        gift_cards_refunded: euros(500),
        payments: payments.map(([left, captured]) => ({ refundable: euros(left), captured: euros(captured) })),
      },
      amount,
    );
    return [shared.paid.amount, shared.uncaptured.amount, shared.cards.amount];
  };
  expect(share(3000, [3500, 4000])).toEqual([3000, 0, 0]);
  expect(share(4000, [3500, 4000])).toEqual([3500, 0, 500]);
  expect(share(1000, [5000, 0])).toEqual([0, 1000, 0]);
  expect(share(6000, [5000, 0])).toEqual([0, 5000, 1000]);
  // One that is enough pays all of it, else the largest comes first.
  expect(share(3000, [1000, 1000], [5000, 0])).toEqual([0, 3000, 0]);
  expect(share(6000, [1500, 2000], [5000, 0])).toEqual([1000, 5000, 0]);
  expect(share(500)).toEqual([0, 0, 500]);
  // What is neither of a payment nor left on a gift card can't be refunded.
  expect(share(2000, [500, 4000])).toEqual([500, 0, 1000]);
});

test("the delivery cost is offered with the return of a withdrawal that leaves nothing with the customer", () => {
  const money = (amount: number) => ({ amount, currency: "EUR" });
  const item = { id: 1, quantity: 2, cancelled_qty: 0, returned_qty: 0, total: money(2000) };
  const order = { items: [item], total: money(2490), credited: money(0) } as unknown as Order;
  const offered = (units: number, is_withdrawal = true, of = order) =>
    deliveryToRefund(of, { is_withdrawal }, new Map([[1, units]]), money(units * 1000))?.amount;
  expect([offered(2), offered(1), offered(2, false)]).toEqual([490, undefined, undefined]);
  const refunded = { ...order, credited: money(490) };
  expect(offered(2, true, refunded)).toBe(undefined);
});
