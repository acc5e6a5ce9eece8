import { imagePng } from "#server/images/images.ts";
import { getOrder, getSoldOrder, type OrderRow, viewerOf } from "#server/orders/orders.ts";
import type { App, Call } from "#server/platform/app.ts";
import { sendCsv, tableLines } from "#server/platform/csv.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { getCachedSettings, getLogo, getPublicShop } from "#server/shop/shop.ts";
import type { InvoiceDocument } from "./document.ts";
import { documentColumns, listDocumentParts } from "./export.ts";
import { findIssued, type IssuedRow, listIssued } from "./invoices.sql.ts";
import { issuePending, registerInvoicing } from "./invoices.ts";
import { packingSlipsPdf } from "./packing-slips.ts";
import { pdfOf } from "./pdf.ts";
import { listSales, registerSalesList, salesListColumns } from "./sales-list/sales-list.ts";

/** Endpoints of invoices and credit notes. Pending documents of an order are issued when they are requested. */
export function invoicesRoutes(app: App) {
  registerInvoicing(app);
  registerSalesList(app);
  const documentsOf = async (orderId: string, { caller }: Call): Promise<IssuedRow[]> => {
    const order = await getOrder(app.db, orderId, viewerOf(caller), app.now());
    await issuePending(app, order.id);
    return listIssued(app.db, order.id);
  };
  /** The latest invoice of each order; those without one are left out. */
  const invoicesPdf = async (ids: string[], call: Call) => {
    const invoices: InvoiceDocument[] = [];
    for (const id of ids) {
      const invoice = (await documentsOf(id, call)).findLast((one) => one.kind === "invoice");
      if (invoice) invoices.push(invoice.data);
    }
    const [first, ...more] = invoices;
    return pdfOf([assertFound(first), ...more], await logoOf(app));
  };
  app.answer("GET /orders/:id/documents", async ({ params }, call) =>
    (await documentsOf(params.id, call)).map(({ total_amount: amount, currency, ...document }) => ({
      ...document,
      number: document.data.number,
      total: { amount, currency },
    })),
  );
  app.handle("GET /orders/documents", async ({ query: { kind, id: ids } }, call) => {
    const pdf = kind === "invoice" ? await invoicesPdf(ids, call) : await slipsPdf(app, ids);
    await sendBytes(call, pdf, kind === "invoice" ? "invoices" : "packing-slips");
  });
  const sendPdf = async (call: Call, { data }: IssuedRow) =>
    sendBytes(call, await pdfOf([data], await logoOf(app)), data.number);
  app.handle("GET /orders/:id/invoice", async ({ params }, call) => {
    const invoice = (await documentsOf(params.id, call)).findLast((one) => one.kind === "invoice");
    await sendPdf(call, assertFound(invoice));
  });
  app.handle("GET /documents/export", async ({ query }, call) => {
    const { timezone } = await getCachedSettings(app);
    const parts = listDocumentParts(app.db, { ...query, timezone });
    return sendCsv(call, "invoices-and-credit-notes", tableLines(documentColumns(timezone), parts));
  });
  app.handle("GET /documents/sales-list/export", async ({ query }, call) => {
    const { timezone } = await getCachedSettings(app);
    const lines = await listSales(app.db, { ...query, timezone });
    return sendCsv(call, "ec-sales-list", tableLines(salesListColumns, [lines]));
  });
  app.handle("GET /documents/:id", async ({ params }, call) => {
    const document = assertFound(await findIssued(app.db, params.id));
    await getOrder(app.db, document.order_id, viewerOf(call.caller), app.now());
    await sendPdf(call, document);
  });
}

async function slipsPdf(app: App, ids: string[]) {
  const orders: OrderRow[] = [];
  for (const id of ids) orders.push(await getSoldOrder(app.db, id));
  return packingSlipsPdf({ ...(await getPublicShop(app)), logo: await logoOf(app) }, orders, app.now());
}

/** The shop's logo, small enough for a page. */
async function logoOf(app: App): Promise<Buffer | undefined> {
  const { db, config } = app;
  const logo = await getLogo(db, await getCachedSettings(app));
  return logo ? imagePng(db, config, logo.id, 600) : undefined;
}

async function sendBytes({ http }: Call, bytes: Buffer, name: string) {
  await assertFound(http)
    .reply.type("application/pdf")
    .header("content-disposition", `attachment; filename="${name}.pdf"`)
    .header("cache-control", "private, no-store")
    .send(bytes);
}
