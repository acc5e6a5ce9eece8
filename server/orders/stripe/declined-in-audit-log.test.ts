import { expect, test } from "vitest";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach } from "#server/testing/shop.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, stripe, fakeStripe, proxy, admin, act, byStripe, withManualCapture, deliverWebhooks, intentOf } =
  await shopWithStripe();
const { look, approveReturn, shipAndDeliver } = selling(shop);
const { app } = shop;
checkFiguresAfterEach(shop);

interface Entry {
  action: string;
  actor: unknown;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  undo: string;
}
const logOf = async (entity: string, id: string): Promise<Entry[]> =>
  (await shop.ask(`GET /audit?entity=${entity}&entity_id=${id}`, { token: admin.token })).body.data;
const actions = async (id: string) => (await logOf("order", id)).map(({ action }) => action).toReversed();
const authorized = () => withManualCapture(() => byStripe());
const captured = "POST /orders/:id/capture";
const declined = "order.capture_declined";

test("A7 a capture that is declined as staff wait has an entry of its own, each time, until one succeeds", async () => {
  const { id, order } = await authorized();
  const intent = fakeStripe.intent(intentOf(id));
  const capturable = intent.amount_capturable;
  intent.amount_capturable = 1;
  for (const _ of [1, 2]) expect((await act(id, "capture")).body.code).toBe("payment_refused");
  await app.jobs.drain();
  expect(await actions(id)).toEqual([captured, declined, captured, declined]);
  const amount = order.total;
  const [last] = await logOf("order", id);
  // The provider declined: nobody of the staff did it.
  expect(last).toMatchObject({ actor: null, after: { declined: amount }, undo: "not_possible" });
  intent.amount_capturable = capturable;
  expect((await act(id, "capture")).status).toBe(200);
  await deliverWebhooks();
  expect((await actions(id)).at(-1)).toBe(captured);
});

test("A7 a capture of an authorization that ended at the provider has one, whoever says so first", async () => {
  const atOnce = await authorized();
  fakeStripe.cancel(intentOf(atOnce.id));
  expect((await act(atOnce.id, "capture")).body.code).toBe("payment_refused");
  const unanswered = async () => {
    const { id } = await authorized();
    proxy.breaking = true;
    expect((await act(id, "capture")).body.data.status).toBe("authorized");
    proxy.breaking = false;
    fakeStripe.cancel(intentOf(id));
    return { id };
  };
  const byWebhook = await unanswered();
  await deliverWebhooks();
  const byPoll = await unanswered();
  stripe.takeWebhooks();
  app.now = () => new Date(Date.now() + 25 * 3_600_000);
  await syncUnresolvedPayments(app);
  for (const { id } of [atOnce, byWebhook, byPoll]) {
    expect(await actions(id)).toEqual([captured, declined]);
    expect(await look(admin, id)).toMatchObject({ payment_status: "voided" });
  }
});

test("A7 cancelled items, refunds and returns that are taken back have an entry of that", async () => {
  const { id, order, buyer } = await byStripe({ quantity: 3 });
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  fakeStripe.refundsAre = "refused";
  expect((await act(id, "lines/cancel", { items })).body.code).toBe("payment_refused");
  const [cancelling] = await logOf("order", id);
  expect(cancelling).toMatchObject({
    action: "order.refund_declined",
    actor: null,
    before: { items: [{ cancelled_qty: 1 }] },
    after: { items: [{ cancelled_qty: 0 }], declined: { amount: expect.any(Number), currency: "EUR" } },
    undo: "not_possible",
  });
  expect((await act(id, "refunds", { amount: 100, reason: "Sorry" })).body.code).toBe("payment_refused");
  expect(await actions(id)).toEqual([
    "POST /orders/:id/lines/cancel",
    "order.refund_declined",
    "POST /orders/:id/refunds",
    "order.refund_declined",
  ]);
  await shipAndDeliver(id, admin);
  const returnId = await approveReturn(id, buyer, admin, items);
  const body = { items: [{ ...items[0], condition: "sellable", restock: true }] };
  const received = await shop.ask(`POST /returns/${returnId}/receive`, { token: admin.token, body });
  expect(received.body.code).toBe("payment_refused");
  const [taken] = await logOf("return", String(returnId));
  expect(taken).toMatchObject({
    action: "return.refund_declined",
    before: { status: "refunded" },
    after: { status: "approved" },
  });
  expect((await actions(id)).at(-1)).toBe("order.refund_declined");
});
