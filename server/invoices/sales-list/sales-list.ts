import { InvoiceKind } from "#contract/invoices.ts";
import type { ReverseCharge } from "#contract/taxes.ts";
import type { InvoiceDocument } from "#server/invoices/document.ts";
import { type IssuedPeriod, type IssuedRow, listIssuedForExport } from "#server/invoices/invoices.sql.ts";
import { hasReverseCharges, listReverseCharges } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { amountCell, batches, type Columns } from "#server/platform/csv.ts";
import type { Db } from "#server/platform/database/database.ts";
import { addDuty, lawOf } from "#server/shop/shop.ts";
import { isInsideEu, servicesOn } from "./services.ts";

/** What one business was invoiced without VAT in a period, for goods or for services. In minor units. */
interface SalesListLine {
  vat_id: string;
  name: string | null;
  supply: ReverseCharge["supplies"][number];
  currency: string;
  net: number;
  documents: number;
}

/**
 * The EC sales list of a period (article 264 of Directive 2006/112/EC), by VAT ID: documents issued in it, credit notes as
 * negative amounts. A business whose documents add up to nothing isn't listed.
 */
export async function listSales(db: Db, period: IssuedPeriod): Promise<SalesListLine[]> {
  const lines = new Map<string, SalesListLine>();
  for (const kind of InvoiceKind.options)
    for await (const rows of batches((after, limit) =>
      listIssuedForExport(db, kind, period, { after: after ?? 0, limit }),
    )) {
      const orderIds = rows.map(({ issued }) => issued.order_id);
      const proofs = await listReverseCharges(db, orderIds);
      for (const { issued } of rows) {
        const proof = proofs.get(issued.order_id);
        for (const line of proof ? linesOf(issued, proof) : []) addLine(lines, line);
      }
    }
  return [...lines.values()]
    .filter(({ net }) => net !== 0)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function addLine(lines: Map<string, SalesListLine>, { net, ...line }: SalesListLine) {
  const known = lines.get(keyOf(line)) ?? { ...line, net: 0, documents: 0 };
  lines.set(keyOf(line), { ...known, net: known.net + net, documents: known.documents + 1 });
}

const keyOf = ({ vat_id, supply, currency }: Pick<SalesListLine, "vat_id" | "supply" | "currency">) =>
  `${vat_id} ${supply} ${currency}`;

function linesOf({ kind, currency, data }: IssuedRow, proof: ReverseCharge): SalesListLine[] {
  const sign = kind === "credit_note" ? -1 : 1;
  const { vat_id, name, supplies } = proof;
  const business = { vat_id, name: name ?? data.buyer.address.company ?? null, currency, documents: 1 };
  return supplies.flatMap((supply) => {
    const net = supplies.length === 1 ? data.total : partOf(data, supply);
    return net === 0 || !isInsideEu(proof, supply) ? [] : [{ ...business, supply, net: sign * net }];
  });
}

function partOf(document: InvoiceDocument, supply: SalesListLine["supply"]): number {
  const services = servicesOn(document);
  return supply === "services" ? services : document.total - services;
}

export const salesListColumns: Columns<SalesListLine> = {
  vat_id: "vat_id",
  country: ({ vat_id }) => vat_id.slice(0, 2),
  name: "name",
  supply: "supply",
  currency: "currency",
  net: ({ net, currency }) => amountCell(net, currency),
  documents: "documents",
};

/** Adds the duty to file the EC sales list, once there are sales for it. */
export function registerSalesList({ events }: Pick<App, "events">): void {
  events.on("shop.duties_requested", async (tx, request) => {
    if (!(await hasReverseCharges(tx))) return;
    addDuty(request, {
      key: "sales_list",
      title: "EC sales list (recapitulative statement)",
      law: "Directive 2006/112/EC, articles 262 to 270",
      where: lawOf.eu,
      isMet: "regular",
      met:
        "You sell to businesses in other EU countries without VAT. File the list with your tax authority, monthly or " +
        "quarterly as it says: download it under Orders, Accounting. It counts every sale as one from you to the " +
        "business: triangular transactions aren't supported, correct theirs in the file.",
      missing: "",
      link: "/dashboard/orders",
    });
  });
}
