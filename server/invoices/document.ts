import { pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { InvoiceKind } from "#contract/invoices.ts";
import type { ReverseCharge } from "#contract/taxes.ts";
import { splitTax } from "#server/cart/cart.ts";
import type { Credit, OrderRow } from "#server/orders/orders.ts";
import { formatMoney, formatPercent } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { unitPriceText } from "#words/unit-prices.ts";
import type { PaymentPart } from "./payment-part.ts";
import { isInsideEu, isService, servicesIn } from "./sales-list/services.ts";
import { deliveryPart, joined, partOfRate, partsLeft, rateOfPart, type TaxPart, takeParts } from "./tax-shares.ts";

export type Address = OrderRow["shipping_address"];
/** The content of an invoice or credit note, stored as it was issued. The PDF is made from nothing else. */
export interface InvoiceDocument {
  kind: InvoiceKind;
  number: string;
  issued_at: string;
  order_number: number;
  placed_at: string;
  /** The invoice of a credit note, and the reason for it. */
  about: { invoice: string; reason: string } | null;
  /** Documents issued before the shop had an address have none. */
  seller: { name: string; address?: string | null; vat_id?: string | null; email: string | null; phone: string | null };
  buyer: { email: string | null; address: Address };
  delivered_to: Address;
  lines: DocumentLine[];
  /** Sums below the lines, in order; the last is the total. */
  figures: Figure[];
  /** Tax by part: the goods of one rate, or the delivery. */
  taxes: TaxRow[];
  total: number;
  /** Null on credit notes. */
  payment: PaymentPart | null;
  currency: string;
  locale: string;
  /** Of its words. Documents issued before they could be in Arabic or Hebrew have none. */
  direction?: "ltr" | "rtl";
  /** When the goods are expected to arrive; null on credit notes and without a shipping method. */
  delivery?: string | null;
  timezone: string;
  /** Said below the amounts, such as why no tax is charged. */
  remarks?: string[];
  words: DocumentLabels;
}
/** Net and tax of a part; `rates` (parts per million) if it is the tax of several rates, which are printed each. */
export interface TaxRow {
  part?: string;
  label: string;
  net: number;
  tax: number;
  rates?: { label: string; tax: number; rate_ppm?: number }[];
}
/** The labels of a document, as they were when it was issued. Placeholders are filled in the PDF. */
export type DocumentLabels = Omit<ReturnType<typeof documentLabels>, "delivery"> & { delivery?: string };
export interface Figure {
  label: string;
  amount: number;
}
export interface DocumentLine {
  text: string;
  detail: string;
  quantity: number;
  /** Null for an amount that is not about units. */
  unit_price: number | null;
  /** What is between the price of the units and the amount: discount, and tax that prices don't include. */
  adjustments: Figure[];
  /** After discount, including tax. */
  amount: number;
  /** The tax included in the amount. */
  tax: number;
  /** Parts per million. Documents issued before have `tax_rate_bp`. */
  tax_rate_ppm?: number | null;
  /** Basis points, of documents issued by earlier versions. */
  tax_rate_bp?: number | null;
  /** A service, in an order of goods and services without VAT. */
  is_service?: true;
  /** What of an amount that is not about units is of services, in such an order. */
  services?: number;
}

/** The tax rate of a line in parts per million; null for an amount without one. */
export function rateOfLine({ tax_rate_ppm: rate, tax_rate_bp: basisPoints }: DocumentLine): number | null {
  if (rate !== undefined) return rate;
  return basisPoints === undefined || basisPoints === null ? null : basisPoints * 100;
}

export const documentLabels = (kind: InvoiceKind) => ({
  title: kind === "invoice" ? say("Invoice {number}") : say("Credit note {number}"),
  date: say("Date {date}"),
  order: say("Order {number} of {date}"),
  delivery: say("Expected delivery {dates}"),
  about: say("For invoice {number}"),
  reason: say("Reason: {reason}"),
  billed_to: say("Billing address"),
  delivered_to: say("Delivery address"),
  vat_id: say("VAT ID {id}"),
  item: say("Item"),
  quantity: say("Quantity"),
  unit_price: say("Unit price"),
  tax: say("Tax"),
  amount: say("Amount"),
  tax_line: say("{label}: {tax} on {net} net"),
  due: say("Amount due"),
  as_written: say(
    "Characters that can't be displayed appear as question marks. The original text is attached and shown in the order.",
  ),
});

/** What a document says of its order. */
export const remarksOf = ({ tax_free_export, reverse_charge }: OrderRow): string[] => [
  ...(tax_free_export ? [say("Tax-free export delivery.")] : []),
  ...(reverse_charge ? supplyRemarks(reverse_charge) : []),
];

const supplyRemarks = (proof: ReverseCharge): string[] =>
  proof.supplies.map((supply) => {
    if (supply === "goods")
      return say("VAT-exempt intra-Community supply of goods (article 138 of Directive 2006/112/EC).");
    return isInsideEu(proof, supply)
      ? say("Reverse charge: the customer owes the VAT (article 196 of Directive 2006/112/EC).")
      : say("Reverse charge: the customer owes the VAT.");
  });

/** The amounts of a document. */
export type Sums = Pick<InvoiceDocument, "lines" | "figures" | "taxes" | "total">;

/** The amounts of an invoice for a whole order. */
export function soldSums(order: OrderRow): Sums {
  const lines = order.lines.map((line) => documentLine(order, line, line));
  const deliveryTax = order.tax_amount - sum(lines.map(({ tax }) => tax));
  const delivery = order.shipping_amount + (order.prices_include_tax ? 0 : deliveryTax);
  const figures = [
    { label: say("Items"), amount: sum(lines.map(({ amount }) => amount)) },
    ...(delivery > 0 ? [{ label: deliveryOf(order), amount: delivery }] : []),
    // A discount on the whole order.
    ...residue(order.total_amount - delivery - sum(lines.map(({ amount }) => amount))),
    { label: say("Total"), amount: order.total_amount },
  ];
  const goods = lines.map((line) => ({
    part: partOfRate(rateOfLine(line) ?? 0),
    amount: line.amount,
    tax: line.tax,
  }));
  const delivered = delivery > 0 ? deliveryParts(order, { amount: delivery, tax: deliveryTax }) : [];
  return { lines, figures, taxes: taxRows(order, [...goods, ...delivered]), total: order.total_amount };
}

/** The parts of the delivery by tax rate, joined with the goods of that rate; one without a rate for earlier orders. */
function deliveryParts(order: OrderRow, whole: { amount: number; tax: number }): TaxPart[] {
  const parts = order.shipping_taxes ?? [];
  if (parts.length === 0) return [{ part: deliveryPart, ...whole }];
  return parts.map(({ amount, tax, ...rate }) => ({
    part: partOfRate("rate_ppm" in rate ? rate.rate_ppm : rate.rate_bp * 100),
    amount: order.prices_include_tax ? amount : amount + tax,
    tax,
  }));
}

const deliveryOf = ({ shipping_method: method }: OrderRow) =>
  method ? say("Delivery ({method})", { method: method.name }) : say("Delivery");
const residue = (amount: number) => (amount === 0 ? [] : [{ label: say("Discount"), amount }]);

/**
 * The amounts of a credit note: of units, of the whole order, or of an amount. Its tax is deducted from the parts of the
 * invoice that its other credit notes, `notes`, have `left`.
 */
export function creditSums(
  order: OrderRow,
  { what, reason }: PendingCreditNote,
  amount: number,
  { left, notes, invoice }: { left: TaxPart[]; notes: InvoiceDocument[]; invoice: InvoiceDocument | undefined },
): Sums {
  if (what.kind === "rest" && amount === order.total_amount) return soldSums(order);
  const units = what.kind === "units" && what.amount === amount ? what.units : [];
  const credited = units.flatMap(({ order_line_id, quantity, amount: value, tax }) => {
    const line = order.lines.find(({ id }) => id === order_line_id);
    return line ? [documentLine(order, line, { quantity, total_amount: value, tax_amount: tax })] : [];
  });
  const services = ("services" in what ? what.services : undefined) ?? servicesIn(amount, invoice, notes);
  const lines = credited.length > 0 ? credited : [amountLine(reason, amount, services)];
  const taken = takeParts(left, lines.map(creditOf));
  return {
    lines: lines.map((line, index) => ({ ...line, tax: sum((taken[index] ?? []).map(({ tax }) => tax)) })),
    figures: [{ label: say("Total"), amount }],
    taxes: taxRows(order, taken.flat(), notes),
    total: amount,
  };
}

/** The amounts that reverse an issued credit note. */
export const reversedSums = ({ lines, figures, taxes, total }: InvoiceDocument): Sums => ({
  lines: lines.map((line) => ({
    ...line,
    unit_price: line.unit_price && -line.unit_price,
    adjustments: reversed(line.adjustments),
    amount: -line.amount,
    tax: -line.tax,
    ...(line.services && { services: -line.services }),
  })),
  figures: reversed(figures),
  taxes: taxes.map(reversedRow),
  total: -total,
});

const reversedRow = ({ rates, ...row }: TaxRow): TaxRow => ({
  ...row,
  net: -row.net,
  tax: -row.tax,
  ...(rates ? { rates: rates.map((one) => ({ ...one, tax: -one.tax })) } : {}),
});

const reversed = (figures: Figure[]) => figures.map((figure) => ({ ...figure, amount: -figure.amount }));

const amountLine = (reason: string, amount: number, services: number): DocumentLine => ({
  text: reason,
  detail: "",
  quantity: 1,
  unit_price: null,
  adjustments: [],
  amount,
  tax: 0,
  tax_rate_ppm: null,
  ...(services !== 0 && { services }),
});

function creditOf(line: DocumentLine) {
  const rate = rateOfLine(line);
  return { part: rate === null ? null : partOfRate(rate), amount: line.amount, tax: line.tax };
}

/** The parts of an invoice that its credit notes have not credited yet. */
export function remainingTaxParts(order: OrderRow, invoice: InvoiceDocument, notes: InvoiceDocument[]): TaxPart[] {
  const sold = partsOn(invoice) ?? partsOn(soldSums(order)) ?? [];
  const off = invoice.total - sum(sold.map(({ amount }) => amount));
  const discount = off === 0 ? [] : [{ part: discountPart, amount: off, tax: 0 }];
  return notes.reduce(
    (left, note) => partsLeft(left, partsOn(note) ?? estimateTaxParts(left, note)),
    [...sold, ...discount],
  );
}

/** The parts of a document that does not name them: those of its lines, and a share of each for the rest. */
function estimateTaxParts(left: TaxPart[], { lines, total }: InvoiceDocument): TaxPart[] {
  const rest = total - sum(lines.map(({ amount }) => amount));
  return takeParts(left, [...lines.map(creditOf), { part: null, amount: rest, tax: 0 }]).flat();
}

const partsOn = ({ taxes }: Pick<InvoiceDocument, "taxes">): TaxPart[] | undefined => {
  const parts = taxes.flatMap(({ part, net, tax }) => (part === undefined ? [] : [{ part, amount: net + tax, tax }]));
  return parts.length < taxes.length ? undefined : parts;
};

function documentLine(
  order: OrderRow,
  line: OrderRow["lines"][number],
  { quantity, total_amount: amount, tax_amount: tax }: { quantity: number; total_amount: number; tax_amount: number },
): DocumentLine {
  const { prices_include_tax, coupon_code: code, currency } = order;
  const addedTax = prices_include_tax ? 0 : tax;
  const adjustments = [
    {
      label: code ? say("Discount ({code})", { code }) : say("Discount"),
      amount: amount - addedTax - quantity * line.unit_price_amount,
    },
    { label: say("Tax"), amount: addedTax },
  ];
  return {
    text: line.name,
    detail: [...line.options.map(({ name, value }) => `${name}: ${value}`), line.sku, unitPrice(line, currency)]
      .filter(Boolean)
      .join(" · "),
    quantity,
    unit_price: line.unit_price_amount,
    adjustments: adjustments.filter((one) => one.amount !== 0),
    amount,
    tax,
    tax_rate_ppm: line.tax_rate_ppm,
    ...(isService(order, line.variation_id) && { is_service: true }),
  };
}

/** "€16.00 per l"; null without a measure. */
function unitPrice({ unit_price_amount: amount, measure }: OrderRow["lines"][number], currency: string) {
  const price = pricePerMeasure({ amount, currency }, measure);
  return price && unitPriceText(formatMoney(price.amount, currency), price.base);
}

const discountPart = "discount";

/** Net and tax of each part, the highest rate first; `notes` are the credit notes before this one. */
const taxRows = (order: OrderRow, parts: TaxPart[], notes: InvoiceDocument[] = []): TaxRow[] =>
  joined(parts)
    .sort((one, other) => rateOf(other) - rateOf(one))
    .map((one) => ({
      part: one.part,
      label: labelOf(one),
      net: one.amount - one.tax,
      tax: one.tax,
      ...ratesIn(order, one, notes),
    }));

/** What of a tax is due to each of its rates. Together, credit notes credit of each what the invoice charged. */
function ratesIn({ tax_parts: known }: OrderRow, one: TaxPart, notes: InvoiceDocument[]): Pick<TaxRow, "rates"> {
  const parts = known?.[rateOf(one)];
  if (!parts) return {};
  const earlier = notes.flatMap(({ taxes }) => taxes.filter(({ part }) => part === one.part));
  const before = sum(earlier.map(({ tax }) => tax));
  const creditedOf = (rate: number) =>
    sum(earlier.map(({ tax, rates }) => (rates ?? splitTax(tax, parts))[rate]?.tax ?? 0));
  return {
    rates: splitTax(before + one.tax, parts).map(({ name, rate_ppm, tax }, rate) => ({
      label: `${name} ${formatPercent(rate_ppm)}`,
      tax: tax - creditedOf(rate),
      rate_ppm,
    })),
  };
}

const rateOf = ({ part }: TaxPart) => rateOfPart(part);
function labelOf(one: TaxPart): string {
  if (one.part === deliveryPart) return say("Tax on delivery");
  return one.part === discountPart ? say("Discount") : say("Tax {rate}", { rate: formatPercent(rateOf(one)) });
}

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);

/** A credit note to issue, and its invoice. */
export interface PendingCreditNote {
  reason: string;
  /** `services` is what of the amount is of services; undefined if it follows from what the invoice has left. */
  what: Credit["what"] | { kind: "amount"; amount: number; services: number } | { kind: "undone"; noteId: string };
  invoiceId: string | null;
}
