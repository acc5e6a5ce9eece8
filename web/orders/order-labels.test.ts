import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import {
  changesOf,
  isOfCharged,
  orderPaymentLabel,
  paymentAmount,
  paymentAttemptLabel,
  statusLabelsOf,
  uncapturedRefundLabel,
} from "./order-labels.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });

test("R8 C11 an underpaid transfer is partly paid, a complete one is paid", () => {
  const transfer = { provider: "bank", status: "captured", amount: euros(3400) } as const;
  expect(paymentAttemptLabel({ ...transfer, captured: euros(1000) }).label).toBe("Partially paid");
  expect(paymentAttemptLabel({ ...transfer, captured: euros(3400) }).label).toBe("Paid");
});

test("cash on delivery is due then, of the order and of its payment; other payments are authorized", () => {
  const order = { payment_status: "authorized", refunds_to_send: euros(0) } as const;
  expect(orderPaymentLabel({ ...order, payment_method: "cod" }).label).toBe("Due on delivery");
  expect(orderPaymentLabel({ ...order, payment_method: "stripe" }).label).toBe("Authorized");
  const payment = { status: "authorized", amount: euros(3400), captured: euros(0) } as const;
  expect(paymentAttemptLabel({ ...payment, provider: "cod" }).label).toBe("Due on delivery");
  expect(paymentAttemptLabel({ ...payment, provider: "stripe" }).label).toBe("Authorized");
});

test("R8 a refund of a payment that is only authorized is a deduction, as nothing was taken", () => {
  const payment = { id: "p", captured: euros(0) };
  const refund = { payment_id: "p", status: "pending" } as Order["refunds"][number];
  const orderWith = (captured: number) => ({ payments: [{ ...payment, captured: euros(captured) }] }) as Order;
  expect(isOfCharged(orderWith(0), refund)).toBe(false);
  expect(isOfCharged(orderWith(3400), refund)).toBe(true);
  expect(isOfCharged(orderWith(3400), { ...refund, status: "cancelled" })).toBe(false);
  expect(uncapturedRefundLabel(refund).label).toBe("Won't be charged");
  expect(uncapturedRefundLabel({ ...refund, status: "cancelled" }).label).toBe("Not charged");
});

test("the amount of a payment is what arrived where that is more than was asked for", () => {
  const transfer = { provider: "bank", status: "captured", amount: euros(9500) } as const;
  expect(paymentAmount({ ...transfer, captured: euros(10_000) })).toBe("€100.00");
  expect(paymentAmount({ ...transfer, status: "partially_refunded", captured: euros(10_000) })).toBe("€100.00");
  expect(paymentAmount({ ...transfer, captured: euros(9500) })).toBe("€95.00");
  expect(paymentAmount({ ...transfer, captured: euros(4000) })).toBe("€40.00 of €95.00");
  expect(paymentAmount({ ...transfer, status: "requires_action", captured: euros(0) })).toBe("€95.00");
});

test("what is not charged any more doesn't count as unpaid", () => {
  const cash = { id: "p", provider: "cod", status: "captured", amount: euros(1700), captured: euros(400) } as const;
  const refund = { payment_id: "p", provider: "cod", status: "cancelled", amount: euros(1300) };
  const orderWith = (...refunds: object[]) => ({ refunds }) as unknown as Order;
  const changes = changesOf(orderWith(refund), cash);
  expect([paymentAmount(cash, changes), paymentAttemptLabel(cash, changes).label]).toEqual(["€4.00", "Paid"]);
  const unsent = { ...refund, status: "succeeded", sent_at: null, amount: euros(400) };
  const back = changesOf(orderWith(refund, unsent), cash);
  expect([paymentAmount(cash, back), paymentAttemptLabel(cash, back).label]).toEqual(["€4.00", "To be refunded"]);
  const due = { ...cash, status: "authorized", captured: euros(0) } as const;
  expect(paymentAmount(due, changes)).toBe("€4.00");
});

test("cash on delivery is due on delivery until it is paid", () => {
  const cash = { provider: "cod", status: "authorized", amount: euros(3400), captured: euros(0) } as const;
  expect(paymentAttemptLabel(cash).label).toBe("Due on delivery");
  expect(paymentAttemptLabel({ ...cash, provider: "stripe" }).label).toBe("Authorized");
  const order = { payment_status: "authorized", payment_method: "cod", refunds_to_send: euros(0) } as const;
  expect(orderPaymentLabel(order).label).toBe("Due on delivery");
  expect(orderPaymentLabel({ ...order, payment_method: "stripe" }).label).toBe("Authorized");
  expect(orderPaymentLabel({ ...order, payment_status: "paid" }).label).toBe("Paid");
});

test("R8 each word about an order is said once", () => {
  const order = {
    payment_status: "refunded",
    payment_method: "bank",
    refunds_to_send: euros(0),
    packed_at: null,
  } as const;
  const labels = (one: Parameters<typeof statusLabelsOf>[0]) => statusLabelsOf(one).map(({ label }) => label);
  const back = { ...order, status: "closed_returned", fulfilment_status: "returned" } as const;
  expect(labels(back)).toEqual(["Returned", "Refunded"]);
  expect(labels({ ...back, status: "completed" })).toEqual(["Completed", "Refunded", "Returned"]);
});
