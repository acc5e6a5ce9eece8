import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { StripeError } from "#server/testing/fake-stripe.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { runs } from "#server/testing/properties.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const shop = await openTestShop({ stripe: stripe.account, logLevel: "silent" });
const { product, fill, order, pay } = selling(shop);
const { coupon, card } = await openAdmin(shop);
const { app, ask } = shop;
const { fakeStripe } = stripe;

type Message = { raw: string; signature: string };
const send = ({ raw, signature }: Message) =>
  shop.ask("POST /webhooks/payments/stripe", { headers: { "stripe-signature": signature }, body: JSON.parse(raw) });

/** What can happen to a payment at Stripe; what can't happen there any more does not. */
const steps = {
  pay: (intent: string) => void fakeStripe.confirm(intent),
  decline: (intent: string) => void fakeStripe.confirm(intent, "declined"),
  wait: (intent: string) => void fakeStripe.confirm(intent, "processing"),
  "fail late": (intent: string) => void fakeStripe.confirm(intent, "fails late"),
  cancel: (intent: string) => void fakeStripe.cancel(intent),
  refund: (intent: string) => void fakeStripe.createRefund({ payment_intent: intent, amount: "400" }),
  "refund all": (intent: string) => void fakeStripe.createRefund({ payment_intent: intent }),
  "send back": (intent: string) => {
    const refund = [...fakeStripe.refunds.values()].find(
      (one) => one.payment_intent === intent && one.status === "succeeded",
    );
    if (refund) fakeStripe.endRefund(refund.id, "failed");
  },
  "dispute and win": (intent: string) =>
    void fakeStripe.dispute(intent, "won", fakeStripe.dispute(intent, "needs_response")),
  "dispute and lose": (intent: string) =>
    void fakeStripe.dispute(intent, "lost", fakeStripe.dispute(intent, "needs_response")),
  dispute: (intent: string) => void fakeStripe.dispute(intent, "needs_response"),
};
type Step = keyof typeof steps;

/** An order with a payment that went through these steps, and its webhooks in order. The order may have expired by then. */
async function orderAfter(sequence: Step[], ranOut: boolean) {
  const { buyer, id } = await orderWithDiscounts();
  await pay(buyer, id, { provider: "stripe" });
  stripe.takeWebhooks();
  const intent = [...fakeStripe.intents.keys()].at(-1) ?? "";
  for (const step of sequence) {
    try {
      steps[step](intent);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
    }
  }
  const messages = stripe.takeWebhooks();
  if (ranOut) {
    // The shop waits for a provider it can't reach, but not for two hours.
    await sql`update orders set expires_at = now() - interval '2 hours' where id = ${id}::uuid`.execute(app.db);
    stripe.connection = "down";
    await expireOverdue(app);
    stripe.connection = "up";
  }
  return { id, messages };
}

/** An order of two variations at 20.00, of which a coupon and a gift card pay some. */
async function orderWithDiscounts() {
  const buyer = await shop.person();
  const [variation, offer, gift] = [await product({ price: 2000 }), await coupon({ max_uses: 1 }), await card(1000)];
  await fill(buyer, variation.id, 2);
  await ask("PUT /cart/coupon", { ...buyer, body: { code: offer.code } });
  await ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
  return { buyer, id: (await order(buyer)).body.data.id as string };
}

/**
 * Everything stored about an order, without ids, numbers and times, and without what depends on the order of webhooks:
 * the timeline, and the email about a refund that the bank returned later.
 */
async function recordsOf(id: string) {
  const rowsOf = async (rows: ReturnType<typeof sql>) => (await rows.execute(app.db)).rows;
  return {
    order: await rowsOf(sql`
      select status, payment_status, fulfilment_status, hold_reason, held_from, confirmed_at is not null as was_confirmed,
        cancelled_at is not null as was_cancelled
      from orders where id = ${id}::uuid`),
    balance: await rowsOf(sql`
      select charged_amount, credited_amount, adjusted_amount, gift_card_amount, gift_card_refunded_amount, paid_amount,
        refunded_amount, chargeback_amount, outstanding_amount
      from order_balance where order_id = ${id}::uuid`),
    lines: await rowsOf(sql`
      select l.quantity, l.fulfilled_qty, l.cancelled_qty, l.returned_qty, sum(t.amount)::int8 as amount,
        sum(t.tax_amount)::int8 as tax
      from order_lines l
      join order_transactions t on t.order_line_id = l.id
      where l.order_id = ${id}::uuid
      group by l.id, t.kind
      order by t.kind`),
    payments: await rowsOf(sql`
      select status, authorized_amount, captured_amount, refunded_amount, requested_action,
        cancelled_at is not null as is_cancelled
      from payments
      where order_id = ${id}::uuid
      order by 1, 2, 3, 4`),
    events: await rowsOf(sql`
      select e.kind, e.amount, e.currency
      from payment_events e
      join payments p on p.id = e.payment_id
      where p.order_id = ${id}::uuid
      order by e.kind, e.amount`),
    refunds: await rowsOf(sql`
      select status, amount, currency, reason from refunds where order_id = ${id}::uuid order by 1, 2, 4`),
    stock: await rowsOf(sql`
      select s.on_hand, s.reserved from stock_levels s
      join order_lines l on l.variation_id = s.variation_id
      where l.order_id = ${id}::uuid`),
    reservations: await rowsOf(sql`
      select state, quantity, committed from stock_reservations where order_id = ${id}::uuid order by 1, 2, 3`),
    coupon: await rowsOf(sql`
      select c.used, r.released_at is not null as released, r.retained_at is not null as retained
      from coupon_redemptions r
      join coupons c on c.id = r.coupon_id
      where r.order_id = ${id}::uuid`),
    giftCard: await rowsOf(sql`
      select e.step, e.kind, e.delta_amount, e.balance_after, g.balance_amount
      from gift_card_entries e
      join gift_cards g on g.id = e.gift_card_id
      where e.order_id = ${id}::uuid
      order by e.step`),
    invoices: await rowsOf(sql`
      select kind, total_amount, currency, number is not null as issued
      from invoices
      where order_id = ${id}::uuid
      order by 1, 2, 4`),
    emails: await rowsOf(sql`
      select template, facts - 'order_id' as facts, dropped_at is not null as cancelled
      from email_outbox
      where facts ->> 'order_id' = ${id} and dedupe_key not in (
        select 'order_refunded:' || p.order_id || ':' || e.object_ref
        from payment_events e
        join payments p on p.id = e.payment_id
        where e.kind = 'refund_fail')
      order by 1, (facts - 'order_id')::text, 3`),
  };
}

/** Delivers the webhooks, and those that follow from them, until Stripe has no more. */
async function deliverWebhooks({ messages }: { messages: Message[] }, deliver: (messages: Message[]) => Promise<void>) {
  for (let waiting = messages; waiting.length > 0; waiting = stripe.takeWebhooks()) {
    await deliver(waiting);
    await app.jobs.drain();
  }
}

async function inOrder(messages: Message[]) {
  for (const message of messages) {
    await send(message);
    await app.jobs.drain();
  }
}

test.each<Step[][]>([
  [["pay", "refund"]],
  [["pay", "refund all"]],
  [["pay", "refund all", "refund all", "pay"]],
  [["pay", "dispute and lose"]],
])("C11 Payment: %j delivered in reverse gives the same ledger as in order", async (sequence) => {
  const [forwards, backwards] = [await orderAfter(sequence, false), await orderAfter(sequence, false)];
  await deliverWebhooks(forwards, inOrder);
  await deliverWebhooks(backwards, (messages) => inOrder(messages.toReversed()));
  expect(await recordsOf(backwards.id)).toEqual(await recordsOf(forwards.id));
  expect(await listInconsistencies(app.db)).toEqual([]);
});

const sequences = runs(8, 300);

test(
  "C11 Payment: every webhook delivered five times in random order gives the same ledger as once and in order",
  async () => {
    const sequence = fc.array(fc.constantFrom(...(Object.keys(steps) as Step[])), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(sequence, fc.boolean(), fc.infiniteStream(fc.nat()), async (events, ranOut, numbers) => {
        const [once, often] = [await orderAfter(events, ranOut), await orderAfter(events, ranOut)];
        await deliverWebhooks(once, inOrder);
        await deliverWebhooks(often, async (messages) => {
          for (const message of shuffled(
            [1, 2, 3, 4, 5].flatMap(() => messages),
            numbers,
          )) {
            await send(message);
            // Sometimes the worker is faster than the next message.
            if ((numbers.next().value ?? 0) % 3 === 0) await app.jobs.drain();
          }
        });
        expect(await recordsOf(often.id)).toEqual(await recordsOf(once.id));
        expect(await listInconsistencies(app.db)).toEqual([]);
      }),
      { numRuns: sequences },
    );
  },
  sequences * 10_000,
);

function shuffled<T>(list: T[], numbers: Iterator<number>): T[] {
  return list
    .map((item) => ({ item, place: numbers.next().value ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
