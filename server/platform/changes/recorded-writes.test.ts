import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, shipAndDeliver, key } = selling(shop);
const { token } = await openAdmin(shop);
const list = async () => (await ask("GET /audit?per_page=2", { token })).body.data;

test("A7 a write of the dashboard that nothing records keeps the server from starting", () => {
  expect(() => app.handle("PUT /tags/:id", () => Promise.reject(new Error("unused")))).toThrow(
    "nothing records PUT /tags/:id",
  );
});

test("A7 previews and one's own view of a list aren't recorded", async () => {
  const before = await list();
  const body = { filters: {}, change: { kind: "status", status: "draft" } };
  const preview = await ask("POST /product/admin/bulk-edits/preview", { token, body });
  const saved = await ask("PUT /dashboard/lists/orders", { token, body: { views: [], columns: null } });
  expect([preview.status, saved.status, await list()]).toEqual([200, 200, before]);
});

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
  const entries = sql`select from changes where action = 'POST /orders/:id/refunds'`;
  expect((await entries.execute(app.db)).rows).toHaveLength(1);
});
