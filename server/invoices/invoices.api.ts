import { getOrder, viewerOf } from "#server/orders/orders.ts";
import type { App, Call } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { findIssued, type IssuedRow, listIssued } from "./invoices.sql.ts";
import { issuePending, registerInvoicing } from "./invoices.ts";
import { pdfOf } from "./pdf.ts";

/** Endpoints of invoices and credit notes. Pending documents of an order are issued when they are requested. */
export function invoicesRoutes(app: App) {
  registerInvoicing(app);
  const documentsOf = async (orderId: string, { caller }: Call): Promise<IssuedRow[]> => {
    const order = await getOrder(app.db, orderId, viewerOf(caller), app.now());
    await issuePending(app, order.id);
    return listIssued(app.db, order.id);
  };
  app.handle("GET /orders/:id/documents", async ({ params }, call) => ({
    data: (await documentsOf(params.id, call)).map(({ id, kind, issued_at, total_amount, currency, data }) => ({
      id,
      kind,
      number: data.number,
      issued_at,
      total: { amount: total_amount, currency },
    })),
  }));
  app.handle("GET /orders/:id/invoice", async ({ params }, call) => {
    const invoice = (await documentsOf(params.id, call)).findLast((one) => one.kind === "invoice");
    await sendPdf(call, assertFound(invoice));
  });
  app.handle("GET /documents/:id", async ({ params }, call) => {
    const document = assertFound(await findIssued(app.db, params.id));
    await getOrder(app.db, document.order_id, viewerOf(call.caller), app.now());
    await sendPdf(call, document);
  });
}

async function sendPdf({ http }: Call, { data }: IssuedRow) {
  await assertFound(http)
    .reply.type("application/pdf")
    .header("content-disposition", `attachment; filename="${data.number}.pdf"`)
    .header("cache-control", "private, no-store")
    .send(await pdfOf(data));
}
