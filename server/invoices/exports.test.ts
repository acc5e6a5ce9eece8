import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { pagesOf } from "#server/testing/pdf.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { InvoiceDocument } from "./document.ts";
import { pdfOf } from "./pdf.ts";

const shop = await openTestShop();
const { product, fill, quote, order, pay } = selling(shop);
const { db } = shop.app;
const swiss = { ...home, city: "Zürich", postal_code: "8001", country: "CH" };

/** The invoice of an order that was paid on delivery. */
async function invoiceOf(buyer: Parameters<typeof pay>[0], id: string) {
  await pay(buyer, id, { provider: "cod" });
  await shop.ask(`GET /orders/${id}/documents`, { token: buyer.token });
  const { rows } = await sql<{ data: InvoiceDocument }>`
    select data from invoices where order_id = ${id}::uuid`.execute(db);
  const pages = await Promise.all(rows.map(({ data }) => pdfOf([data]).then(pagesOf)));
  return pages
    .flat(2)
    .map(({ text }) => text)
    .join("\n");
}

test("Tax: where none is charged prices are without it once the shop takes it off, in cart, quote, order and invoice", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 5000 })).id, 2);
  const gross = (await quote(buyer, "country=CH")).body.data;
  expect(gross).toMatchObject({ is_tax_deducted: false, totals: { subtotal: { amount: 10_000 }, tax: { amount: 0 } } });
  await inTransaction(db, (tx) => updateSettings(tx, { net_prices_without_tax: true }));
  const german = (await quote(buyer)).body.data;
  expect(german).toMatchObject({ is_tax_deducted: false, totals: { subtotal: { amount: 10_000 } } });
  const stale = await order(buyer, { shipping_address: swiss, quote_hash: gross.quote_hash });
  expect([stale.status, stale.body.code]).toEqual([409, "quote_changed"]);
  const net = (await quote(buyer, "country=CH")).body.data;
  const shipping = net.totals.shipping.amount;
  expect(net).toMatchObject({
    is_tax_deducted: true,
    lines: [{ unit_price: { amount: 4202 }, line_total: { amount: 8404 } }],
    totals: { subtotal: { amount: 8404 }, tax: { amount: 0 }, total: { amount: 8404 + shipping } },
  });
  const cart = await shop.ask("PUT /cart/destination", { token: buyer.token, body: { country: "CH" } });
  const { variation_id } = cart.body.items[0];
  await sql`update products set published_at = now() where published_at is null`.execute(db);
  const shared = async (sent: object) =>
    (await shop.ask(`GET /cart/shared?items=${variation_id}:2`, sent)).body.data[0].line_total.amount;
  expect(await shared({ token: buyer.token })).toBe(8404);
  const guestId = (await shop.ask("GET /cart/guest/init")).body.guest_id;
  expect(await shared({ guestId })).toBe(10_000);
  await shop.ask("PUT /cart/destination", { guestId, body: { country: "CH" } });
  expect(await shared({ guestId })).toBe(8404);
  expect(await shared({ headers: { "accept-language": "de-CH,de;q=0.9" } })).toBe(8404);
  expect(await shared({ headers: { "accept-language": "de-DE,de;q=0.9" } })).toBe(10_000);
  expect(cart.body).toMatchObject({ is_tax_deducted: true, totals: { total: net.totals.total } });
  const placed = (await order(buyer, { shipping_address: swiss, quote_hash: net.quote_hash })).body.data;
  expect(placed.totals).toEqual(net.totals);
  expect(placed.reasons.at(-1).text).toBe("Total without tax, which isn't charged at this destination");
  expect(await invoiceOf(buyer, placed.id)).toContain("Tax-free export delivery.");
  expect(await listInconsistencies(db)).toEqual([]);
});

test("Tax: an invoice says that it is an export also if the price is the same everywhere, and at home it doesn't", async () => {
  await inTransaction(db, (tx) => updateSettings(tx, { net_prices_without_tax: false }));
  for (const [address, isExport] of [
    [swiss, true],
    // Outside of the territory of the EU's VAT, though in Germany.
    [{ ...home, city: "Büsingen", postal_code: "78266" }, true],
    [home, false],
  ] as const) {
    const buyer = await shop.person();
    await fill(buyer, (await product({ price: 5000 })).id);
    const { quote_hash } = (await quote(buyer, `country=${address.country}&postal_code=${address.postal_code}`)).body
      .data;
    const { id, totals } = (await order(buyer, { shipping_address: address, quote_hash })).body.data;
    expect(totals.subtotal.amount).toBe(5000);
    expect((await invoiceOf(buyer, id)).includes("Tax-free export delivery.")).toBe(isExport);
  }
});
