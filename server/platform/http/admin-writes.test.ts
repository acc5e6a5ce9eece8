import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, shipAndDeliver, key } = selling(shop);
const { token } = await openAdmin(shop);

test("P4 a refund is in the audit log once, although the database was lost right after its commit", async () => {
  const { id } = await bought();
  await shipAndDeliver(id, { token });
  const { invalidationBarrier } = app.bus;
  app.bus.invalidationBarrier = () => Promise.reject(Object.assign(new Error("terminated"), { code: "57P01" }));
  const sent = { token, headers: key(), body: { amount: 100, reason: "Sorry" } };
  await ask(`POST /orders/${id}/refunds`, sent);
  app.bus.invalidationBarrier = invalidationBarrier;
  await ask(`POST /orders/${id}/refunds`, sent);
  expect((await look({ token, id: 0, email: "" }, id)).refunded.amount).toBe(100);
  const entries = sql`select from audit_log where action = 'POST /orders/:id/refunds'`;
  expect((await entries.execute(app.db)).rows).toHaveLength(1);
});
