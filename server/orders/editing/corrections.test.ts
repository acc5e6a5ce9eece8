import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { bought, product, fill, order, pay, look } = selling(shop);
const { token } = await openAdmin(shop);
const see = (id: string) => look({ token } as Buyer, id);
const edit = async (id: string, change: object) =>
  (await ask(`PATCH /orders/${id}`, { token, body: { version: (await see(id)).version, ...change } })).body.data;

/** Undoes the latest write on an order, if that is offered. */
async function undoLatest(id: string) {
  const [entry] = (await ask(`GET /audit?entity=order&entity_id=${id}`, { token })).body.data;
  return entry.undo === "possible" ? (await ask(`POST /audit/${entry.id}/undo`, { token })).status : entry.undo;
}

test("Order: the undo of an email correction restores the email", async () => {
  const { id } = await bought();
  const { email } = (await see(id)).customer;
  expect((await edit(id, { email: "new@example.com" })).customer.email).toBe("new@example.com");
  expect(await undoLatest(id)).toBe(200);
  const after = await see(id);
  expect(after.customer.email).toBe(email);
  expect(after.timeline.at(-1).text).toBe("Changed: email.");
});

test("Order: after the undo of an address edit the billing address still follows the delivery address", async () => {
  const { id } = await bought();
  const { shipping_address: old } = await see(id);
  await edit(id, { shipping_address: { ...old, line1: "Second Street 2" } });
  expect(await undoLatest(id)).toBe(200);
  expect((await see(id)).shipping_address.line1).toBe(old.line1);
  const third = await edit(id, { shipping_address: { ...old, line1: "Third Street 3" } });
  expect(third.billing_address.line1).toBe("Third Street 3");
});

test("Order: the undo of a billing address removes it again", async () => {
  const { id } = await bought();
  const { shipping_address: old } = await see(id);
  await edit(id, { billing_address: { ...old, line1: "Office 1" } });
  expect(await undoLatest(id)).toBe(200);
  const moved = await edit(id, { shipping_address: { ...old, line1: "Third Street 3" } });
  expect(moved.billing_address.line1).toBe("Third Street 3");
});

test("Order: a correction that something has changed since is not undone", async () => {
  const { id } = await bought();
  await edit(id, { email: "new@example.com" });
  const [entry] = (await ask(`GET /audit?entity=order&entity_id=${id}`, { token })).body.data;
  await edit(id, { email: "newer@example.com" });
  expect((await ask(`POST /audit/${entry.id}/undo`, { token })).status).toBe(409);
  expect((await see(id)).customer.email).toBe("newer@example.com");
});

test("Order: a correction that changes nothing adds no event and is not recorded", async () => {
  const { id } = await bought();
  const { timeline, customer, shipping_address } = await see(id);
  const body = { email: customer.email, shipping_address, customer_note: null };
  for (const change of [{}, body]) {
    expect((await edit(id, change)).timeline).toEqual(timeline);
    expect((await ask(`GET /audit?entity=order&entity_id=${id}`, { token })).body.data).toEqual([]);
  }
});

test("Order: saving the address keeps the email the customer asked for", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const { id } = (await order(buyer, { email: "wished@example.com" })).body.data;
  await pay(buyer, id);
  const { shipping_address, customer, customer_note } = await see(id);
  const body = { shipping_address: { ...shipping_address, line1: "New 1" }, email: customer.email, customer_note };
  const edited = await edit(id, body);
  expect(edited.customer.unconfirmed_email).toBe("wished@example.com");
  expect(edited.timeline.at(-1).text).toBe("Changed: delivery address.");
  await edit(id, { email: "staff@example.com" });
  expect(await undoLatest(id)).toBe(200);
  expect((await see(id)).customer.unconfirmed_email).toBe("wished@example.com");
});
