import { sql } from "kysely";
import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/inconsistencies/inconsistencies.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { products } from "./catalogue.ts";
import { seedDemo } from "./seed.ts";

const { app, ask } = await openTestShop();
const realNow = app.now;

test("the demo data fills an empty shop, and reconciliation finds nothing", { timeout: 600_000 }, async () => {
  await seedDemo(app);
  const list = await app.call("GET /product", { query: { per_page: 100 } });
  expect(list.meta.total).toBe(products.length);
  expect(list.data.filter((card) => card.images.length === 0)).toEqual([]);
  expect(list.data.some((card) => !card.in_stock)).toBe(true);
  const [reduced] = (await app.call("GET /product", { query: { on_sale: true, sort: "popular", per_page: 1 } })).data;
  const { variations } = (await app.call("GET /product/details/:slug", { params: { slug: reduced?.slug ?? "" } })).data;
  expect(variations.find(({ compare_at }) => compare_at)?.lowest_30d).toMatchObject({ currency: "EUR" });
  const gifts = products.filter(({ tags }) => tags.some((tag) => tag.startsWith("gift")));
  const inGifts = await app.call("GET /product", { query: { category: "gifts", per_page: 1 } });
  expect(inGifts.meta.total).toBe(gifts.length);
  expect(await listInconsistencies(app.db)).toEqual([]);
  // Where the languages of the shop are spoken, among others.
  const { body: rates } = await ask("GET /shipping/rates");
  const countries = rates.data.flatMap(({ countries }: { countries: string[] }) => countries);
  expect(countries).toEqual(expect.arrayContaining(["AE", "BR", "DE", "FR", "SA"]));
  const { body } = await ask("POST /auth/login", { body: { username: "admin", password: "admin-kiosk" } });
  const orders = await ask("GET /orders?per_page=100", { token: body.access_token });
  expect(orders.body.meta.total).toBeGreaterThan(120);
  await expectDatedOrders(body.access_token);
  await expectPendingOrdersToExpire(body.access_token);
  const news = await ask("GET /notifications?unread=true", { token: body.access_token });
  expect(news.body.meta.total).toBeLessThan(20);
});

/** Orders are paid, invoiced and shipped on their own dates, with a tracking link and the images of their variations. */
async function expectDatedOrders(token: string) {
  const list = await ask("GET /orders?per_page=100&page=2", { token });
  const orders = await Promise.all(
    list.body.data.map(async ({ id }: { id: string }) => ({
      ...(await ask(`GET /orders/${id}`, { token })).body.data,
      documents: (await ask(`GET /orders/${id}/documents`, { token })).body.data,
    })),
  );
  expect(orders.length).toBeGreaterThan(30);
  for (const { placed_at, documents, fulfilments, number } of orders) {
    const hours = documents.map(
      ({ issued_at: at }: { issued_at: string }) => (Date.parse(at) - Date.parse(placed_at)) / 3_600_000,
    );
    expect(Math.max(...hours), `documents of order ${number}`).toBeLessThanOrEqual(2);
    for (const { tracking_url } of fulfilments) expect(tracking_url).toMatch(/^https:/);
  }
  const { rows } = await sql<{ wrong: number; late: number; late_notifications: number }>`
    select
      (select count(*) from order_lines l join variations v on v.id = l.variation_id where l.thumbnail <> v.thumbnail)
        as wrong,
      (select count(*) from order_transactions t join orders o on o.id = t.order_id
        where t.kind = 'payment' and t.at > o.placed_at + interval '2 minutes') as late,
      (select count(*) from notifications n join orders o on n.link like '%/orders/' || o.id
        where n.type = 'order_confirmed' and n.created_at > o.placed_at + interval '2 minutes') as late_notifications`.execute(
    app.db,
  );
  expect(rows).toEqual([{ wrong: 0, late: 0, late_notifications: 0 }]);
}

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
