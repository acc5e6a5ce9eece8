import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/inconsistencies/inconsistencies.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { products } from "./catalogue.ts";
import { seedDemo } from "./seed.ts";

const { app, ask } = await openTestShop();
const realNow = app.now;

test("the demo data fills an empty shop, and reconciliation finds nothing", { timeout: 120_000 }, async () => {
  await seedDemo(app);
  const list = await app.call("GET /product", { query: { per_page: 100 } });
  expect(list.meta.total).toBe(products.length);
  expect(list.data.filter((card) => card.images.length === 0)).toEqual([]);
  expect(list.data.some((card) => !card.in_stock)).toBe(true);
  const [reduced] = (await app.call("GET /product", { query: { on_sale: true, sort: "popular", per_page: 1 } })).data;
  const { variations } = (await app.call("GET /product/details/:slug", { params: { slug: reduced?.slug ?? "" } })).data;
  expect(variations.find(({ compare_at }) => compare_at)?.lowest_30d).toMatchObject({ currency: "EUR" });
  expect(await listInconsistencies(app.db)).toEqual([]);
  const { body } = await ask("POST /auth/login", { body: { username: "admin", password: "admin-kiosk" } });
  const orders = await ask("GET /orders?per_page=100", { token: body.access_token });
  expect(orders.body.meta.total).toBeGreaterThan(120);
  await expectPendingOrdersToExpire(body.access_token);
  const news = await ask("GET /notifications?unread=true", { token: body.access_token });
  expect(news.body.meta.total).toBeLessThan(20);
});

/** Lets the time of all unpaid orders run out. */
async function expectPendingOrdersToExpire(token: string) {
  const countPending = async () => (await ask("GET /orders?status=pending_payment", { token })).body.meta.total;
  expect(await countPending()).toBeGreaterThan(0);
  app.now = () => new Date(realNow().getTime() + 3 * 3_600_000);
  await expireOverdue(app);
  await app.jobs.drain();
  app.now = realNow;
  expect(await countPending()).toBe(0);
}
