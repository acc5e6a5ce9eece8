import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, look, shipAndDeliver, actAs, returnUnits } = selling(shop);
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;

checkFiguresAfterEach(shop);

const act = actAs({ token });
const sendWebhook = (paymentId: string, kind: string, amount: number, charge: string = randomUUID()) =>
  sendDemoWebhook(shop, paymentId, { kind, amount, charge });

/** Two units at 50.00, paid by card. */
async function twoCups() {
  const made = await bought({ price: 5000, quantity: 2 });
  const [payment] = (await look(admin, made.id)).payments;
  return { ...made, payment: payment.id as string, unit: { order_item_id: made.order.items[0].id, quantity: 1 } };
}
type Made = Awaited<ReturnType<typeof twoCups>>;

async function returnUnit({ id, buyer, unit }: Made) {
  await shipAndDeliver(id, admin);
  return (await returnUnits(id, buyer, admin, [unit])).body.data;
}

/** Refunds 10.00 in the shop, or at the provider. */
const refunds = {
  here: ({ id }: Made) => act(id, "refunds", { amount: 1000, reason: "Scratched" }),
  "at the provider": ({ payment }: Made) => sendWebhook(payment, "refund", 1000),
};

test.each(["here", "at the provider"] as const)(
  "C11 Payment: after an amount was refunded %s, a cancelled unit is refunded in full",
  async (where) => {
    const made = await twoCups();
    await refunds[where](made);
    const { data } = (await act(made.id, "lines/cancel", { items: [made.unit] })).body;
    expect(data).toMatchObject({ payment_status: "partially_refunded", refunded: { amount: 6000 } });
  },
);

test.each(["here", "at the provider"] as const)(
  "C11 Return: after an amount was refunded %s, a returned unit is refunded in full",
  async (where) => {
    const made = await twoCups();
    await refunds[where](made);
    expect(await returnUnit(made)).toMatchObject({ status: "refunded", refund: { amount: 5000 } });
    expect(await look(admin, made.id)).toMatchObject({ status: "completed", refunded: { amount: 6000 } });
  },
);

test("C11 Return: a lost dispute counts as never paid, a refund at the provider does not", async () => {
  const made = await twoCups();
  await sendWebhook(made.payment, "refund", 1000);
  for (const kind of ["chargeback", "chargeback_lost"])
    await sendWebhook(made.payment, kind, 2000, `dispute_${made.id}`);
  expect(await returnUnit(made)).toMatchObject({ refund: { amount: 3000 } });
});

test("C11 Payment: a refund made at the provider and returned by the bank is reversed", async () => {
  const made = await twoCups();
  const refund: string = randomUUID();
  await sendWebhook(made.payment, "refund", 1000, refund);
  await sendWebhook(made.payment, "refund_fail", 1000, refund);
  const { data } = (await act(made.id, "lines/cancel", { items: [made.unit] })).body;
  expect(data).toMatchObject({ payment_status: "partially_refunded", refunded: { amount: 5000 } });
});
