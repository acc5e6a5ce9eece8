import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { TaxRow } from "./document.ts";
import { issuePending } from "./invoices.ts";

const shop = await openTestShop();
const { bought, product, fill, order: place, pay, look, key } = selling(shop);
const { app, ask } = shop;
const { token } = await shop.person("admin");

const taxesOf = async (id: string, kind: string) => {
  await issuePending(app);
  const { rows } = await sql<{ taxes: TaxRow[] }>`
    select data -> 'taxes' as taxes from invoices where order_id = ${id}::uuid and kind = ${kind}`.execute(app.db);
  return rows.flatMap(({ taxes }) => taxes.map(({ net, tax, rates }) => ({ net, tax, rates })));
};

test("Tax: two rates of a place are shown in the order and printed on invoice and credit note, each with its amount", async () => {
  const city = { tax_class_id: 1, country: "DE", name: "City tax", rate_ppm: 10_000, additional: true };
  expect((await ask("POST /tax/rates", { token, body: city })).status).toBe(201);
  // 10.00 and 4.90 with 20 % tax.
  const { id, buyer, order } = await bought();
  const { reasons, totals } = (await ask(`GET /orders/${id}`, { token: buyer.token })).body.data;
  expect(totals.tax.amount).toBe(249);
  const shown = reasons.filter(({ figure }: { figure: string }) => figure === "tax");
  expect(shown.map(({ text }: { text: string }) => /VAT|City tax/.exec(text)?.[0])).toEqual([
    "VAT",
    "City tax",
    "VAT",
    "City tax",
  ]);
  expect(shown.reduce((sum: number, { amount }: { amount: { amount: number } }) => sum + amount.amount, 0)).toBe(249);
  const rates = [
    { label: "VAT 19%", tax: 237, rate_ppm: 190_000 },
    { label: "City tax 1%", tax: 12, rate_ppm: 10_000 },
  ];
  expect(await taxesOf(id, "invoice")).toEqual([{ net: 1241, tax: 249, rates }]);
  const body = { items: [{ order_item_id: order.items[0].id, quantity: 1 }] };
  await ask(`POST /orders/${id}/lines/cancel`, { token, headers: key(), body });
  expect(await taxesOf(id, "credit_note")).toEqual([{ net: 1241, tax: 249, rates }]);
});

test("Tax: order, invoice, credit notes and export agree on what is due to each of two rates", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { prices_include_tax: false }));
  await sql`delete from tax_rates where name = 'City tax'`.execute(app.db);
  await sql`update tax_rates set name = 'GST', rate_ppm = 50000 where country = 'DE'`.execute(app.db);
  const qst = { tax_class_id: 1, country: "DE", name: "QST", rate_ppm: 99_750, additional: true };
  expect((await ask("POST /tax/rates", { token, body: qst })).status).toBe(201);
  const buyer = await shop.person();
  for (const quantity of [2, 1]) await fill(buyer, (await product({ price: 5008 })).id, quantity);
  const { id, number, items } = (await place(buyer)).body.data;
  await pay(buyer, id);
  const { reasons, totals } = await look(buyer, id);
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const told = ["GST", "QST"].map((name) =>
    sumOf(
      reasons
        .filter(({ figure, text }: { figure: string; text: string }) => figure === "tax" && text.includes(name))
        .map(({ amount }: { amount: { amount: number } }) => amount.amount),
    ),
  );
  const [invoiced] = await taxesOf(id, "invoice");
  expect(invoiced?.rates?.map(({ tax }) => tax)).toEqual(told);
  expect(sumOf(told)).toBe(totals.tax.amount);
  for (const [item, quantity] of [
    [items[0], 1],
    [items[0], 1],
    [items[1], 1],
  ] as const) {
    const body = { items: [{ order_item_id: item.id, quantity }], reason: "Broken" };
    expect((await ask(`POST /orders/${id}/lines/cancel`, { token, headers: key(), body })).status).toBe(200);
    await issuePending(app);
  }
  const notes = await taxesOf(id, "credit_note");
  expect(notes).toHaveLength(3);
  expect([0, 1].map((rate) => sumOf(notes.map(({ rates }) => rates?.[rate]?.tax ?? 0)))).toEqual(told);
  const { body } = await ask("GET /documents/export", { token });
  const [heading = "", ...rows] = (body as string).trim().split("\n");
  const column = (row: string, name: string) => row.split(",")[heading.split(",").indexOf(name)] ?? "";
  const invoice = rows.filter((row) => column(row, "order") === String(number) && column(row, "kind") === "invoice");
  expect(invoice.map((row) => [column(row, "tax_percent"), Math.round(Number(column(row, "tax")) * 100)])).toEqual([
    ["5", told[0]],
    ["9.975", told[1]],
  ]);
  expect(sumOf(invoice.map((row) => Math.round(Number(column(row, "net")) * 100)))).toBe(invoiced?.net);
});
