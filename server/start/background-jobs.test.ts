import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { registerFetchJob } from "#server/images/fetch-images.ts";
import { form } from "#server/imports/testing.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { db } = app;
const { placed } = selling(shop);

let requests = 0;
const silent = createServer(() => void requests++);
await new Promise<void>((ready) => silent.listen(0, "0.0.0.0", ready));
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});
const { port } = silent.address() as AddressInfo;

// The images would take hours.
const onTime = { timeout: 20_000, interval: 50 };

test("Ops: emails, expiries and imports run on time while 10,000 images of hosts that never answer are fetched", async () => {
  registerFetchJob(app, { allows: () => true });
  const { token } = await shop.person("admin");
  const order = await placed();
  await sql`
    insert into images (status, source_url)
    select 'pending', 'http://127.0.0.' || 1 + n % 40 || ${`:${port}/`} || n
    from generate_series(1, 10000) as n`.execute(db);
  for (const task of ["images.fetch", "images.fetch-again"])
    await sql`select graphile_worker.add_job(${task})`.execute(db);
  await app.jobs.start();
  await vi.waitFor(() => expect(requests).toBeGreaterThan(0), onTime);

  const ends = new Date(Date.now() + 1000);
  await sql`update orders set expires_at = ${ends} where id = ${order.id}`.execute(db);
  await app.jobs.add(db, "orders.expire", { orderId: order.id }, { runAt: ends });
  await ask("POST /auth/password/forgot", { body: { username: order.buyer.email } });
  const rows = Array.from({ length: 6 }, (_, at) => `cup-${at},Cup ${at},${at + 1}`);
  const upload = form({ name: "six.csv", content: `Handle,Title,Variant Price\n${rows.join("\n")}\n` });
  const job = (await ask("POST /product/admin/upload?confirm=1", { ...upload, token })).body.data;

  const statusOf = async (route: string) => (await ask(`GET ${route}`, { token })).body.data.status;
  await vi.waitFor(async () => expect(await statusOf(`/imports/${job.id}`)).toBe("done"), onTime);
  await vi.waitFor(async () => expect(await statusOf(`/orders/${order.id}`)).toBe("expired"), onTime);
  const sent = () => sql`select 1 from email_outbox where template = 'reset' and sent_at is not null`.execute(db);
  await vi.waitFor(async () => expect((await sent()).rows).toHaveLength(1), onTime);
  const { rows: pending } = await sql`select 1 from images where status = 'pending'`.execute(db);
  expect(pending).toHaveLength(10_000);
}, 60_000);
