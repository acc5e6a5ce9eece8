import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { InvoiceDocument } from "./document.ts";
import { issuePending } from "./invoices.ts";

const stripe = await startFakeStripe();
const { fakeStripe } = stripe;
const shop = await openTestShop({ stripe: stripe.account, logLevel: "silent" });
const { placed, bought, product, fill, order, pay, key } = selling(shop);
const { app, ask } = shop;
const { token } = await shop.person("admin");
const realNow = app.now;

afterAll(() => stripe.close());
beforeEach(() => {
  stripe.connection = "up";
  fakeStripe.refundsAre = "succeeded";
  app.now = realNow;
  stripe.takeWebhooks();
});

const act = (id: string, what: string, body: object = {}, headers = key(), by = token) =>
  ask(`POST /orders/${id}/${what}`, { token: by, headers, body });
const cancelUnits = (id: string, order_item_id: number) =>
  act(id, "lines/cancel", { items: [{ order_item_id, quantity: 1 }] });
const intentOf = (id: string) => fakeStripe.intentOf(id).id;
async function deliverWebhooks() {
  for (const { raw, signature } of stripe.takeWebhooks())
    await ask("POST /webhooks/payments/stripe", { headers: { "stripe-signature": signature }, body: JSON.parse(raw) });
  await app.jobs.drain();
}
async function byStripe(how: object = {}) {
  const made = await placed(how);
  await pay(made.buyer, made.id, { provider: "stripe" });
  fakeStripe.confirm(intentOf(made.id));
  await deliverWebhooks();
  return made;
}
/** A refund that the bank returns. */
async function comesBack(id: string) {
  const refund = [...fakeStripe.refunds.values()].findLast((one) => one.payment_intent === intentOf(id));
  fakeStripe.endRefund(refund?.id ?? "", "failed");
  await deliverWebhooks();
}
/** Refunds that Stripe never received, and that it declines when they are sent again. */
async function declinedLate(wish: () => Promise<unknown>, id: string) {
  stripe.connection = "down";
  await wish();
  await notesOf(id);
  stripe.connection = "up";
  fakeStripe.refundsAre = "refused";
  app.now = () => new Date(Date.now() + 5 * 60_000);
  await syncUnresolvedPayments(app);
  fakeStripe.refundsAre = "succeeded";
  app.now = realNow;
}
const documentsOf = async (id: string) => {
  await issuePending(app, id);
  const { rows } = await sql<{ data: InvoiceDocument }>`
    select data from invoices where order_id = ${id}::uuid and number is not null order by created_at, id`.execute(
    app.db,
  );
  return rows.map(({ data }) => data);
};
const notesOf = async (id: string) =>
  (await documentsOf(id)).filter(({ kind }) => kind === "credit_note").map(({ total }) => total);
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
/** Tax totals of the documents of a kind, by part. */
const taxesOf = (documents: InvoiceDocument[], kind: InvoiceDocument["kind"]) => {
  const taxes = documents.filter((document) => document.kind === kind).flatMap((document) => document.taxes);
  return [...Map.groupBy(taxes, ({ part }) => part ?? "")]
    .map(([part, same]) => ({ part, net: sum(same.map(({ net }) => net)), tax: sum(same.map(({ tax }) => tax)) }))
    .sort((one, other) => one.part.localeCompare(other.part));
};

test("C11 a refund the bank returned and that is repeated is credited once", async () => {
  const { id, order: made } = await byStripe();
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  await notesOf(id);
  await comesBack(id);
  expect(await notesOf(id)).toEqual([490]);
  await act(id, "refunds", { amount: 300, reason: "Scratched" });
  await comesBack(id);
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  expect(await notesOf(id)).toEqual([490]);
  await act(id, "refunds", { amount: 100, reason: "Late" });
  expect(await notesOf(id)).toEqual([490, 100]);
  await act(id, "cancel");
  expect(sum(await notesOf(id))).toBe(made.totals.total.amount);
});

test("C11 a credit note whose refund was declined is reversed by another, and a repeated refund is credited again", async () => {
  const { id } = await byStripe();
  await declinedLate(() => act(id, "refunds", { amount: 490, reason: "Scratched" }), id);
  expect(await notesOf(id)).toEqual([490, -490]);
  const [, note, undone] = await documentsOf(id);
  expect(undone?.about).toEqual({
    invoice: note?.about?.invoice,
    reason: `Reverses ${note?.number} because its refund failed.`,
  });
  expect(undone?.taxes.map(({ tax }) => -tax)).toEqual(note?.taxes.map(({ tax }) => tax));
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  expect(await notesOf(id)).toEqual([490, -490, 490]);
});

test("C11 a pending credit note is dropped with its declined refund", async () => {
  const { id } = await byStripe();
  fakeStripe.refundsAre = "refused";
  expect((await act(id, "refunds", { amount: 490, reason: "Scratched" })).body.code).toBe("payment_refused");
  expect(await notesOf(id)).toEqual([]);
});

test("C11 units that were cancelled, declined and cancelled again are credited once", async () => {
  const { id, order: made } = await byStripe({ price: 1190, quantity: 3 });
  const line = made.items[0].id;
  await declinedLate(() => cancelUnits(id, line), id);
  expect(sum(await notesOf(id))).toBe(0);
  await cancelUnits(id, line);
  expect(sum(await notesOf(id))).toBe(1190);
  await act(id, "cancel");
  const documents = await documentsOf(id);
  expect(sum(await notesOf(id))).toBe(made.totals.total.amount);
  expect(taxesOf(documents, "credit_note")).toEqual(taxesOf(documents, "invoice"));
});

test("C11 the same key on two orders credits both", async () => {
  const headers = key();
  const other = await shop.person("admin");
  const [one, two] = [await bought(), await bought()];
  const wish = { amount: 490, reason: "Scratched" };
  await act(one.id, "refunds", wish, headers);
  await act(two.id, "refunds", wish, headers, other.token);
  expect([await notesOf(one.id), await notesOf(two.id)]).toEqual([[490], [490]]);
});

test("C11 the credit notes of an order carry the tax of its invoice, rate by rate", async () => {
  const classes = (await ask("GET /tax/classes", { token })).body.data;
  const reduced = classes.find((one: { is_default: boolean }) => !one.is_default).id;
  const rate = { tax_class_id: reduced, country: "DE", name: "VAT", rate_ppm: 70_000 };
  await ask("POST /tax/rates", { token, body: rate });
  const buyer = await shop.person();
  const [bread, lamp] = [await product({ price: 10_700 }), await product({ price: 11_900 })];
  await sql`update product_types set tax_class_id = ${reduced} where slug = ${bread.slug}`.execute(app.db);
  const sold = async () => {
    await fill(buyer, bread.id);
    await fill(buyer, lamp.id);
    const { id, items } = (await order(buyer)).body.data;
    await pay(buyer, id);
    return { id, items };
  };
  const [whole, parted] = [await sold(), await sold()];
  await cancelUnits(whole.id, whole.items[0].id);
  await act(whole.id, "cancel");
  await act(parted.id, "refunds", { amount: 999, reason: "Late" });
  await cancelUnits(parted.id, parted.items[0].id);
  await act(parted.id, "refunds", { amount: 1, reason: "Sorry" });
  await act(parted.id, "cancel");
  for (const { id } of [whole, parted]) {
    const documents = await documentsOf(id);
    expect(taxesOf(documents, "credit_note")).toEqual(taxesOf(documents, "invoice"));
    expect(taxesOf(documents, "invoice").map(({ tax }) => tax)).toEqual(expect.arrayContaining([1900, 700]));
    for (const { lines, taxes, total, kind } of documents) {
      if (kind === "invoice") continue;
      expect(taxes.every(({ net, tax }) => net >= 0 && tax >= 0)).toBe(true);
      expect(sum(taxes.map(({ net, tax }) => net + tax))).toBe(total);
      if (lines.length === 1) expect(lines[0]?.tax).toBe(sum(taxes.map(({ tax }) => tax)));
    }
  }
});

test.each([true, false])(
  "Credit note: a unit credited before the invoice, whose refund fails after it, is no longer credited (issued %s)",
  async (isIssued) => {
    const made = await placed({ price: 1190, quantity: 3 });
    const { id, buyer } = made;
    await pay(buyer, id, { provider: "stripe" });
    // Another amount than the shop asked for puts the order on hold.
    fakeStripe.intent(intentOf(id)).amount += 100;
    fakeStripe.confirm(intentOf(id));
    await deliverWebhooks();
    fakeStripe.refundsAre = "pending";
    const line = made.order.items[0].id;
    expect((await cancelUnits(id, line)).status).toBe(200);
    fakeStripe.refundsAre = "succeeded";
    expect((await cancelUnits(id, line)).status).toBe(200);
    expect((await act(id, "release")).status).toBe(200);
    if (isIssued) expect(await notesOf(id)).toEqual([2380]);
    const [first] = [...fakeStripe.refunds.values()].filter((one) => one.payment_intent === intentOf(id));
    fakeStripe.endRefund(first?.id ?? "", "failed");
    await deliverWebhooks();
    expect(await notesOf(id)).toEqual(isIssued ? [2380, -2380, 1190] : [1190]);
    await act(id, "cancel");
    const documents = await documentsOf(id);
    expect(sum(await notesOf(id))).toBe(made.order.totals.total.amount);
    expect(taxesOf(documents, "credit_note")).toEqual(taxesOf(documents, "invoice"));
  },
);
