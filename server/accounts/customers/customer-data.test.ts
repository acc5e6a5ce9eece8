import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { fill, order, product } = selling(shop);
const admin = await shop.person("admin");
const { token } = await shop.person("staff", { customers: "write", orders: "read" });
const password = "correct horse";
const address = {
  fullname: "Grace Hopper",
  line1: "Main Street 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE",
};

async function registered(username: string) {
  const body = { username, email: `${username}@example.com`, password, fullname: "Grace Hopper" };
  const { body: signedIn } = await ask("POST /auth/register", { body });
  return { id: signedIn.user.id as number, token: signedIn.access_token as string, email: body.email };
}

test("A3 staff export all data of a customer, without their own notes and tags", async () => {
  const person = await registered("exported");
  await ask("POST /account/addresses", { token: person.token, body: address });
  const { productId, id: variation } = await product();
  await ask("POST /wishlist", { token: person.token, body: { product_id: productId } });
  await fill(person, variation);
  const placed = (await order(person)).body.data;
  await ask(`POST /customers/${person.id}/notes`, { token, body: { text: "Secret note" } });
  await ask(`POST /customers/${person.id}/tags`, { token, body: { name: "secret tag" } });
  const { status, body } = await ask(`POST /customers/${person.id}/data`, { token });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    profile: { username: "exported", fullname: "Grace Hopper", email: person.email },
    addresses: expect.arrayContaining([expect.objectContaining({ line1: "Main Street 1" })]),
    sessions: [{ id: expect.any(String) }],
    orders: [{ number: placed.number, items: [{ quantity: 1 }], shipping_address: { country: "DE" } }],
    returns: [],
    reviews: [],
    wishlist: [{ product: { id: productId } }],
  });
  expect(JSON.stringify(body)).not.toContain("ecret");
  const audit = await ask(`GET /audit?entity=customer&entity_id=${person.id}`, { token: admin.token });
  expect(audit.body.data[0]).toMatchObject({ action: "POST /customers/:id/data", before: {}, after: {} });
  const reader = await shop.person("staff", { customers: "read" });
  expect((await ask(`POST /customers/${person.id}/data`, { token: reader.token })).status).toBe(403);
  // Without the orders it would not be all, and staff who may not see orders must not find them here.
  const withoutOrders = await shop.person("staff", { customers: "write" });
  expect((await ask(`POST /customers/${person.id}/data`, { token: withoutOrders.token })).status).toBe(403);
  expect((await ask(`POST /customers/${reader.id}/data`, { token: admin.token })).body.code).toBe("staff_account");
});

test("A3 staff delete a customer's account on request, confirmed with the username, and no account of the staff", async () => {
  const person = await registered("Forgotten");
  const erase = (confirmation: string, id = person.id, by = token) =>
    ask(`POST /customers/${id}/erasure`, { token: by, body: { confirmation } });
  expect(await erase("forgot")).toMatchObject({ status: 400, body: { errors: [{ field: "confirmation" }] } });
  expect((await erase("forgotten ")).status).toBe(204);
  expect((await ask("GET /account/profile", { token: person.token })).status).toBe(401);
  const { body } = await ask(`GET /customers/${person.id}`, { token });
  expect(body.data).toMatchObject({ account_status: "deleted", fullname: null, email: null, username: null });
  const { body: audit } = await ask("GET /audit?entity=user", { token: admin.token });
  expect(audit.data[0]).toMatchObject({
    action: "user.deleted",
    entity_id: String(person.id),
    actor: { name: "Test Person" },
  });
  expect(JSON.stringify((await ask("GET /audit", { token: admin.token })).body)).not.toContain(person.email);
  const other = await shop.person("admin");
  expect((await erase(other.email, other.id)).status).toBe(403);
  expect((await erase(other.email, other.id, admin.token)).body.code).toBe("staff_account");
});
