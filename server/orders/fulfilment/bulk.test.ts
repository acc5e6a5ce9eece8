import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { pagesOf, streamsOf } from "#server/testing/pdf.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, placed, look, key } = selling(shop);
const admin = await shop.person("admin");
const { token } = admin;
const ask = (route: string, body: object, headers = key()) => shop.ask(route, { token, headers, body });
const numberOf = async (id: string) => (await look(admin, id)).number as number;
const documents = (kind: string, ids: string[]) =>
  shop.app.http.inject({
    url: `/v1/orders/documents?kind=${kind}${ids.map((id) => `&id=${id}`).join("")}`,
    headers: { authorization: `Bearer ${token}` },
  });

test("A6 several orders are marked as packed: each that can't be is named, the others are in progress", async () => {
  const [paid, unpaid] = [await bought(), await placed()];
  const numbers = [await numberOf(paid.id), await numberOf(unpaid.id), 999_999];
  const { status, body } = await ask("POST /orders/bulk", { action: "pack", numbers });
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { id: paid.id, problem: null },
    { id: unpaid.id, problem: { code: "order_state" } },
    { id: null, number: 999_999, problem: { code: "not_found" } },
  ]);
  const packed = await look(admin, paid.id);
  expect(packed).toMatchObject({ status: "processing", fulfilment_status: "unfulfilled" });
  expect(packed.packed_at).not.toBeNull();
  expect(packed.timeline.at(-1)).toMatchObject({ type: "packed" });
  expect(packed.actions).not.toContain("pack");
  expect((await look(paid.buyer, paid.id)).timeline.at(-1)).toMatchObject({ type: "started" });
});

test("A6 orders are shipped from a list with carriers and tracking numbers; a retry ships nothing twice", async () => {
  const [one, other, gone] = [await bought({ quantity: 2 }), await bought(), await placed()];
  const shipments = [
    { number: await numberOf(one.id), carrier: "DHL", tracking_number: "JD01" },
    { number: await numberOf(gone.id), carrier: "DHL", tracking_number: "JD02" },
    { number: await numberOf(other.id) },
  ];
  const headers = key();
  const first = await ask("POST /orders/bulk/shipments", { shipments }, headers);
  expect(first.body.data).toMatchObject([
    { id: one.id, problem: null },
    { id: gone.id, problem: { code: "order_state" } },
    { id: other.id, problem: null },
  ]);
  expect((await ask("POST /orders/bulk/shipments", { shipments }, headers)).body).toEqual(first.body);
  const again = await ask("POST /orders/bulk/shipments", { shipments });
  expect(again.body.data.map(({ problem }: { problem: { code: string } }) => problem.code)).toEqual([
    "order_state",
    "order_state",
    "order_state",
  ]);
  expect((await look(admin, one.id)).fulfilments).toMatchObject([
    { carrier: "DHL", tracking_number: "JD01", items: [{ quantity: 2 }] },
  ]);
  const { shipping_method, fulfilments } = await look(admin, other.id);
  expect(fulfilments).toMatchObject([{ carrier: shipping_method.carrier, tracking_number: null }]);
  expect((await look(admin, gone.id)).fulfilments).toEqual([]);
  expect(await listInconsistencies(shop.app.db)).toEqual([]);
});

test("A6 an order shipped from a list without a carrier goes by that of its shipping method, with a tracking link", async () => {
  const sale = await bought();
  const method = { id: 1, name: "Standard", carrier: "DHL", min_days: 2, max_days: 4 };
  await sql`update orders set shipping_method = ${JSON.stringify(method)}::jsonb where id = ${sale.id}`.execute(
    shop.app.db,
  );
  const shipments = [{ number: await numberOf(sale.id), carrier: "", tracking_number: "JD014600006281230704" }];
  await ask("POST /orders/bulk/shipments", { shipments });
  expect((await look(admin, sale.id)).fulfilments).toMatchObject([
    { carrier: "DHL", tracking_url: expect.stringContaining("JD014600006281230704") },
  ]);
});

test("A6 after a crash in the middle of a list, a retry ships the rest", async () => {
  const [one, other] = [await bought(), await bought()];
  const numbers = [await numberOf(one.id), await numberOf(other.id)];
  const shipments = numbers.map((number) => ({ number, carrier: "DHL" }));
  const headers = key();
  let crashes = true;
  shop.app.events.on("order.shipped", async (_, { orderId }) => {
    if (orderId === other.id && crashes) throw new Error("crash");
  });
  expect((await ask("POST /orders/bulk/shipments", { shipments }, headers)).status).toBe(500);
  crashes = false;
  await sql`update idempotency_keys set locked_until = now() - interval '1 minute'
    where key = ${headers["idempotency-key"]}`.execute(shop.app.db);
  const { body } = await ask("POST /orders/bulk/shipments", { shipments }, headers);
  expect(body.data.map(({ problem }: { problem: unknown }) => problem)).toEqual([null, null]);
  expect((await look(admin, one.id)).fulfilments).toHaveLength(1);
  expect((await look(admin, other.id)).fulfilments).toHaveLength(1);
});

test("A6 packing slips and invoices of several orders are one PDF with a page each", async () => {
  const [one, other] = [await bought({ quantity: 3 }), await bought()];
  const address = "Cups Ltd\nMain Street 5\n20095 Hamburg";
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { address }));
  const slips = await documents("packing_slip", [one.id, other.id]);
  expect(slips.headers["content-type"]).toBe("application/pdf");
  const pages = pagesOf(slips.rawPayload).map((page) => page.map(({ text }) => text).join(" "));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain(`Packing slip for order ${await numberOf(one.id)}`);
  expect(pages[0]).toContain("3 ×");
  // The order's number as a barcode: three bars for start, each digit and checksum, and four for the stop.
  const [content = ""] = streamsOf(slips.rawPayload).filter((body) => / 30 re\b/.test(body));
  expect(content.match(/ 30 re\b/g)).toHaveLength((String(await numberOf(one.id)).length + 2) * 3 + 4);
  // Who sends it, and when it should arrive.
  expect(pages[0]).toContain("20095 Hamburg");
  expect(pages[0]).toMatch(/Arrives .*\d/);
  expect(pages[1]).toContain("Berlin");
  expect(pagesOf((await documents("invoice", [one.id, other.id])).rawPayload)).toHaveLength(2);
  expect((await documents("packing_slip", [randomUUID()])).statusCode).toBe(404);
});
