import type { ReverseCharge } from "#contract/taxes.ts";

/** What the EC sales list needs of a document: which of its amounts are of services. */
interface Listed {
  lines: { amount: number; is_service?: true; services?: number }[];
  total: number;
}
/** An order without VAT, whose proof names the services if it has goods too. */
interface Sold<Line> {
  lines: Line[];
  reverse_charge: { services?: number[] | undefined } | null;
}

/** Whether a line is a service, in an order of goods and services without VAT. */
export const isService = ({ reverse_charge }: Pick<Sold<never>, "reverse_charge">, variationId: number | null) =>
  reverse_charge?.services?.includes(variationId ?? 0) ?? false;

/**
 * Whether what a business is sold is a supply inside the EU. In Northern Ireland (`XI`) only goods are (Protocol on Ireland and
 * Northern Ireland, article 8): services go to the United Kingdom.
 */
export const isInsideEu = ({ vat_id }: Pick<ReverseCharge, "vat_id">, supply: ReverseCharge["supplies"][number]) =>
  supply === "goods" || !vat_id.startsWith("XI");

/** The part of a document that is of services, by its lines; delivery and discounts are of goods. In minor units. */
export const servicesOn = ({ lines }: Pick<Listed, "lines">): number =>
  sum(lines.map(({ is_service, amount, services = 0 }) => (is_service ? amount : services)));

/**
 * What of a credited amount is of services: it is of goods as far as an invoice has goods that its credit notes have left. So
 * the rest of an order is of what is left of both.
 */
export function servicesIn(amount: number, invoice: Listed | undefined, notes: Listed[]): number {
  if (!invoice) return 0;
  const services = servicesOn(invoice) - sum(notes.map(servicesOn));
  const left = invoice.total - sum(notes.map(({ total }) => total));
  return Math.min(Math.max(0, amount - (left - services)), Math.max(0, services));
}

/** What was credited of the services of an order, in minor units. */
export const creditedServices = (order: Sold<{ variation_id: number | null; credited_amount: number }>): number =>
  sum(order.lines.map((line) => (isService(order, line.variation_id) ? line.credited_amount : 0)));

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
