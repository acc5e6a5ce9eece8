import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
// The templates are loaded with the first email, which is slow on a busy machine.
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({ smtpUrl: server.url(), logLevel: "silent" });
const { app, ask } = shop;
const { placed, pay } = selling(shop);
const admin = await shop.person("admin");

/** Advances the time past the next attempt of each job, three times. */
async function later() {
  for (const _ of [1, 2, 3]) {
    await sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`.execute(app.db);
    await app.jobs.drain();
  }
}

test("Ops: orders are placed, paid, shipped and delivered while the mail server is down; the emails are sent later", async () => {
  await server.stop();
  const { buyer, id, order } = await placed();
  await app.jobs.drain();
  expect((await pay(buyer, id)).body.data.status).toBe("captured");
  await app.jobs.drain();
  const [shipment] = (await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} })).body.data
    .fulfilments;
  await app.jobs.drain();
  const done = await ask(`POST /fulfilments/${shipment.id}/deliver`, { token: admin.token });
  expect(done.body.data.status).toBe("completed");
  await later();
  expect(server.received).toEqual([]);
  const { rows } = await sql<{ template: string }>`
    select template from email_outbox where sent_at is null and dropped_at is null order by created_at, id`.execute(
    app.db,
  );
  expect(rows.map(({ template }) => template)).toEqual(["order_confirmed", "order_shipped", "order_delivered"]);
  await server.start();
  await later();
  expect(server.received.map(({ subject }) => subject).toSorted()).toEqual([
    `Order ${order.number} has been delivered. How was it?`,
    `Order ${order.number} is confirmed`,
    `Order ${order.number} is on its way`,
  ]);
});
