import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { pagesOf } from "#server/testing/pdf.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { InvoiceDocument } from "./document.ts";
import { pdfOf } from "./pdf.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, product, fill, order, pay, key } = selling(shop);
const { token, coupon, card } = await openAdmin(shop);

/** The texts of the documents of an order, one string for each. */
async function textsOf(id: string, buyer: Buyer) {
  await ask(`GET /orders/${id}/documents`, { token: buyer.token });
  const { rows } = await sql<{ data: InvoiceDocument }>`
    select data from invoices where order_id = ${id}::uuid order by issued_at, kind desc`.execute(app.db);
  return Promise.all(
    rows.map(async ({ data }) =>
      pagesOf(await pdfOf([data]))
        .flat()
        .map(({ text }) => text)
        .join("\n"),
    ),
  );
}

test("C11 an invoice shows the seller's VAT ID, unit prices, discounts, gift cards and how it was paid", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { vat_id: "DE123456788", address: "Kiosk GmbH\nBerlin" }));
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 2000 })).id, 2);
  const { code } = await coupon();
  await ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await card(1000)).code } });
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  const [invoice] = await textsOf(id, buyer);
  for (const line of [
    "Kiosk GmbH",
    "VAT ID DE123456788",
    "Expected delivery",
    "Unit price",
    "€20.00",
    "€36.00",
    `Discount (${code}): −€4.00`,
  ])
    expect(invoice).toContain(line);
  // 36.00 and 4.90 for delivery, of which the gift card pays 10.00.
  expect(invoice).toMatch(
    /Total\n€40\.90\nPaid with a gift card\n−€10\.00\nPaid by card on .+\n−€30\.90\nAmount due\n€0\.00/,
  );
});

test("Unit price: order and invoice have that of what was ordered, whatever its measure is since", async () => {
  const buyer = await shop.person();
  const { id: variation } = await product({ price: 1299 });
  const measure = (text: string | null) =>
    sql`update variations set measure = ${text}::jsonb where id = ${variation}`.execute(app.db);
  await measure(JSON.stringify({ amount: 750, unit: "ml", base: null }));
  await fill(buyer, variation, 2);
  const { id } = (await order(buyer)).body.data;
  await measure(null);
  const { data } = (await ask(`GET /orders/${id}`, { token: buyer.token })).body;
  expect(data.items).toMatchObject([{ price_per_measure: { amount: 1732, currency: "EUR", base: "l" } }]);
  await pay(buyer, id);
  expect((await textsOf(id, buyer))[0]).toContain("€17.32 per l");
});

test("C11 an invoice says how the amount due is paid: in cash, by a card that was authorized, or by transfer", async () => {
  const inCash = await bought({ provider: "cod" });
  expect(await textsOf(inCash.id, inCash.buyer)).toEqual([
    expect.stringContaining("Amount due\n€14.90\nPay €14.90 in cash on delivery."),
  ]);
  const account = {
    account_holder: "Kiosk GmbH",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
    bank_name: "Bank",
  };
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual", bank_account: account }));
  const authorized = await bought();
  expect(await textsOf(authorized.id, authorized.buyer)).toEqual([
    expect.stringContaining("Your card will be charged €14.90."),
  ]);
});

test("C11 a credit note shows the unit price of what is credited, and no payment", async () => {
  const { id, buyer, order: made } = await bought({ price: 1190, quantity: 2 });
  const items = [{ order_item_id: made.items[0].id, quantity: 1 }];
  await ask(`POST /orders/${id}/lines/cancel`, { token, headers: key(), body: { items } });
  const [, note] = await textsOf(id, buyer);
  expect(note).toContain("Unit price");
  expect(note).toMatch(/1\n€11\.90/);
  expect(note).not.toContain("Amount due");
});

test("C11 an order that was placed with rates in basis points is invoiced and credited as before", async () => {
  const { id, buyer } = await bought({ price: 2000 });
  await sql`
    update order_lines set tax_rate_bp = tax_rate_ppm / 100, tax_rate_ppm = null where order_id = ${id}::uuid`.execute(
    app.db,
  );
  await sql`
    update orders set shipping_taxes = '[{"rate_bp": 1900, "amount": 490, "tax": 78}]' where id = ${id}::uuid`.execute(
    app.db,
  );
  expect((await ask(`GET /orders/${id}`, { token })).body.data.items[0].tax.amount).toBe(319);
  await ask(`POST /orders/${id}/cancel`, { token, headers: key(), body: {} });
  const [invoice, note] = await textsOf(id, buyer);
  for (const text of [invoice, note]) expect(text).toContain("19%");
  expect(invoice).toContain("Tax 19%: €3.97 on €20.93 net");
  const { rows } = await sql<{ data: InvoiceDocument }>`
    select data from invoices where order_id = ${id}::uuid`.execute(app.db);
  expect(rows.map(({ data }) => data.taxes.map(({ part }) => part))).toEqual([["rate:1900"], ["rate:1900"]]);
});
