import { sql } from "kysely";
import { expect, test } from "vitest";
import { anonymizeEndedOrders } from "#server/orders/editing/editing.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop();
const { bought, placed, pay, look, actAs, shipAndDeliver, key } = selling(shop);
const { app, ask } = shop;
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
const act = actAs(admin);

const iban = "DE02120300000000202051";
const name = ({ token }: Pick<Buyer, "token">, id: string, given = "de02 1203 0000 0000 2020 51") =>
  ask(`PUT /orders/${id}/refund-account`, { token, body: { iban: given } });
const emailsOf = async (id: string) => {
  const { rows } = await sql<{ template: string }>`
    select template from email_outbox where facts ->> 'order_id' = ${id}`.execute(app.db);
  return rows.map(({ template }) => template);
};
const tidy = () => inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));

/** An order of 24.90, paid by bank transfer. */
async function transferred() {
  const made = await placed({ quantity: 2 });
  await pay(made.buyer, made.id, { provider: "bank" });
  const body = { amount: 2490, reference: "Ada Person" };
  await ask(`POST /payments/${made.id}/received`, { token, headers: key(), body });
  return made;
}

test("Refund: the customer of an order paid by transfer names where a refund goes, however it came about", async () => {
  const [cancelled, byStaff, amount] = [await transferred(), await transferred(), await transferred()];
  expect((await name(cancelled.buyer, cancelled.id)).body.code).toBe("order_state");
  await ask(`POST /orders/${cancelled.id}/cancel`, { token: cancelled.buyer.token, body: {} });
  await act(byStaff.id, "cancel");
  await act(amount.id, "refunds", { amount: 500, reason: "Sorry" });
  for (const { id, buyer } of [cancelled, byStaff, amount]) {
    expect((await look(buyer, id)).actions).toContain("refund_account");
    expect((await name(buyer, id, "DE02 1203 0000 0000 2020 52")).body.errors[0].field).toBe("iban");
    expect((await name(buyer, id)).body.data.refund_iban).toBe(iban);
    expect((await look(admin, id)).refund_iban).toBe(iban);
  }
});

test("Refund: the account of a return counts for its refund, and is not asked for again", async () => {
  const { id, buyer, order } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  const items = [{ order_item_id: order.items[0].id, quantity: 1, reason_code: "other" }];
  const request = { order_id: id, items, refund_iban: iban };
  const made = (await ask("POST /returns", { token: buyer.token, body: request })).body.data;
  await ask(`POST /returns/${made.id}/approve`, { token, body: {} });
  const received = [{ order_item_id: order.items[0].id, quantity: 1, condition: "sellable", restock: false }];
  const { version } = await look(admin, id);
  await ask(`POST /returns/${made.id}/receive`, { token, headers: key(), body: { version, items: received } });
  expect([(await look(buyer, id)).refund_iban, (await look(admin, id)).refund_iban]).toEqual([iban, iban]);
  expect((await emailsOf(id)).filter((template) => template === "refund_account_needed")).toEqual([]);
  await sql`delete from order_refund_accounts where order_id = ${id}`.execute(app.db);
  expect((await look(buyer, id)).refund_iban).toBe(iban);
});

const other = "DE89370400440532013000";

test("Refund: a change of the account is told by email, leaves a trace, and has a bound", async () => {
  const { id, buyer } = await transferred();
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  expect(await emailsOf(id)).toContain("refund_account_needed");
  await name(buyer, id);
  await name(buyer, id);
  await name(buyer, id, other);
  const timeline = (await look(admin, id)).timeline.filter(({ type }: { type: string }) => type === "refund_account");
  expect(timeline.map(({ text }: { text: string }) => text)).toEqual([
    "The customer named the account DE •••• 2051 for the refund.",
    "The customer changed the account for the refund from DE •••• 2051 to DE •••• 3000.",
  ]);
  expect((await look(buyer, id)).timeline.map(({ type }: { type: string }) => type)).not.toContain("refund_account");
  const { rows } = await sql<{ facts: object }>`
    select facts from email_outbox where template = 'refund_account_changed' and facts ->> 'order_id' = ${id}
    order by id`.execute(app.db);
  expect(rows.map(({ facts }) => facts)).toMatchObject([{ ending: "2051" }, { ending: "3000", former: "2051" }]);
  for (const given of [iban, other, iban]) expect((await name(buyer, id, given)).status).toBe(200);
  expect((await name(buyer, id, other)).body.code).toBe("refund_account_changes");
  expect((await name(buyer, id, iban)).status).toBe(200);
});

test("Refund: whoever is refunded by transfer is asked for an account by email, others are not", async () => {
  const [units, cancelled, byCard] = [await transferred(), await transferred(), await bought()];
  const { items } = await look(admin, units.id);
  await act(units.id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  await act(cancelled.id, "cancel");
  await act(byCard.id, "refunds", { amount: 500, reason: "Sorry" });
  expect(await emailsOf(units.id)).toContain("refund_account_needed");
  // The email of the cancellation asks for it.
  expect(await emailsOf(cancelled.id)).not.toContain("refund_account_needed");
  expect(await emailsOf(byCard.id)).not.toContain("refund_account_needed");
});

test("Refund: once it is sent, or where the provider sends it, no account is asked for", async () => {
  const { id, buyer } = await transferred();
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const [refund] = (await look(admin, id)).refunds;
  await ask(`POST /orders/${id}/refunds/${refund.id}/sent`, { token });
  expect((await look(buyer, id)).actions).not.toContain("refund_account");
  expect((await name(buyer, id)).body.code).toBe("order_state");
  const byCard = await bought();
  await act(byCard.id, "cancel");
  expect((await look(byCard.buyer, byCard.id)).actions).not.toContain("refund_account");
  expect((await name(await shop.person(), id)).status).toBe(404);
});

test("Refund: no account is asked for money that was never taken", async () => {
  const { id, buyer } = await placed({ quantity: 2 });
  await pay(buyer, id, { provider: "cod" });
  const { items } = await look(admin, id);
  await act(id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  const after = await look(buyer, id);
  expect(after.refunds).toMatchObject([{ status: "pending", provider: "cod" }]);
  expect(after.actions).not.toContain("refund_account");
  expect((await name(buyer, id)).body.code).toBe("order_state");
});

test("Refund: the account of a deleted customer is kept until the refund is sent", async () => {
  const { id, buyer } = await transferred();
  await act(id, "cancel");
  await name(buyer, id);
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: buyer.id }));
  await tidy();
  const left = await look(admin, id);
  expect([left.customer.id, left.refund_iban]).toEqual([null, iban]);
  await ask(`POST /orders/${id}/refunds/${left.refunds[0].id}/sent`, { token });
  await tidy();
  expect((await look(admin, id)).refund_iban).toBeNull();
});

test("Return: the account of a deleted customer whose goods never come is deleted", async () => {
  const { id, buyer, order } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  const items = [{ order_item_id: order.items[0].id, quantity: 1, reason_code: "other" }];
  const request = { order_id: id, items, refund_iban: iban };
  const made = (await ask("POST /returns", { token: buyer.token, body: request })).body.data;
  await ask(`POST /returns/${made.id}/approve`, { token, body: {} });
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: buyer.id }));
  const seen = async () => (await ask(`GET /returns?order_id=${id}`, { token })).body.data[0].refund_iban;
  await tidy();
  expect(await seen()).toBe(iban);
  const realNow = app.now;
  app.now = () => new Date(Date.now() + 200 * 86_400_000);
  await tidy();
  app.now = realNow;
  expect(await seen()).toBeNull();
});

test("Payment: what the payer of a deleted customer's order wrote is deleted, also if it is recorded after that", async () => {
  const { id, buyer } = await placed({ quantity: 2 });
  await pay(buyer, id, { provider: "bank" });
  await act(id, "cancel");
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: buyer.id }));
  const references = async () =>
    (await look(admin, id)).payments.flatMap(({ transfers }: { transfers: { reference: string | null }[] }) =>
      transfers.map(({ reference }) => reference),
    );
  const body = { amount: 2490, reference: "Ada Person" };
  expect((await ask(`POST /payments/${id}/received`, { token, headers: key(), body })).body.code).toBeUndefined();
  expect(await references()).toEqual(["Ada Person"]);
  // It is open again, as it was paid after all.
  await act(id, "cancel");
  await tidy();
  expect(await references()).toEqual([null]);
});
