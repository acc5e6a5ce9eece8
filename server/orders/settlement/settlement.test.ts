import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { noBalance } from "#server/orders/ledger/ledger.sql.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";
import { settlementCases } from "./settlement.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { placed, pay, look, key } = selling(shop);
const { token } = await openAdmin(shop);
const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

const noFunds = {
  authorized: 0,
  capture_reduction: 0,
  pending_refunds: 0,
  cancelled_funds: 0,
  is_voided: false,
  is_mismatched: false,
  in_other_currency: false,
  is_disputed: false,
};
type Settling = Parameters<(typeof settlementCases)["on_hold"][number]["when"]>[0];
/** Without a database: cases that have to read it fail. */
const settling = (order: object, funds: object) =>
  ({ order: { ...noBalance, total_amount: 1000, ...order }, funds: { ...noFunds, ...funds } }) as Settling;
const isCase = (status: keyof typeof settlementCases, name: string, order: object, funds: object) =>
  settlementCases[status].find((one) => one.name === name)?.when(settling({ status, ...order }, funds));

test.each([
  ["voided, and nothing else paid", {}, { is_voided: true }, true],
  ["not voided", {}, {}, false],
  ["voided, and paid another way", { paid_amount: 1 }, { is_voided: true }, false],
  ["voided, and nothing owed", { credited_amount: 1000 }, { is_voided: true }, false],
])("Payment: an authorization that is %s has expired or not", (_what, order, funds, expected) => {
  expect(isCase("confirmed", "the authorization expired", order, funds)).toBe(expected);
});

test.each([
  ["in full", { paid_amount: 1000 }, {}, true],
  ["in part", { paid_amount: 999 }, {}, false],
  ["in full by another amount", { paid_amount: 1000 }, { is_mismatched: true }, false],
  ["with nothing, and nothing is owed", { credited_amount: 1000 }, {}, false],
])("Payment: an expired authorization paid %s is settled or not", (_what, order, funds, expected) => {
  const onHold = { hold_reason: "authorization_expired", ...order };
  expect(isCase("on_hold", "an expired authorization was paid another way", onHold, funds)).toBe(expected);
});

test("Payment: an order an administrator put on hold is not released because its payments are even", async () => {
  const name = "with units cancelled what was paid is enough";
  expect(await isCase("on_hold", name, { hold_reason: "manual", paid_amount: 1000 }, {})).toBe(false);
});

test("Payment: the rest of an underpaid order confirms it", async () => {
  const { id, buyer, order } = await placed();
  await pay(buyer, id, { provider: "bank" });
  const receive = (amount: number) => ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount } });
  const confirmed: string[] = [];
  app.events.on("order.confirmed", async (_tx, event) => void confirmed.push(event.orderId));
  await receive(order.total.amount - 100);
  expect(confirmed).not.toContain(id);
  await receive(100);
  expect(confirmed).toContain(id);
});

test.each([
  ["demo", "This order was paid twice."],
  ["cod", "Your other payment authorization won't be charged."],
])("Payment: the customer reads what happens to a duplicate payment (%s)", async (provider, says) => {
  const { id, buyer, order } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, id, { provider });
  await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: order.total.amount });
  const { timeline } = await look(buyer, id);
  expect(timeline).toContainEqual(
    expect.objectContaining({ type: "payment_returned", text: expect.stringContaining(says) }),
  );
});

test("docs/decisions/0022 names the cases of each status in their order", () => {
  const text = readFileSync("docs/decisions/0022-order-ledger.md", "utf8");
  const [, table = ""] = /### Settlement[^]*?\| Status .*\n.*\n((?:\|.*\n)+)/.exec(text) ?? [];
  const named: Record<string, string[]> = { closed_returned: [] };
  let statuses: string[] = [];
  for (const [, status = "", name = ""] of table
    .trim()
    .split("\n")
    .map((row) => row.split("|"))) {
    if (status.trim()) statuses = status.trim().split(", ");
    for (const of of statuses) named[of] = [...(named[of] ?? []), name.trim()];
  }
  expect(named).toEqual(
    Object.fromEntries(
      Object.entries(settlementCases).map(([status, cases]) => [status, cases.map(({ name }) => name)]),
    ),
  );
});
