import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const [anna, ben] = [await shop.person("admin"), await shop.person("admin")];
const read = async ({ token }: { token: string }) =>
  (await shop.ask("GET /product/admin/preferences", { token })).body.data;
const save = ({ token }: { token: string }, body: object) =>
  shop.ask("PUT /product/admin/preferences", { token, body });

test("A5 each administrator has their own views and columns of the product list", async () => {
  expect(await read(anna)).toEqual({ views: [], columns: null });
  const mine = { views: [{ name: "Low drafts", query: "status=draft&stock=low" }], columns: ["price", "brand"] };
  expect((await save(anna, mine)).body.data).toEqual(mine);
  await save(anna, { ...mine, columns: ["price"] });
  expect(await read(anna)).toEqual({ ...mine, columns: ["price"] });
  expect(await read(ben)).toEqual({ views: [], columns: null });
});

test("A5 two views can't have the same name, and unknown columns are refused", async () => {
  const view = { name: "Sale", query: "" };
  expect((await save(ben, { views: [view, view], columns: null })).body.errors[0].field).toBe("views");
  expect((await save(ben, { views: [], columns: ["cost"] })).status).toBe(400);
});
