import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { productId } = await selling(shop).product();
const list = async (query = "") => (await shop.ask(`GET /audit?${query}`, { token })).body;

test("A7 every write of an administrator is recorded with who, when, and the fields before and after", async () => {
  const { data: before } = (await shop.ask(`GET /product/${productId}`, { token })).body;
  const { images: _, ...form } = before;
  const body = { ...form, name: "Renamed cup", status: "draft" };
  expect((await shop.ask(`PUT /product/${productId}`, { token, body })).status).toBe(200);
  const { data } = await list(`entity=product&entity_id=${productId}`);
  expect(data[0]).toMatchObject({
    action: "PUT /product/:id",
    before: { name: before.name, status: "active" },
    after: { name: "Renamed cup", status: "draft" },
  });
  expect(Object.keys(data[0].after).toSorted()).toEqual(["name", "status"]);
  const { data: me } = (await shop.ask("GET /account/profile", { token })).body;
  expect(data[0].actor.id).toBe(me.id);
  expect((await list(`actor_id=${me.id}`)).meta.total).toBe((await list()).meta.total);
  expect((await list("actor_id=999999")).data).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await list(`from=${today}&to=${today}&entity=product`)).data.length).toBeGreaterThan(0);
  expect((await list("to=2020-01-01")).data).toEqual([]);
});

test("A7 created and deleted objects are recorded; reads, failures and other callers are not", async () => {
  const { id } = (await shop.ask("POST /tags", { token, body: { name: "Audited" } })).body.data;
  expect((await list()).data[0]).toMatchObject({
    action: "POST /tags",
    entity: "tags",
    entity_id: String(id),
    before: null,
    after: { name: "Audited" },
  });
  await shop.ask(`DELETE /tags/${id}`, { token });
  expect((await list("entity=tags")).data[0]).toMatchObject({ action: "DELETE /tags/:id", entity_id: String(id) });
  const { total } = (await list()).meta;
  await shop.ask(`DELETE /tags/${id}`, { token });
  await shop.ask("POST /product", { token, body: { product_type_id: 1 } });
  await shop.ask("GET /tags", { token });
  const customer = await shop.person();
  expect((await shop.ask("GET /audit", { token: customer.token })).status).toBe(403);
  expect((await list()).meta.total).toBe(total);
});
