import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { issuePending } from "./invoices.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { bought, placed, pay, look, actAs, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
const act = actAs(admin);
const documentsOf = async (id: string) => (await ask(`GET /orders/${id}/documents`, { token })).body.data;

test("an order that was never confirmed has no invoice, also if part of it is cancelled", async () => {
  const { buyer, id, order } = await placed({ quantity: 2 });
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  await sendDemoWebhook(shop, payment_id, { kind: "capture", amount: 1000 });
  await act(id, "lines/cancel", { items: [{ order_item_id: order.items[0].id, quantity: 1 }] });
  await app.jobs.drain();
  await issuePending(app);
  expect(await look(admin, id)).toMatchObject({ confirmed_at: null });
  expect(await documentsOf(id)).toEqual([]);
});

test("a document that can't be issued holds up no other, and is alerted once", async () => {
  const [broken, whole] = [await bought(), await bought()];
  // An amount that no version of the shop stores.
  await sql`update orders set shipping_method = '{"name": 7, "min_days": "x", "max_days": null}'
    where id = ${broken.id}`.execute(app.db);
  await sql`update orders set shipping_taxes = '7' where id = ${broken.id}`.execute(app.db);
  for (const _ of [1, 2]) await issuePending(app);
  const numbers = async (id: string) => {
    const { rows } = await sql<{ number: number | null }>`
      select number from invoices where order_id = ${id}::uuid`.execute(app.db);
    return rows.map(({ number }) => number !== null);
  };
  expect([await numbers(broken.id), await numbers(whole.id)]).toEqual([[false], [true]]);
  expect(await alertTitles(broken.id, admin)).toEqual([
    "An invoice or credit note couldn't be created. The shop tries again every minute.",
  ]);
});
