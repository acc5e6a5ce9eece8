import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { formatDay, getSettings, updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({ smtpUrl: server.url(), publicUrl: "https://shop.example" });
const { app, ask } = shop;
const { product, fill, order, pay, bought, look, shipAndDeliver, actAs } = selling(shop);
const staff = await openAdmin(shop);
const act = actAs(staff);
const textTo = (email: string, subject: RegExp) =>
  server.received
    .filter((one) => one.to?.some(({ address }) => address === email))
    .findLast((one) => subject.test(one.subject ?? ""))?.text ?? "";

test("Email: a cancellation names what is refunded because of it, not what was refunded before", async () => {
  const { id, buyer, order: made } = await bought();
  await act(id, "refunds", { amount: 500, reason: "Late" });
  await act(id, "cancel");
  await app.jobs.drain();
  const rest = `€${((made.total.amount - 500) / 100).toFixed(2)}`;
  expect(textTo(buyer.email, /is cancelled/)).toContain(`We'll refund ${rest} to your original payment method.`);
});

test("Email: a cancellation names only what goes back to a gift card now", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 3000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await staff.card(1000)).code } });
  const { id, total } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "demo" });
  await act(id, "refunds", { amount: total.amount - 600, reason: "Late" });
  await act(id, "cancel");
  await app.jobs.drain();
  const cancelled = textTo(buyer.email, /is cancelled/);
  expect(cancelled).toContain("€6.00 goes back to your gift card.");
  expect(cancelled).not.toContain("We'll refund");
});

test("Email: the team is told the state of a new order when the email is written", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { order_recipients: ["team@shop.example"] }));
  for (const [action, text] of [
    ["cancel", "It was cancelled."],
    ["hold", "It is on hold."],
    [undefined, "It is ready to be packed."],
  ] as const) {
    const { id, order: made } = await bought();
    if (action) expect((await act(id, action, { reason: "Call her" })).status).toBe(200);
    await app.jobs.drain();
    expect(textTo("team@shop.example", new RegExp(`^New order ${made.number}`))).toContain(text);
  }
});

test("Email: a cancellation asks for the account of a refund that staff transfer", async () => {
  const byHand = await bought({ provider: "cod" });
  await act(byHand.id, "capture");
  await act(byHand.id, "cancel");
  const byCard = await bought();
  await act(byCard.id, "cancel");
  // It was paid twice, and the transfer was sent back before the cancellation.
  const twice = await bought();
  await sql`
    insert into payments (id, order_id, order_number, provider, amount, currency, status, captured_amount,
      refunded_amount, created_at, cancelled_at)
    values (gen_random_uuid(), ${twice.id}, ${twice.order.number}, 'bank', 2490, 'EUR', 'refunded', 2490, 2490, now(),
      now())`.execute(app.db);
  await act(twice.id, "cancel");
  await app.jobs.drain();
  const asks = "Tell us in your order which account we should transfer the refund to.";
  expect(textTo(byHand.buyer.email, /is cancelled/)).toContain(asks);
  for (const { buyer } of [byCard, twice]) {
    expect(textTo(buyer.email, /is cancelled/)).not.toContain(asks);
    expect(textTo(buyer.email, /is cancelled/)).toContain("to your original payment method.");
  }
});

test("Email: a refund that staff sent themselves names no original payment method", async () => {
  const byHand = await bought({ provider: "cod" });
  const admin = { token: staff.token } as Buyer;
  await shipAndDeliver(byHand.id, admin);
  await act(byHand.id, "refunds", { amount: 500, reason: "Late" });
  const [refund] = (await look(admin, byHand.id)).refunds;
  await app.jobs.drain();
  await ask(`POST /orders/${byHand.id}/refunds/${refund.id}/sent`, { token: staff.token });
  const byCard = await bought();
  await act(byCard.id, "refunds", { amount: 500, reason: "Late" });
  await app.jobs.drain();
  const needed = textTo(byHand.buyer.email, /^Where should we send/);
  expect(needed).toContain(`We'll transfer €5.00 for order ${byHand.order.number} back to you.`);
  const sent = textTo(byHand.buyer.email, /^Refund for/);
  expect(sent).toContain(`We've sent a refund of €5.00 for order ${byHand.order.number}.`);
  expect(sent).not.toMatch(/original payment method|your bank/);
  expect(textTo(byCard.buyer.email, /^Refund for/)).toContain("to your original payment method.");
});

test("Email: without a return address the customer is told to ask for it, not what the law asks of the business", async () => {
  await inTransaction(app.db, (tx) =>
    updateSettings(tx, { return_address: null, address: "Kiosk GmbH\nHafenweg 7\nHRB 12345" }),
  );
  const { id, buyer, order: made } = await bought();
  await shipAndDeliver(id, { token: staff.token } as Buyer);
  const items = [{ order_item_id: made.items[0].id, quantity: 1, reason_code: "other" }];
  const asked = (await ask("POST /returns", { token: buyer.token, body: { order_id: id, items } })).body.data;
  const approved = await ask(`POST /returns/${asked.id}/approve`, { token: staff.token, body: {} });
  expect(approved.body.data.return_address).toBeNull();
  await app.jobs.drain();
  const text = textTo(buyer.email, /^Your return is approved/) ?? "";
  expect(text).toContain("Ask us where to send them.");
  expect(text.slice(0, text.indexOf("Ask us"))).not.toContain("HRB");
});

test("Email: an approved return says where the items go and by when, as its page does", async () => {
  await inTransaction(app.db, (tx) =>
    updateSettings(tx, { return_address: "Kiosk Returns\nHafenweg 7", return_send_days: 21 }),
  );
  const { id, buyer, order: made } = await bought();
  await shipAndDeliver(id, { token: staff.token } as Buyer);
  const items = [{ order_item_id: made.items[0].id, quantity: 1, reason_code: "other" }];
  const asked = (await ask("POST /returns", { token: buyer.token, body: { order_id: id, items } })).body.data;
  const approved = (await ask(`POST /returns/${asked.id}/approve`, { token: staff.token, body: {} })).body.data;
  await app.jobs.drain();
  const { timezone } = await getSettings(app.db);
  const text = textTo(buyer.email, /^Your return is approved/);
  expect(text).toContain(`Send the items back by ${formatDay(new Date(approved.send_by), timezone)}.`);
  expect(text).toMatch(/Kiosk Returns\s+Hafenweg 7/);
});

test("Email: the receipt of a withdrawal says whether it is from the whole order", async () => {
  const [whole, some] = [await bought(), await bought({ quantity: 2 })];
  const withdraw = ({ buyer, order: made }: typeof whole, items?: object[]) =>
    ask("POST /withdrawals", { body: { name: "Ada", order_number: made.number, email: buyer.email, items } });
  await withdraw(whole);
  await withdraw(some, [{ order_item_id: some.order.items[0].id, quantity: 1 }]);
  await app.jobs.drain();
  const receipt = ({ buyer }: typeof whole) => textTo(buyer.email, /We've received your withdrawal/);
  expect(receipt(whole)).toContain("You withdrew from the whole order.");
  expect(receipt(some)).toContain("× 1");
  expect(receipt(some)).not.toContain("whole order");
});
