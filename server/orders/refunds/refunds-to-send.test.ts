import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, shipAndDeliver, actAs } = selling(shop);
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
const act = actAs(admin);

const emailsOf = async (id: string) => {
  const { rows } = await sql<{ template: string }>`
    select template from email_outbox where facts ->> 'order_id' = ${id}`.execute(app.db);
  return rows.map(({ template }) => template);
};

test("Refund: one that staff have to send is told to the customer once it is marked as sent", async () => {
  const { id } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const [refund] = (await look(admin, id)).refunds;
  expect(refund).toMatchObject({ status: "succeeded", sent_at: null });
  expect(await emailsOf(id)).not.toContain("order_refunded");
  const path = `POST /orders/${id}/refunds/${refund.id}/sent`;
  const { status, body } = await ask(path, { token });
  expect([status, typeof body.data.refunds[0].sent_at]).toEqual([200, "string"]);
  expect(body.data.timeline.at(-1)).toMatchObject({ type: "refund_sent", text: "We've sent your refund." });
  expect(await emailsOf(id)).toContain("order_refunded");
  expect(await ask(path, { token })).toMatchObject({ status: 409, body: { code: "refund_sent" } });
});

test("Refund: one that a provider sends is sent at once", async () => {
  const { id } = await bought();
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const [refund] = (await look(admin, id)).refunds;
  expect(refund.sent_at).not.toBeNull();
  expect(await emailsOf(id)).toContain("order_refunded");
});
