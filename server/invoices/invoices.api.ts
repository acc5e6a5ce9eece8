import { orderFor, viewerOf } from "#server/orders/orders.ts";
import type { Call, House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { findIssued, type IssuedRow, listIssued } from "./invoices.sql.ts";
import { invoicing, issueWaiting } from "./invoices.ts";
import { pdfOf } from "./pdf.ts";

/** Calls that hand out invoices and credit notes, and what makes them. What is asked for before its time is issued at once. */
export function invoicesRoutes(house: House) {
  invoicing(house);
  const documentsOf = async (orderId: string, { caller }: Call): Promise<IssuedRow[]> => {
    const order = await orderFor(house.db, orderId, viewerOf(caller), house.now());
    await issueWaiting(house, order.id);
    return listIssued(house.db, order.id);
  };
  house.handle("GET /orders/:id/documents", async ({ params }, call) => ({
    data: (await documentsOf(params.id, call)).map(({ id, kind, issued_at, total_amount, currency, data }) => ({
      id,
      kind,
      number: data.number,
      issued_at,
      total: { amount: total_amount, currency },
    })),
  }));
  house.handle("GET /orders/:id/invoice", async ({ params }, call) => {
    const invoice = (await documentsOf(params.id, call)).findLast((one) => one.kind === "invoice");
    await hand(call, found(invoice));
  });
  house.handle("GET /documents/:id", async ({ params }, call) => {
    const document = found(await findIssued(house.db, params.id));
    await orderFor(house.db, document.order_id, viewerOf(call.caller), house.now());
    await hand(call, document);
  });
}

async function hand({ http }: Call, { data }: IssuedRow) {
  await found(http)
    .reply.type("application/pdf")
    .header("content-disposition", `attachment; filename="${data.number}.pdf"`)
    .header("cache-control", "private, no-store")
    .send(await pdfOf(data));
}
