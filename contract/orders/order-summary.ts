import type { Totals } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";
import type { Order, OrderItem } from "./orders.ts";

/** A figure of a summary: its name, and its amount with the sign it has in the sum. */
export interface SummaryFigure {
  figure: SummaryFigureName;
  money: Money;
}
export type SummaryFigureName =
  | "subtotal"
  | "discount"
  | "shipping"
  | "tax"
  | "total"
  | "tax_included"
  | "gift_cards"
  | "gift_cards_refunded"
  | "cancelled"
  | "credited"
  | "authorized"
  | "paid"
  | "refunded"
  | "due"
  | "due_on_delivery"
  | "to_refund"
  | "refunds_to_send";

/** Figures that are the sum of all others before them; `tax_included` is part of the others and in no sum. */
export const sumFigures: readonly SummaryFigureName[] = ["total", "due", "due_on_delivery", "to_refund"];

/** The figures of a cart or quote, up to the amount due. */
export function summarizeTotals(totals: Totals, pricesIncludeTax: boolean): SummaryFigure[] {
  const { gift_cards, due } = totals;
  return [
    ...figuresUpToTotal(totals, pricesIncludeTax),
    ...(gift_cards.amount > 0
      ? [
          { figure: "gift_cards" as const, money: less(gift_cards) },
          { figure: "due" as const, money: due },
        ]
      : []),
  ];
}

function figuresUpToTotal({ subtotal, discount, shipping, tax, total }: Totals, pricesIncludeTax: boolean) {
  return presentFigures([
    ["subtotal", subtotal],
    ["discount", discount.amount > 0 && less(discount)],
    ["shipping", shipping],
    ["tax", !pricesIncludeTax && tax],
    ["total", total],
    ["tax_included", pricesIncludeTax && tax.amount > 0 && tax],
  ]);
}

type SummarizedOrder = Pick<
  Order,
  | "status"
  | "totals"
  | "prices_include_tax"
  | "payments"
  | "paid"
  | "refunded"
  | "refunds_to_send"
  | "credited"
  | "gift_cards_refunded"
>;

/** The figures of a placed order: the totals it was placed with, what was credited, paid and refunded, and what is due. */
export function summarizeOrder(order: SummarizedOrder): SummaryFigure[] {
  const { totals, paid, refunded, gift_cards_refunded: returned } = order;
  const { currency } = totals.total;
  const money = (amount: number): Money => ({ amount, currency });
  const isEnded = order.status === "cancelled" || order.status === "expired";
  // Nothing is charged for an order that ended, whether or not it was confirmed before.
  const credited = isEnded ? totals.total.amount : order.credited.amount;
  const owed = totals.total.amount - credited - totals.gift_cards.amount + returned.amount;
  const balance = owed - paid.amount + refunded.amount;
  const authorized = Math.max(0, Math.min(balance, authorizedAmount(order)));
  const toSend = order.refunds_to_send.amount;
  // With nothing due, what is to be sent is the balance.
  const isBalance = balance <= 0;
  return presentFigures([
    ...figuresUpToTotal(totals, order.prices_include_tax).map(({ figure, money }) => [figure, money] as const),
    [isEnded ? "cancelled" : "credited", credited > 0 && money(-credited)],
    ["gift_cards", totals.gift_cards.amount > 0 && less(totals.gift_cards)],
    ["gift_cards_refunded", returned.amount > 0 && returned],
    ["paid", paid.amount > 0 && less(paid)],
    ["refunded", refunded.amount > toSend && money(refunded.amount - toSend)],
    ["refunds_to_send", !isBalance && toSend > 0 && money(toSend)],
    ["authorized", authorized > 0 && money(-authorized)],
    ...balanceFigure(order, money(isBalance ? balance - toSend : balance - authorized)),
  ]);
}

/** The amount of a line before discounts, as in the cart; tax that prices don't include comes on top. */
export const lineAmount = ({ unit_price, quantity }: Pick<OrderItem, "unit_price" | "quantity">): Money => ({
  ...unit_price,
  amount: unit_price.amount * quantity,
});

/** The figure at the end of an order's summary: what the customer still pays, or gets back. */
export function orderBalance(order: SummarizedOrder): SummaryFigure | undefined {
  const last = summarizeOrder(order).at(-1);
  return last && last.figure !== "total" && sumFigures.includes(last.figure) ? last : undefined;
}

/** Whether the rest is paid in cash to the carrier. */
export const isDueOnDelivery = ({ payments }: Pick<Order, "payments">): boolean =>
  payments.some(({ provider, status }) => provider === "cod" && status === "authorized");

function balanceFigure(order: SummarizedOrder, balance: Money): Entry[] {
  if (balance.amount < 0) return [["to_refund", less(balance)]];
  if (balance.amount === 0 && (order.status === "cancelled" || order.status === "expired")) return [];
  return [[balance.amount > 0 && isDueOnDelivery(order) ? "due_on_delivery" : "due", balance]];
}

/** What the customer's bank has reserved; cash on delivery is not. */
const authorizedAmount = ({ payments }: SummarizedOrder) =>
  payments.reduce(
    (sum, { provider, status, amount }) => (status === "authorized" && provider !== "cod" ? sum + amount.amount : sum),
    0,
  );

type Entry = readonly [SummaryFigureName, Money | false];

const presentFigures = (entries: Entry[]): SummaryFigure[] =>
  entries.flatMap(([figure, money]) => (money ? [{ figure, money }] : []));

const less = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });
