import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { adminTimelineText, isOfCharged, paymentAttemptLabel, uncapturedRefundLabel } from "./order-labels.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });

test("R8 C11 an underpaid transfer is partly paid, a complete one is paid", () => {
  const transfer = { provider: "bank", status: "captured", amount: euros(3400) } as const;
  expect(paymentAttemptLabel({ ...transfer, captured: euros(1000) }).label).toBe("Partially paid");
  expect(paymentAttemptLabel({ ...transfer, captured: euros(3400) }).label).toBe("Paid");
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

test("A6 the timeline of administrators says that items are back in a cart only where they came from one", () => {
  const event = { type: "expired", at: "2026-11-27T10:00:00Z", text: "", by: null };
  const text = (from_cart: boolean) => adminTimelineText(event, { from_cart } as Order);
  expect(text(true)).toBe("Order expired without payment. The items went back to the customer's cart.");
  expect(text(false)).toBe("Order expired without payment.");
});
