import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, placed, pay, look, shipAndDeliver, actAs, alertTitles } = selling(shop);
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
const act = actAs(admin);
const see = (id: string) => look(admin, id);

checkFiguresAfterEach(shop);

/** The bank returns the latest refund of an order's first payment. */
async function returnRefund(id: string, amount: number) {
  const { refunds, payments } = await see(id);
  await sendDemoWebhook(shop, payments[0].id, {
    kind: "refund_fail",
    amount,
    charge: `demo_refund_${refunds.at(-1).id}`,
  });
}

test("Refund: a full refund that the bank returned is left to a person", async () => {
  const { id, order: made } = await bought();
  const amount = made.total.amount;
  await shipAndDeliver(id, admin);
  await act(id, "refunds", { amount, reason: "Sorry" });
  await returnRefund(id, amount);
  const after = await see(id);
  expect(after.refunds).toMatchObject([{ status: "failed", reason: "Sorry" }]);
  expect(after.timeline.map(({ type }: { type: string }) => type)).not.toContain("payment_returned");
  const alerts = (await alertTitles(id, admin)).join();
  expect(alerts).toContain("The bank returned a refund");
  expect(alerts).toContain("was overpaid. Refund the difference.");
});

test("Refund: with a refund that the bank returned, a second payment is still refunded by the shop", async () => {
  const { id, buyer, order: made } = await placed();
  const late = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  await pay(buyer, id);
  const amount = made.total.amount;
  await shipAndDeliver(id, admin);
  await act(id, "refunds", { amount, reason: "Sorry" });
  const { refunds } = await see(id);
  const paid = refunds[0].payment_id;
  await sendDemoWebhook(shop, paid, { kind: "refund_fail", amount, charge: `demo_refund_${refunds[0].id}` });
  await sendDemoWebhook(shop, late.payment_id, { kind: "capture", amount });
  const all = (await see(id)).refunds.map(({ payment_id, status }: Record<string, string>) => ({ payment_id, status }));
  expect(all).toEqual([
    { payment_id: paid, status: "failed" },
    { payment_id: late.payment_id, status: "succeeded" },
  ]);
});

test("Refund: a second overpayment of an order is alerted again", async () => {
  const { id } = await bought();
  for (const _ of [1, 2]) {
    await act(id, "refunds", { amount: 490, reason: "Sorry" });
    await returnRefund(id, 490);
  }
  expect((await alertTitles(id, admin)).filter((title) => title.includes("overpaid"))).toHaveLength(2);
});
