import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { expectSums } from "./email-sums.fixture.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({ smtpUrl: server.url(), publicUrl: "https://shop.example" });
const { app, ask } = shop;
const { product, fill, order, pay, actAs, key } = selling(shop);
const staff = await openAdmin(shop);
const act = actAs(staff);

const account = {
  account_holder: "Kiosk",
  iban: "DE02 1203 0000 0000 2020 51",
  bic: "BYLADEM1001",
  bank_name: "A bank",
};
const mailsTo = (email: string) => server.received.filter((one) => one.to?.some(({ address }) => address === email));
const textOf = (email: string, subject: RegExp) =>
  mailsTo(email).findLast((one) => subject.test(one.subject ?? ""))?.text ?? "";

const yesNo = [false, true];
const cases = ["paid", "refunded in part", "returned in part", "cancelled"] as const;
const combinations = yesNo.flatMap((coupon) =>
  yesNo.flatMap((card) => yesNo.flatMap((included) => cases.map((end) => ({ coupon, card, included, end })))),
);

test.each(combinations)(
  "the emails of an order add up (coupon $coupon, gift card $card, tax included $included, $end)",
  async ({ coupon, card, included, end }) => {
    await inTransaction(app.db, (tx) => updateSettings(tx, { prices_include_tax: included }));
    const buyer = await shop.person();
    await fill(buyer, (await product({ price: 3333 })).id, 3);
    await fill(buyer, (await product({ price: 1999 })).id);
    if (coupon) await ask("PUT /cart/coupon", { token: buyer.token, body: { code: (await staff.coupon()).code } });
    if (card) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await staff.card(4000)).code } });
    const { id, items, totals } = (await order(buyer)).body.data;
    await pay(buyer, id, { provider: "demo" });
    if (end === "refunded in part")
      expect((await act(id, "refunds", { amount: 500, reason: "Late" })).status).toBe(201);
    if (end === "returned in part") {
      const units = [{ order_item_id: items[0].id, quantity: 1 }];
      expect((await act(id, "lines/cancel", { items: units })).status).toBe(200);
    }
    if (end === "cancelled") expect((await act(id, "cancel")).status).toBe(200);
    await app.jobs.drain();
    const confirmed = textOf(buyer.email, /is confirmed/);
    const figures = expectSums(confirmed, "EUR");
    expect(figures.Subtotal).toBe(totals.subtotal.amount);
    expect(figures.Total).toBe(totals.total.amount);
    expect(figures["Gift cards"] ?? 0).toBe(-totals.gift_cards.amount || 0);
    expect(figures.Discount ?? 0).toBe(-totals.discount.amount || 0);
    if (end === "returned in part") expectSums(textOf(buyer.email, /^Items of order/), "EUR");
    if (end === "cancelled") expectSums(textOf(buyer.email, /is cancelled/), "EUR");
  },
);

test("the instructions for a bank transfer name what a gift card pays and what is due", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { prices_include_tax: true }));
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await staff.card(4000)).code } });
  await pay(buyer, (await order(buyer)).body.data.id, { provider: "bank" });
  await app.jobs.drain();
  const text = textOf(buyer.email, /Payment instructions/);
  expect(text).toMatch(/We've received your order/i);
  const figures = expectSums(text, "EUR");
  expect([figures["Gift cards"], figures["Amount due"]]).toEqual([-4000, 6000]);
  expect(text).toMatch(/Amount\s+€60\.00/);
  // Nobody knows when the transfer arrives.
  expect(text).toMatch(/Arrives \d+ to \d+ business days after your payment\./);
});

test("cash on delivery is due on delivery, less what a gift card pays", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await staff.card(4000)).code } });
  await pay(buyer, (await order(buyer)).body.data.id, { provider: "cod" });
  await app.jobs.drain();
  const figures = expectSums(textOf(buyer.email, /is confirmed/), "EUR");
  expect(figures["Due on delivery"]).toBe(6000);
});

test("a new order reaches the team's addresses once, also one that awaits a transfer", async () => {
  const team = ["orders@example.com", "packing@example.com"];
  await inTransaction(app.db, (tx) => updateSettings(tx, { order_recipients: team, bank_account: account }));
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 2000 })).id, 2);
  const { id, number } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  await app.jobs.drain();
  const subjects = () => team.map((email) => mailsTo(email).map(({ subject }) => subject));
  const one = [`New order ${number}: €44.90`];
  expect(subjects()).toEqual([one, one]);
  const text = textOf("orders@example.com", /New order/);
  expectSums(text, "EUR");
  expect(text).toMatch(/awaits a bank transfer of €44\.90[\s\S]*Main Street 1/);
  await ask(`POST /payments/${id}/received`, {
    token: staff.token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { amount: 4490 },
  });
  await app.jobs.drain();
  expect(subjects()).toEqual([one, one]);
  await inTransaction(app.db, (tx) => updateSettings(tx, { order_recipients: [] }));
});

test("the email with a payment link adds up to what its customer has to pay", async () => {
  const email = "by.link@example.com";
  const goods = {
    lines: [{ variation_id: (await product({ price: 3333 })).id, quantity: 3 }],
    discount: { kind: "percent", value: 1000, reason: "Regular customer" },
  };
  const quote = { token: staff.token, body: { ...goods, country: "DE" } };
  const { quote_hash } = (await ask("POST /orders/manual/quote", quote)).body.data;
  const body = { ...goods, email, shipping_address: home, payment: "link", quote_hash };
  const { totals } = (await ask("POST /orders/manual", { token: staff.token, headers: key(), body })).body.data;
  await app.jobs.drain();
  const text = textOf(email, /^Pay for order/);
  const figures = expectSums(text, "EUR");
  expect(figures).toMatchObject({
    Subtotal: totals.subtotal.amount,
    Discount: -totals.discount.amount,
    Total: totals.total.amount,
  });
  expect(text).toContain("Pay €89.99 https://shop.example/payment/");
});
