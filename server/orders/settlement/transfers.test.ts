import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop();
const { product, fill, order, pay, look, key, actAs, shipAndDeliver, returnUnits, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

const record = (id: string, body: object) => ask(`POST /payments/${id}/received`, { token, headers: key(), body });

/** An order of 44.90 to be paid by bank transfer. */
async function toTransfer() {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 4000 })).id);
  const { id, number } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  return { buyer, id: id as string, number: number as number };
}
const transfersOf = async (id: string, who: Buyer) =>
  (await look(who, id)).payments.map(({ transfers }: { transfers: object[] }) => transfers);

test("C11 Payment: each transfer of an order is listed with its value date and reference, a second one too", async () => {
  const { buyer, id } = await toTransfer();
  expect((await record(id, { amount: 4000, value_date: "2026-02-27", reference: "Order for mum" })).status).toBe(200);
  expect((await record(id, { amount: 490 })).status).toBe(200);
  const second = { amount: 4490, another: true, value_date: "2026-03-01", reference: " " };
  expect((await record(id, second)).status).toBe(200);
  const money = (amount: number) => ({ amount, currency: "EUR" });
  expect(await transfersOf(id, { token } as Buyer)).toEqual([
    [
      expect.objectContaining({ amount: money(4000), value_date: "2026-02-27", reference: "Order for mum" }),
      expect.objectContaining({ amount: money(490), value_date: null, reference: null }),
    ],
    [expect.objectContaining({ amount: money(4490), value_date: "2026-03-01", reference: null })],
  ]);
  expect(await transfersOf(id, buyer)).toEqual([[], []]);
});

test("C11 Payment: transfers can't have a value date after today", async () => {
  const { id } = await toTransfer();
  const { status, body } = await record(id, { amount: 4490, value_date: "2999-01-01" });
  expect([status, body.errors[0].field]).toEqual([400, "value_date"]);
});

test("A7 the transfers of a period are exported by value date, those without one by the day they were recorded", async () => {
  const { id, number } = await toTransfer();
  await record(id, { amount: 4000, value_date: "2025-12-31", reference: "=1+1" });
  await record(id, { amount: 490, value_date: "2026-01-02" });
  const lines = async (query: string) => {
    const { body } = await ask(`GET /payments/transfers/export${query}`, { token });
    return (body as string).trim().split("\n");
  };
  const [heading, ...december] = await lines("?from=2025-12-01&to=2025-12-31");
  expect(heading).toBe("value_date,recorded_at,order,currency,amount,reference");
  expect(december).toEqual([
    expect.stringMatching(new RegExp(`^2025-12-31,[\\d: -]{19},${number},EUR,40\\.00,'=1\\+1$`)),
  ]);
  expect(await lines("?from=2026-01-01&to=2026-01-31")).toHaveLength(2);
  const today = await lines("");
  expect(today.filter((line) => line.includes(`,${number},`))).toHaveLength(2);
});

test("C11 Payment: an overpayment that was refunded is not alerted when the order is returned", async () => {
  const { buyer, id } = await toTransfer();
  await record(id, { amount: 5090 });
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
  await actAs(admin)(id, "refunds", { amount: 600, reason: "Paid too much" });
  const released = (await look(admin, id)).timeline.findLast(({ type }: { type: string }) => type === "released");
  expect(released.text).toBe("The order is no longer overpaid.");
  await shipAndDeliver(id, admin);
  const { items } = await look(buyer, id);
  const units = [{ order_item_id: items[0].id as number, quantity: 1 }];
  await returnUnits(id, buyer, admin, units, { restock: true, refund: 4000 });
  expect(await look(buyer, id)).toMatchObject({ refunded: { amount: 4600 } });
  expect((await alertTitles(id, admin)).filter((title) => title.includes("captured"))).toEqual([]);
});

test("C11 Payment: another transfer of an order on hold for an overpayment is recorded, and refunded with the rest", async () => {
  const { id } = await toTransfer();
  await record(id, { amount: 5090 });
  expect((await look(admin, id)).actions).toContain("receive_another_transfer");
  expect((await record(id, { amount: 4490, another: true })).status).toBe(200);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", paid: { amount: 9580 }, refunds: [] });
  await actAs(admin)(id, "refunds", { amount: 5090, reason: "Paid twice" });
  expect(await look(admin, id)).toMatchObject({ status: "confirmed", refunded: { amount: 5090 } });
});
