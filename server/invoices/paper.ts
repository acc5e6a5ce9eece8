import type { InvoiceKind } from "#contract/invoices.ts";
import type { Credit, OrderRow } from "#server/orders/orders.ts";
import { percentWords } from "#server/shop/shop.ts";
import { inEnglish, say, shopLocale } from "#words/say.ts";
import { canWrite } from "./fonts.ts";

export type Address = OrderRow["shipping_address"];
/** Everything that stands on an invoice or credit note. It is kept as it was issued, and the PDF is made from nothing else. */
export interface Paper {
  kind: InvoiceKind;
  number: string;
  issued_at: string;
  order_number: number;
  placed_at: string;
  /** The invoice a credit note belongs to, and why it was written. */
  about: { invoice: string; reason: string } | null;
  seller: { name: string; email: string; phone: string };
  buyer: { email: string | null; address: Address };
  delivered_to: Address;
  lines: PaperLine[];
  /** Figures under the lines, in their order; the last is the total. */
  figures: { label: string; amount: number }[];
  taxes: { label: string; net: number; tax: number }[];
  total: number;
  currency: string;
  locale: string;
  timezone: string;
  words: PaperWords;
}
/** The words on a paper besides its facts, as they were when it was issued; `{gaps}` are filled where it is drawn. */
export type PaperWords = ReturnType<typeof paperWords>;
export interface PaperLine {
  text: string;
  detail: string;
  quantity: number;
  /** What it comes to, discount taken off and tax included. */
  amount: number;
  /** The tax within that. */
  tax: number;
  tax_rate_bp: number | null;
}

export const paperWords = (kind: InvoiceKind) => ({
  title: kind === "invoice" ? say("Invoice {number}") : say("Credit note {number}"),
  date: say("Date {date}"),
  order: say("Order {number} of {date}"),
  about: say("For invoice {number}"),
  reason: say("Reason: {reason}"),
  billed_to: say("Billed to"),
  delivered_to: say("Delivered to"),
  item: say("Item"),
  quantity: say("Quantity"),
  tax: say("Tax"),
  amount: say("Amount"),
  tax_line: say("{label}: {tax} on {net} net"),
  as_written: say(
    "Letters this document can't show stand as question marks. The text as it was written is attached to it, and stands with the order.",
  ),
});

/** Writes a paper in the language of the shop; in English where our fonts lack its letters. */
export function onPaper<T>(write: () => T): T {
  const day = new Intl.DateTimeFormat(shopLocale(), { dateStyle: "long" }).format();
  return canWrite(Object.values(paperWords("invoice")).join(" ") + day) ? write() : inEnglish(write);
}

/** The part of a paper that is counted, for an order as it was sold. */
export type Sums = Pick<Paper, "lines" | "figures" | "taxes" | "total">;

/** What an order comes to, line by line. */
export function soldSums(order: OrderRow): Sums {
  const lines = order.lines.map((line) => paperLine(line, line.quantity, line.total_amount, line.tax_amount));
  const deliveryTax = order.tax_amount - sum(lines.map(({ tax }) => tax));
  const delivery = order.shipping_amount + (order.prices_include_tax ? 0 : deliveryTax);
  const figures = [
    { label: say("Goods"), amount: sum(lines.map(({ amount }) => amount)) },
    ...(delivery > 0 ? [{ label: deliveryOf(order), amount: delivery }] : []),
    // What an earlier discount on all of it took off.
    ...residue(order.total_amount - delivery - sum(lines.map(({ amount }) => amount))),
    { label: say("Total"), amount: order.total_amount },
  ];
  const taxes = [
    ...taxesOf(lines),
    ...(delivery > 0 ? [{ label: say("Tax on delivery"), net: delivery - deliveryTax, tax: deliveryTax }] : []),
  ];
  return { lines, figures, taxes, total: order.total_amount };
}

const deliveryOf = ({ shipping_method: method }: OrderRow) =>
  method ? say("Delivery ({way})", { way: method.name }) : say("Delivery");
const residue = (amount: number) => (amount === 0 ? [] : [{ label: say("Discount"), amount }]);

/** What a credit note takes back: units with their share, the whole order, or an amount with its part of the tax. */
export function creditSums(order: OrderRow, { what, reason }: Credit, amount: number): Sums {
  if (what.kind === "rest" && amount === order.total_amount) return soldSums(order);
  const lines =
    what.kind === "units"
      ? what.units.flatMap(({ order_line_id, quantity, amount: value, tax }) => {
          const line = order.lines.find(({ id }) => id === order_line_id);
          return line ? [paperLine(line, quantity, value, tax)] : [];
        })
      : [amountLine(order, reason, amount)];
  return { lines, figures: [{ label: say("Total"), amount }], taxes: taxesOf(lines), total: amount };
}

const amountLine = (order: OrderRow, reason: string, amount: number): PaperLine => ({
  text: reason,
  detail: "",
  quantity: 1,
  amount,
  tax: order.total_amount > 0 ? Math.round((amount * order.tax_amount) / order.total_amount) : 0,
  tax_rate_bp: null,
});

const paperLine = (line: OrderRow["lines"][number], quantity: number, amount: number, tax: number): PaperLine => ({
  text: line.name,
  detail: [...line.options.map(({ name, value }) => `${name}: ${value}`), line.sku].filter(Boolean).join(" · "),
  quantity,
  amount,
  tax,
  tax_rate_bp: line.tax_rate_bp,
});

/** Net and tax by rate, the highest first. */
function taxesOf(lines: PaperLine[]): Paper["taxes"] {
  const byRate = Map.groupBy(lines, (line) => line.tax_rate_bp);
  return [...byRate]
    .sort(([one], [other]) => (other ?? 0) - (one ?? 0))
    .map(([rate, same]) => ({
      label: rate === null ? say("Tax") : say("Tax {rate}", { rate: percentWords(rate) }),
      net: sum(same.map(({ amount, tax }) => amount - tax)),
      tax: sum(same.map(({ tax }) => tax)),
    }));
}

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
