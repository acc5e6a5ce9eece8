import { expect, test } from "vitest";
import { isDueOnDelivery, lineAmount, orderBalance, summarizeOrder, summarizeTotals } from "./order-summary.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const totals = {
  subtotal: euros(10_000),
  discount: euros(1000),
  shipping: euros(490),
  tax: euros(1515),
  total: euros(9490),
  gift_cards: euros(0),
  due: euros(9490),
};
type Order = Parameters<typeof summarizeOrder>[0];
const placed: Order = {
  status: "confirmed",
  totals,
  prices_include_tax: true,
  payments: [],
  paid: euros(0),
  refunded: euros(0),
  refunds_to_send: euros(0),
  credited: euros(0),
  gift_cards_refunded: euros(0),
};
type Figures = ReturnType<typeof summarizeTotals>;
const namedAmounts = (figures: Figures) => figures.map(({ figure, money }) => [figure, money.amount]);
/** What an order's summary says after its total. */
const afterTotal = (order: Partial<Order>) => namedAmounts(summarizeOrder({ ...placed, ...order })).slice(5);
const payment = (provider: string, status: string, amount: number) =>
  ({ provider, status, amount: euros(amount) }) as Order["payments"][number];

test("a cart's figures end with the total, and with what is due if a gift card pays a part", () => {
  expect(namedAmounts(summarizeTotals(totals, true))).toEqual([
    ["subtotal", 10_000],
    ["discount", -1000],
    ["shipping", 490],
    ["total", 9490],
    ["tax_included", 1515],
  ]);
  const net = {
    ...totals,
    discount: euros(0),
    shipping: euros(0),
    tax: euros(0),
    gift_cards: euros(1),
    due: euros(9999),
  };
  expect(namedAmounts(summarizeTotals(net, false))).toEqual([
    ["subtotal", 10_000],
    ["shipping", 0],
    ["tax", 0],
    ["total", 9490],
    ["gift_cards", -1],
    ["due", 9999],
  ]);
  expect(namedAmounts(summarizeTotals({ ...totals, tax: euros(0) }, true)).at(-1)).toEqual(["total", 9490]);
});

test("an order owes its total, less what was paid, and pays back what is too much", () => {
  expect(afterTotal({})).toEqual([["due", 9490]]);
  expect(afterTotal({ paid: euros(9490) })).toEqual([
    ["paid", -9490],
    ["due", 0],
  ]);
  expect(afterTotal({ paid: euros(9490), refunded: euros(500) })).toEqual([
    ["paid", -9490],
    ["refunded", 500],
    ["due", 500],
  ]);
  expect(afterTotal({ paid: euros(9490), credited: euros(1) })).toEqual([
    ["credited", -1],
    ["paid", -9490],
    ["to_refund", 1],
  ]);
});

test("gift cards count as paid, and what went back to them as owed again", () => {
  const paidByCard = { ...totals, gift_cards: euros(4000), due: euros(5490) };
  expect(afterTotal({ totals: paidByCard })).toEqual([
    ["gift_cards", -4000],
    ["due", 5490],
  ]);
  expect(
    afterTotal({ totals: paidByCard, paid: euros(5490), credited: euros(1), gift_cards_refunded: euros(1) }),
  ).toEqual([
    ["credited", -1],
    ["gift_cards", -4000],
    ["gift_cards_refunded", 1],
    ["paid", -5490],
    ["due", 0],
  ]);
});

test.each(["cancelled", "expired"] as const)("an order that is %s owes nothing", (status) => {
  expect(afterTotal({ status })).toEqual([["cancelled", -9490]]);
  expect(afterTotal({ status, paid: euros(9490), credited: euros(500) })).toEqual([
    ["cancelled", -9490],
    ["paid", -9490],
    ["to_refund", 9490],
  ]);
  expect(afterTotal({ status, paid: euros(9490), refunded: euros(9490) })).toEqual([
    ["cancelled", -9490],
    ["paid", -9490],
    ["refunded", 9490],
  ]);
});

test("a refund that staff have yet to send is no refund yet", () => {
  const credited = { paid: euros(9490), credited: euros(500), refunded: euros(500), refunds_to_send: euros(500) };
  expect(afterTotal(credited)).toEqual([
    ["credited", -500],
    ["paid", -9490],
    ["to_refund", 500],
  ]);
  const owed = { paid: euros(9490), refunded: euros(700), refunds_to_send: euros(500) };
  expect(afterTotal(owed)).toEqual([
    ["paid", -9490],
    ["refunded", 200],
    ["refunds_to_send", 500],
    ["due", 700],
  ]);
});

test("what the bank has reserved is not due, at most what is owed; cash on delivery is due then", () => {
  expect(afterTotal({ payments: [payment("stripe", "authorized", 9490)] })).toEqual([
    ["authorized", -9490],
    ["due", 0],
  ]);
  expect(afterTotal({ credited: euros(490), payments: [payment("stripe", "authorized", 9490)] })).toEqual([
    ["credited", -490],
    ["authorized", -9000],
    ["due", 0],
  ]);
  const twice = [payment("stripe", "authorized", 1000), payment("stripe", "authorized", 2000)];
  expect(afterTotal({ payments: [...twice, payment("stripe", "failed", 6490)] })).toEqual([
    ["authorized", -3000],
    ["due", 6490],
  ]);
  const cash = [payment("cod", "authorized", 9490)];
  expect(afterTotal({ payments: cash })).toEqual([["due_on_delivery", 9490]]);
  expect(afterTotal({ payments: cash, paid: euros(9490) })).toEqual([
    ["paid", -9490],
    ["due", 0],
  ]);
  expect(isDueOnDelivery({ payments: cash })).toBe(true);
  expect(isDueOnDelivery({ payments: [payment("cod", "captured", 9490)] })).toBe(false);
  expect(isDueOnDelivery({ payments: [payment("stripe", "authorized", 9490)] })).toBe(false);
});

test("the balance of an order is its last figure, unless that is its total", () => {
  expect(orderBalance(placed)).toEqual({ figure: "due", money: euros(9490) });
  expect(orderBalance({ ...placed, status: "cancelled" })).toBeUndefined();
  const nothing = { ...totals, discount: euros(10_000), shipping: euros(0), total: euros(0), tax: euros(0) };
  expect(orderBalance({ ...placed, status: "cancelled", totals: nothing })).toBeUndefined();
});

test("a line is its price times its units", () => {
  expect(lineAmount({ unit_price: euros(333), quantity: 3 })).toEqual(euros(999));
});
