import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { expireOverdue } from "./cancellation.ts";
import { remindTransfers } from "./transfer-reminders.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { placed, pay, look } = selling(shop);
const bank = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "", bank_name: "" };
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: bank, timezone: "Europe/Berlin" }));
const realNow = app.now;
afterEach(() => {
  app.now = realNow;
});
const at = (time: string) => {
  app.now = () => new Date(time);
};
const reminders = async (id: string) => {
  const { rows } = await sql`
    select from email_outbox where template = 'order_transfer_due' and facts ->> 'order_id' = ${id}`.execute(app.db);
  return rows.length;
};

test("Order: a bank transfer of a Thursday evening is awaited until Tuesday, with one reminder on Monday", async () => {
  at("2026-11-19T22:00:00+01:00");
  const { id, buyer } = await placed();
  await pay(buyer, id, { provider: "bank" });
  expect(Date.parse((await look(buyer, id)).expires_at)).toBe(Date.parse("2026-11-24T22:00:00+01:00"));
  for (const [time, sent] of [
    ["2026-11-22T23:00:00+01:00", 0],
    ["2026-11-23T22:05:00+01:00", 1],
    ["2026-11-24T08:00:00+01:00", 1],
  ] as const) {
    at(time);
    await expireOverdue(app);
    await remindTransfers(app);
    expect(await reminders(id)).toBe(sent);
    expect((await look(buyer, id)).status).toBe("pending_payment");
  }
  at("2026-11-24T22:01:00+01:00");
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("expired");
});

test("Order: a customer who pays by card, or has just ordered, is not reminded", async () => {
  at("2026-11-19T22:00:00+01:00");
  const [byCard, late] = [await placed(), await placed()];
  await pay(byCard.buyer, byCard.id, { provider: "demo" });
  at("2026-11-23T21:00:00+01:00");
  await pay(late.buyer, late.id, { provider: "bank" });
  await remindTransfers(app);
  expect([await reminders(byCard.id), await reminders(late.id)]).toEqual([0, 0]);
  expect((await ask("GET /orders", { token: byCard.buyer.token })).status).toBe(200);
});

test("Order: of more orders than are read at once each is reminded", async () => {
  at("2026-11-19T22:00:00+01:00");
  const orders = [await placed(), await placed(), await placed()];
  for (const { buyer, id } of orders) await pay(buyer, id, { provider: "bank" });
  at("2026-11-23T22:05:00+01:00");
  await remindTransfers(app, 2);
  expect(await Promise.all(orders.map(({ id }) => reminders(id)))).toEqual([1, 1, 1]);
});
