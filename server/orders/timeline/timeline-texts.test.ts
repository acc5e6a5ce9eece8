import { expect, test } from "vitest";
import type { LineRow } from "#server/orders/line-row.ts";
import type { TimelineEvent } from "./timeline-events.ts";
import { timelineText } from "./timeline-texts.ts";

const order = { currency: "EUR", lines: [{ id: 1, name: "Cup" }] as LineRow[] };
const read = (event: TimelineEvent) =>
  (["customer", "admin"] as const).map((who) => timelineText({ ...event, text: event.text ?? null }, order, who));
const refund = { items: [], is_captured: true, to_send: false, on_cards: 0, only_cards: false };
const items = [{ order_item_id: 1, quantity: 2 }];

test("a refund is said to be sent only once it is", () => {
  expect(read({ type: "refund", data: { ...refund, to_send: true } })).toEqual([
    "We'll send you a refund.",
    "Refund to be sent.",
  ]);
  expect(read({ type: "refund", data: { ...refund, items, to_send: true } })).toEqual([
    "We'll send you a refund for 2 × Cup.",
    "Refund for 2 × Cup to be sent.",
  ]);
  expect(read({ type: "refund", data: { ...refund, items } })).toEqual([
    "Refund for 2 × Cup.",
    "Refund for 2 × Cup started.",
  ]);
  expect(read({ type: "payment_returned", data: { cause: "paid_twice", to_send: true } })).toEqual([
    "This order was paid twice. We'll send the second payment back to you.",
    "The order was paid twice. Send the second payment back.",
  ]);
  expect(read({ type: "refund_sent", data: {} })).toEqual(["We've sent your refund.", "Refund marked as sent."]);
});

test("a refund to gift cards alone names their amount", () => {
  const cards = { ...refund, on_cards: 610, only_cards: true };
  expect(read({ type: "refund", data: cards })).toEqual([
    "€6.10 goes back to your gift card.",
    "€6.10 returned to the gift card.",
  ]);
  expect(read({ type: "refund", data: { ...cards, items } })[1]).toBe(
    "Refund for 2 × Cup: €6.10 returned to the gift card.",
  );
});

test("staff read the timeline in words meant for them", () => {
  expect(read({ type: "shipped", data: { carrier: "DHL" } })).toEqual([
    "Your items are on their way with DHL.",
    "Items shipped with DHL.",
  ]);
  expect(read({ type: "expired", data: { to_cart: true } })[1]).toBe(
    "Order expired without payment. The items went back to the customer's cart.",
  );
  expect(read({ type: "expired", data: { to_cart: false } })[1]).toBe("Order expired without payment.");
  expect(read({ type: "note", text: "Called the customer.", data: {} })[1]).toBe("Called the customer.");
});

test("events of earlier versions keep their text", () => {
  const earlier = { type: "delivered", data: null, text: "Your items were delivered." };
  expect(timelineText(earlier, order, "customer")).toBe("Your items were delivered.");
  expect(timelineText(earlier, order, "admin")).toBe("Items delivered.");
  const forStaff = (type: string, text: string) => timelineText({ type, data: null, text }, order, "admin");
  expect(forStaff("shipped", "Your items are on their way.")).toBe("Items shipped.");
  expect(forStaff("expired", "The order expired before it was paid. Its items are back in the cart.")).toBe(
    "Order expired without payment. The items went back to the customer's cart.",
  );
  expect(forStaff("expired", "The order expired before it was paid.")).toBe("Order expired without payment.");
  expect(forStaff("return_approved", "Return 3 approved. You can send your items now.")).toBe(
    "Return approved. The customer can send the items.",
  );
  expect(forStaff("refund", "A refund is on its way to you.")).toBe("Refund started.");
  expect(forStaff("refund", "You'll be charged less.")).toBe("Amount deducted from the authorized payment.");
  expect(forStaff("refund", "Refund for 2 × Cup.")).toBe("Refund for 2 × Cup.");
  expect(timelineText({ type: "edited", data: null, text: "Changed: email." }, order, "admin")).toBe("Changed: email.");
});
