import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const [anna, ben] = [await shop.person("admin"), await shop.person("admin")];
type Person = { token: string };
const read = async ({ token }: Person, list = "products") =>
  (await shop.ask(`GET /dashboard/lists/${list}`, { token })).body.data;
const save = ({ token }: Person, body: object, list = "products") =>
  shop.ask(`PUT /dashboard/lists/${list}`, { token, body });

test("A5 A6 all who work in the dashboard have their own views and columns of each list", async () => {
  expect(await read(anna)).toEqual({ views: [], columns: null });
  const mine = { views: [{ name: "Low drafts", query: "status=draft&stock=low" }], columns: ["price", "brand"] };
  expect((await save(anna, mine)).body.data).toEqual(mine);
  await save(anna, { ...mine, columns: ["price"] });
  expect(await read(anna)).toEqual({ ...mine, columns: ["price"] });
  const nothing = { views: [], columns: null };
  expect(await read(ben)).toEqual(nothing);
  expect(await read(anna, "orders")).toEqual(nothing);
  const reader = await shop.person("staff", { orders: "read" });
  const unpaid = { views: [{ name: "Large", query: "view=unpaid&total_min=50000" }], columns: null };
  expect((await save(reader, unpaid, "orders")).body.data).toEqual(unpaid);
  expect(await read(reader, "orders")).toEqual(unpaid);
  expect(await read(reader)).toEqual(nothing);
});

test("A5 two views can't have the same name, and unknown lists are refused", async () => {
  const view = { name: "Sale", query: "" };
  expect((await save(ben, { views: [view, view], columns: null })).body.errors[0].field).toBe("views");
  expect((await save(ben, { views: [], columns: null }, "people")).status).toBe(404);
});
