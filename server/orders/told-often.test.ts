import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { stripeStandIn } from "#server/testing/stripe-stand-in.ts";
import { proveBooks } from "./orders.ts";

const stripe = await stripeStandIn();
afterAll(() => stripe.close());
const shop = await openTestShop({ stripe: stripe.account, logLevel: "silent" });
const { placed, pay } = selling(shop);
const { house } = shop;
const { books } = stripe;

type Message = { raw: string; signature: string };
const send = ({ raw, signature }: Message) =>
  shop.ask("POST /webhooks/payments/stripe", { headers: { "stripe-signature": signature }, body: JSON.parse(raw) });

/** What can happen to a payment at Stripe; what can't happen there any more does not. */
const steps = {
  pay: (intent: string) => void books.confirm(intent),
  decline: (intent: string) => void books.confirm(intent, "declined"),
  wait: (intent: string) => void books.confirm(intent, "processing"),
  "fail late": (intent: string) => void books.confirm(intent, "fails late"),
  cancel: (intent: string) => void books.cancel(intent),
  refund: (intent: string) => void books.createRefund({ payment_intent: intent, amount: "400" }),
  "refund all": (intent: string) => void books.createRefund({ payment_intent: intent }),
  "send back": (intent: string) => {
    const refund = [...books.refunds.values()].find(
      (one) => one.payment_intent === intent && one.status === "succeeded",
    );
    if (refund) books.endRefund(refund.id, "failed");
  },
  "dispute and win": (intent: string) => void books.dispute(intent, "won", books.dispute(intent, "needs_response")),
  "dispute and lose": (intent: string) => void books.dispute(intent, "lost", books.dispute(intent, "needs_response")),
  dispute: (intent: string) => void books.dispute(intent, "needs_response"),
};
type Step = keyof typeof steps;

/** A payment all of this happened to, and the messages of it, in order. */
async function lived(story: Step[]) {
  const { buyer, id } = await placed();
  await pay(buyer, id, { provider: "stripe" });
  stripe.messages();
  const intent = [...books.intents.keys()].at(-1) ?? "";
  for (const step of story) {
    try {
      steps[step](intent);
    } catch (error) {
      if ((error as Error).constructor.name !== "Refused") throw error;
    }
  }
  return { id, messages: stripe.messages() };
}

/** What the books say of an order: its payment, how it is paid, the ledger. Ids and times are the provider's own. */
async function booksOf(id: string) {
  const payment = await sql`
    select p.status, p.authorized_amount, p.captured_amount, p.refunded_amount, o.payment_status, o.paid_amount, o.refunded_amount as returned
    from payments p
    join orders o on o.id = p.order_id
    where o.id = ${id}::uuid`.execute(house.db);
  const ledger = await sql`
    select e.kind, e.amount, e.currency
    from payment_events e
    join payments p on p.id = e.payment_id
    where p.order_id = ${id}::uuid
    order by e.kind, e.amount`.execute(house.db);
  return { payment: payment.rows, ledger: ledger.rows };
}

test("C11 Payment: every webhook delivered five times in random order gives the same books as once and in order", async () => {
  const story = fc.array(fc.constantFrom(...(Object.keys(steps) as Step[])), { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(story, fc.infiniteStream(fc.nat()), async (told, numbers) => {
      const [once, often] = [await lived(told), await lived(told)];
      for (const message of once.messages) {
        await send(message);
        await house.jobs.drain();
      }
      for (const message of shuffled(
        [1, 2, 3, 4, 5].flatMap(() => often.messages),
        numbers,
      )) {
        await send(message);
        // Now and then the worker is faster than the next message.
        if ((numbers.next().value ?? 0) % 3 === 0) await house.jobs.drain();
      }
      await house.jobs.drain();
      expect(await booksOf(often.id)).toEqual(await booksOf(once.id));
      expect(await proveBooks(house.db)).toEqual([]);
    }),
    { numRuns: Number(process.env.STORIES ?? 12) },
  );
}, 120_000);

function shuffled<T>(list: T[], numbers: Iterator<number>): T[] {
  return list
    .map((item) => ({ item, place: numbers.next().value ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
