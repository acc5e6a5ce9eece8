import { sql } from "kysely";
import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { TaxRow } from "./document.ts";
import { issuePending } from "./invoices.ts";

const shop = await openTestShop();
const { bought, key } = selling(shop);
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
    { label: "VAT 19%", tax: 237 },
    { label: "City tax 1%", tax: 12 },
  ];
  expect(await taxesOf(id, "invoice")).toEqual([{ net: 1241, tax: 249, rates }]);
  const body = { items: [{ order_item_id: order.items[0].id, quantity: 1 }] };
  await ask(`POST /orders/${id}/lines/cancel`, { token, headers: key(), body });
  expect(await taxesOf(id, "credit_note")).toEqual([{ net: 1241, tax: 249, rates }]);
});
