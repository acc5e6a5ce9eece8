import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { cancelledMoney, orderSummary } from "./order-parts.ts";

type Input = Parameters<typeof cancelledMoney>[0];
const euros = (amount: number) => ({ amount, currency: "EUR" });
const money = ({ amount, currency }: { amount: number; currency: string }) => `${currency} ${amount}`;

interface Paid {
  paid?: number;
  cards?: number;
  payments?: { provider: string; captured: number }[];
}
/** The email's sentence about an order's money; `facts` are what the cancellation itself gave back. */
const sentence = ({ paid = 0, cards = 0, payments = [] }: Paid, facts: Input["facts"] = {}) =>
  cancelledMoney({
    order: {
      total: euros(5000),
      paid: euros(paid),
      totals: { gift_cards: euros(cards) },
      payments: payments.map(({ provider, captured }) => ({ provider, captured: euros(captured) })),
    } as Input["order"],
    facts,
    money,
  });
const byCard = [{ provider: "stripe", captured: 5000 }];

test("a cancelled order names what is refunded and what goes back to gift cards", () => {
  expect(sentence({ paid: 5000, payments: byCard })).toBe("We'll refund EUR 5000 to your original payment method.");
  expect(sentence({ paid: 4000, cards: 1000, payments: byCard })).toBe(
    "We'll refund EUR 4000, and EUR 1000 goes back to your gift card.",
  );
  expect(sentence({ cards: 5000 })).toBe(
    "EUR 5000 goes back to your gift card. You haven't been charged anything else.",
  );
  expect(sentence({})).toBe("You haven't been charged anything.");
});

test("a refund that staff send themselves names no payment method", () => {
  expect(sentence({ paid: 5000, payments: [{ provider: "bank", captured: 5000 }] })).toBe("We'll refund EUR 5000.");
  const unpaid = { provider: "bank", captured: 0 };
  expect(sentence({ paid: 5000, payments: [unpaid, ...byCard] })).toMatch(/original payment method/);
});

test("what went back earlier is not named again", () => {
  const order = { paid: 4000, cards: 1000, payments: byCard };
  expect(sentence(order, { refund: 1, on_cards: 1 })).toBe(
    "We'll refund EUR 1, and EUR 1 goes back to your gift card.",
  );
  expect(sentence(order, { refund: 4000, on_cards: 0 })).toMatch(/^We'll refund EUR 4000 to/);
  expect(sentence(order, { refund: 0, on_cards: 1000 })).toBe("EUR 1000 goes back to your gift card.");
  expect(sentence(order, { refund: 0, on_cards: 0 })).toBe("");
  expect(sentence({ cards: 1000 }, { refund: 0, on_cards: 0 })).toBe("");
});

test("the items of an order have the unit price of those with a measure", () => {
  const item = { quantity: 2, name: "Oil", options: [], thumbnail: "/failed_image.png", unit_price: euros(1299) };
  const items = [
    { ...item, price_per_measure: { ...euros(1732), base: "l" } },
    { ...item, name: "Cup", price_per_measure: null },
  ];
  const none = euros(0);
  const totals = {
    subtotal: none,
    discount: none,
    shipping: none,
    tax: none,
    total: none,
    gift_cards: none,
    due: none,
  };
  const sums = { paid: none, refunded: none, credited: none, gift_cards_refunded: none, refunds_to_send: none };
  const order = { items, totals, payments: [], refunds: [], ...sums };
  const base = "https://shop.example";
  const summary = orderSummary({ order: order as unknown as Input["order"], money, base });
  const text = summary.map((part) => renderToStaticMarkup(part)).join("");
  expect(text).toContain("2 × Oil (EUR 1732 per l)");
  expect(text).toContain("2 × Cup<");
});
