import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const entries = async (query = "") => (await ask(`GET /audit?${query}`)).body.data;
const create = async (path: string, body: object) => {
  const made = await ask(`POST ${path}`, body);
  expect([path, made.status, made.body]).toEqual([path, 201, expect.anything()]);
  return `${path}/${made.body.data.id}`;
};

test("A7 what belonged to a deleted zone, class or product is undone once that is restored, or not offered", async () => {
  const offered = async (action: string) => {
    const found = (await entries("per_page=50")).find((entry: { action: string }) => entry.action === action);
    return found.undo as string;
  };
  const undoLatest = async (action: string) => {
    const found = (await entries("per_page=50")).find((entry: { action: string }) => entry.action === action);
    return (await ask(`POST /audit/${found.id}/undo`)).status;
  };
  const [zone, taxClass] = [
    await create("/shipping/zones", { name: "Far away", countries: ["KR"] }),
    await create("/tax/classes", { name: "Games" }),
  ];
  const zone_id = Number(zone.split("/").at(-1));
  const method = await create("/shipping/methods", {
    zone_id,
    name: "By ship",
    min_days: 5,
    max_days: 9,
    rates: [{ price_amount: 900 }],
  });
  const rate = await create("/tax/rates", {
    tax_class_id: Number(taxClass.split("/").at(-1)),
    country: "KR",
    name: "GST",
    rate_ppm: 150_000,
  });
  const options = await ask("POST /product/option-group", {
    name: "Wax",
    values: [{ label: "Thin" }, { label: "Thick" }],
  });
  const variations = options.body.data.values.map((value: { id: number }) => ({
    price_amount: 900,
    option_value_ids: [value.id],
  }));
  const candle = await ask("POST /product", { name: "Candle", product_type_id: 1, variations });
  expect((await ask(`DELETE /variations/${candle.body.data.variations[0].id}`)).status).toBe(204);
  const variationAction = "DELETE /variations/:id";
  expect(await offered(variationAction)).toBe("possible");
  expect((await ask(`DELETE /product/${candle.body.data.id}`)).status).toBe(204);
  expect(await undoLatest("DELETE /product/:id")).toBe(200);
  expect(await offered(variationAction)).toBe("changed_since");
  for (const path of [method, rate]) expect((await ask(`DELETE ${path}`)).status).toBe(204);
  const actions = ["DELETE /shipping/methods/:id", "DELETE /tax/rates/:id"];
  for (const action of actions) expect([action, await offered(action)]).toEqual([action, "possible"]);
  for (const path of [zone, taxClass]) expect((await ask(`DELETE ${path}`)).status).toBe(204);
  for (const action of ["DELETE /shipping/zones/:id", "DELETE /tax/classes/:id"])
    expect([action, await undoLatest(action)]).toEqual([action, 200]);
  // The zone and the class came back with their ids.
  for (const action of actions) {
    expect([action, await offered(action)]).toEqual([action, "possible"]);
    expect([action, await undoLatest(action)]).toEqual([action, 200]);
  }
});
