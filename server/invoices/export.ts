import { InvoiceKind } from "#contract/invoices.ts";
import { amountCell, batches, type Columns } from "#server/platform/csv.ts";
import type { Db } from "#server/platform/database/database.ts";
import { localDay } from "#server/shop/shop.ts";
import type { InvoiceDocument, TaxRow } from "./document.ts";
import { type IssuedPeriod, type IssuedRow, listIssuedForExport } from "./invoices.sql.ts";
import { rateOfPart } from "./tax-shares.ts";

/** A part of a document with one tax rate. Amounts of credit notes are negative, so that a column adds up. */
interface DocumentPart {
  document: IssuedRow;
  /** In percent; null for what has no rate, such as a discount on the whole order. */
  rate: number | null;
  /** As the document names it. */
  name: string | null;
  net: number;
  tax: number;
}

/** The parts of the documents of a period, invoices first, in the order of their numbers. */
export async function* listDocumentParts(db: Db, period: IssuedPeriod): AsyncGenerator<DocumentPart[]> {
  for (const kind of InvoiceKind.options)
    for await (const rows of batches((after, limit) =>
      listIssuedForExport(db, kind, period, { after: after ?? 0, limit }),
    ))
      yield rows.flatMap(({ issued }) => partsOf(issued));
}

function partsOf(document: IssuedRow): DocumentPart[] {
  const { kind, taxes, total } = document.data;
  const sign = kind === "credit_note" ? -1 : 1;
  const rest = taxes.reduce((left, { net, tax }) => left - net - tax, total);
  const parts = taxes.flatMap(linesOf);
  if (rest !== 0 || parts.length === 0) parts.push({ rate: null, name: null, net: rest, tax: 0 });
  return parts.map(({ net, tax, ...part }) => ({ document, ...part, net: sign * net, tax: sign * tax }));
}

/** A line for each rate. The net amount, which taxes beside each other share, is in the first of theirs. */
function linesOf({ part = "", label: name, net, tax, rates = [] }: TaxRow): Omit<DocumentPart, "document">[] {
  if (rates.length === 0) return [{ rate: percentOf(part), name, net, tax }];
  return rates.map(({ label, tax: share, rate_ppm }, index) => ({
    rate: rate_ppm === undefined ? null : rate_ppm / 10_000,
    name: label,
    net: index === 0 ? net : 0,
    tax: share,
  }));
}

function percentOf(part: string): number | null {
  const rate = rateOfPart(part);
  return rate < 0 ? null : rate / 10_000;
}

/** The columns of the export; days are those of the shop's time zone. */
export const documentColumns = (timezone: string): Columns<DocumentPart> => {
  const of =
    <Value>(read: (data: InvoiceDocument) => Value) =>
    ({ document }: DocumentPart) =>
      read(document.data);
  const amount = (read: (part: DocumentPart) => number) => (part: DocumentPart) =>
    amountCell(read(part), part.document.currency);
  return {
    number: of(({ number }) => number),
    kind: of(({ kind }) => kind),
    date: ({ document }) => localDay(new Date(document.issued_at), timezone),
    order: of(({ order_number }) => order_number),
    invoice: of(({ about }) => about?.invoice || null),
    name: of(({ buyer }) => buyer.address.fullname),
    company: of(({ buyer }) => buyer.address.company ?? null),
    vat_id: of(({ buyer }) => buyer.address.vat_id ?? null),
    line1: of(({ buyer }) => buyer.address.line1),
    line2: of(({ buyer }) => buyer.address.line2 ?? null),
    postal_code: of(({ buyer }) => buyer.address.postal_code),
    city: of(({ buyer }) => buyer.address.city),
    region: of(({ buyer }) => buyer.address.region_code ?? null),
    billing_country: of(({ buyer }) => buyer.address.country),
    country: of(({ delivered_to }) => delivered_to.country),
    currency: ({ document }) => document.currency,
    tax_percent: "rate",
    tax_name: "name",
    net: amount(({ net }) => net),
    tax: amount(({ tax }) => tax),
    gross: amount(({ net, tax }) => net + tax),
    // Why no tax is charged.
    remarks: of(({ remarks = [] }) => remarks.join(" ") || null),
  };
};
