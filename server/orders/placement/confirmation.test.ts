import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, placed } = selling(shop);
const admin = await shop.person("admin");
const resend = (id: string, token: string) => ask(`POST /orders/${id}/confirmation`, { token });
const queued = async (id: string) =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from email_outbox
      where template = 'order_confirmed' and facts ->> 'order_id' = ${id}`.execute(app.db)
  ).rows[0]?.count;

test("a customer has the confirmation sent again three times a day, staff ten times, each in the timeline", async () => {
  const { buyer, order } = await bought();
  expect(await queued(order.id)).toBe(1);
  const first = await resend(order.id, buyer.token);
  expect(first.status).toBe(200);
  expect(first.body.data.actions).toContain("resend_confirmation");
  expect(first.body.data.timeline.at(-1).text).toBe("We've sent the confirmation again.");
  expect(await queued(order.id)).toBe(2);
  for (let turn = 2; turn <= 3; turn++) expect((await resend(order.id, buyer.token)).status).toBe(200);
  expect(await resend(order.id, buyer.token)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  for (let turn = 4; turn <= 10; turn++) expect((await resend(order.id, admin.token)).status).toBe(200);
  expect((await resend(order.id, admin.token)).status).toBe(429);
  expect(await queued(order.id)).toBe(11);
  const [entry] = (await ask("GET /audit", { token: admin.token })).body.data;
  expect(entry).toMatchObject({ action: "POST /orders/:id/confirmation" });
});

test("the confirmation of a cancelled order isn't sent again, nor one where the shop has no mail server", async () => {
  const { buyer, order } = await bought();
  const cancelled = await ask(`POST /orders/${order.id}/cancel`, { token: buyer.token, body: {} });
  expect(cancelled.body.data.actions).not.toContain("resend_confirmation");
  for (const { token } of [buyer, admin])
    expect(await resend(order.id, token)).toMatchObject({ status: 409, body: { code: "order_state" } });
  const next = await bought();
  const { config } = app;
  Object.assign(app, { config: { ...config, demo: false, publicUrl: "https://shop.example" } });
  onTestFinished(() => void Object.assign(app, { config }));
  expect((await resend(next.order.id, next.buyer.token)).body.code).toBe("email_unavailable");
  expect((await resend(next.order.id, admin.token)).body.code).toBe("no_mail_server");
  expect(await queued(next.order.id)).toBe(1);
});

test("only the confirmation of an order of one's own that is confirmed is sent again", async () => {
  const { order } = await bought();
  const stranger = await shop.person();
  expect((await resend(order.id, stranger.token)).status).toBe(404);
  const waiting = await placed();
  expect(await resend(waiting.order.id, waiting.buyer.token)).toMatchObject({
    status: 409,
    body: { code: "order_state" },
  });
});
