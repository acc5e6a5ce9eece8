import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { body: typed } = await shop.ask("POST /product-types", { token, body: { name: "Bowls" } });
const category = async (name: string, parent_id?: number) =>
  (await shop.ask("POST /categories", { token, body: { name, ...(parent_id ? { parent_id } : {}) } })).body.data;

const create = async (name: string, more: object = {}) => {
  const body = { name, product_type_id: typed.data.id, variations: [{ price_amount: 900, on_hand: 1 }], ...more };
  return (await shop.ask("POST /product", { token, body })).body.data;
};
const statusOf = async (id: number) => (await shop.ask(`GET /product/${id}`, { token })).body.data?.status;
const listed = async (query: string) =>
  (await shop.ask(`GET /product/admin?${query}`, { token })).body.data.map(({ name }: { name: string }) => name);

test("A5 several products are deleted; those deleted already are reported", async () => {
  const [one, two] = [await create("One"), await create("Two")];
  const remove = () => shop.ask("POST /product/admin/delete", { token, body: { ids: [one.id, two.id, one.id] } });
  expect((await remove()).body.data).toEqual([
    { id: one.id, name: "One", was: "active" },
    { id: two.id, name: "Two", was: "active" },
  ]);
  expect((await remove()).body.data).toEqual([
    { id: one.id, name: null, was: null },
    { id: two.id, name: null, was: null },
  ]);
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual([undefined, undefined]);
});

test("P3 only administrators delete products in bulk", async () => {
  expect((await shop.ask("POST /product/admin/delete", { body: {} })).status).toBe(401);
  const { body } = await shop.ask("POST /product/admin/delete", { token, body: { ids: [] } });
  expect(body.errors[0]).toMatchObject({ field: "ids", message: "Choose at least one product" });
});

test("A5 the admin list is filtered by a category with its descendants, and sorted by stock and name", async () => {
  const top = await category("Kitchen");
  const below = await category("Bowls", top.id);
  await create("Zinc bowl", { category_ids: [below.id], variations: [{ price_amount: 1, on_hand: 9 }] });
  await create("Ash bowl", { category_ids: [top.id], variations: [{ price_amount: 1, on_hand: 4 }] });
  expect(await listed(`category=${top.id}&sort=-name`)).toEqual(["Zinc bowl", "Ash bowl"]);
  expect(await listed(`category=${top.id}&sort=stock`)).toEqual(["Ash bowl", "Zinc bowl"]);
  expect(await listed(`category=${top.id}&sort=-stock`)).toEqual(["Zinc bowl", "Ash bowl"]);
  expect(await listed(`category=${below.id}`)).toEqual(["Zinc bowl"]);
  expect(await listed("category=999999")).toEqual([]);
});
