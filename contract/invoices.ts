import { z } from "zod";
import { Instant, list, many, UuidParams } from "./endpoint.ts";
import { Money } from "./money.ts";
import { resource } from "./resources/resource.ts";

export const InvoiceKind = z.enum(["invoice", "credit_note"]);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

/** An invoice or credit note. The numbers of each kind are consecutive. */
export const Invoice = z.object({
  id: z.uuid(),
  kind: InvoiceKind,
  number: z.string(),
  issued_at: Instant,
  total: Money,
});
export type Invoice = z.infer<typeof Invoice>;

const document = resource("document", ["orders"]);

export const invoicesApi = {
  "GET /orders/documents": document.read({
    summary: "Download the packing slips or the invoices of several orders as one PDF, in the order of the ids.",
    query: z.object({ kind: z.enum(["packing_slip", "invoice"]), id: many(z.uuid()) }),
    limit: "page",
    problems: ["not_found"],
  }),
  "GET /orders/:id/documents": document.read({
    summary: "List the invoice and credit notes of an order, oldest first.",
    caller: "user",
    params: UuidParams,
    reply: list(Invoice),
  }),
  "GET /orders/:id/invoice": document.read({
    summary: "Download the invoice of a confirmed order as PDF.",
    caller: "user",
    limit: "page",
    params: UuidParams,
  }),
  "GET /documents/export": document.export(
    "Download the invoices and credit notes of a period as CSV, a line for each tax rate; " +
      "of taxes beside each other, the first has the net amount.",
    z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
  ),
  "GET /documents/sales-list/export": document.export(
    "Download the EC sales list (recapitulative statement) of a period as CSV: what businesses in other member states of the EU " +
      "were invoiced without VAT, less their credit notes, by VAT ID, for goods and for services.",
    z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
  ),
  "GET /documents/:id": document.read({
    summary: "Download an invoice or credit note as PDF.",
    caller: "user",
    limit: "page",
    params: UuidParams,
  }),
};
