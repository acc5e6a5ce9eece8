import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { issuePending } from "./invoices.ts";

const shop = await openTestShop();
const { bought, key } = selling(shop);
const { app, ask } = shop;
const { token } = await shop.person("admin");

const csv = async (query: string) => {
  const { body } = await ask(`GET /documents/export${query}`, { token });
  const [heading = "", ...lines] = (body as string).trim().split("\n");
  const names = heading.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [names[index], cell])));
};

test("A7 invoices and credit notes of a month are exported with their tax, in the shop's time zone", async () => {
  const { id, order } = await bought();
  await issueAt("2025-12-31T23:30:00Z");
  const { id: item } = order.items[0];
  const body = { items: [{ order_item_id: item, quantity: 1 }] };
  expect((await ask(`POST /orders/${id}/lines/cancel`, { token, headers: key(), body })).status).toBe(200);
  await issueAt("2026-02-01T12:00:00Z");
  expect(await csv("?from=2025-12-01&to=2025-12-31")).toEqual([]);
  const [invoice, ...others] = await csv("?from=2026-01-01&to=2026-01-31");
  expect(others.map(({ number }) => number)).toEqual([]);
  expect(invoice).toMatchObject({
    number: "INV-000001",
    kind: "invoice",
    date: "2026-01-01",
    order: String(order.number),
    invoice: "",
    country: "DE",
    line1: "Main Street 1",
    postal_code: "10115",
    city: "Berlin",
    billing_country: "DE",
    currency: "EUR",
    tax_name: "Tax 19%",
    gross: "14.90",
  });
  expect(Number(invoice?.net) + Number(invoice?.tax)).toBeCloseTo(14.9, 5);
  expect(Number(invoice?.tax)).toBeGreaterThan(0);
  const [note] = await csv("?from=2026-02-01&to=2026-02-28");
  expect(note).toMatchObject({ number: "CN-000001", kind: "credit_note", invoice: "INV-000001", gross: "-14.90" });
  expect(note?.tax).toBe(`-${invoice?.tax}`);
  expect((await csv("")).map(({ number }) => number)).toEqual(["INV-000001", "CN-000001"]);
});

async function issueAt(instant: string) {
  const realNow = app.now;
  app.now = () => new Date(instant);
  await issuePending(app);
  app.now = realNow;
}
