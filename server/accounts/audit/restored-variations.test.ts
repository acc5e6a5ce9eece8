import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;
const undo = ({ headers }: { headers: Record<string, unknown> }) => ask(`POST /audit/${headers.undo}/undo`);
const stateOf = async ({ headers }: { headers: Record<string, unknown> }) =>
  (await read(`/audit/${headers.undo}`)).undo;
const values = ["S", "M", "L"].map((label) => ({ label }));
const group = (await ask("POST /product/option-group", { name: "Size", values })).body.data;

async function made(name: string) {
  const variations = group.values.map(({ id, label }: { id: number; label: string }) => ({
    option_value_ids: [id],
    price_amount: 900,
    on_hand: 4,
    sku: `${name}-${label}`,
  }));
  const { body } = await ask("POST /product", { name, product_type_id: 1, variations });
  const ids: number[] = body.data.variations.map(({ id }: { id: number }) => id);
  return { path: `/product/${body.data.id}`, ids, variations };
}
const change = async (path: string, fields: object) => {
  const { images: _images, ...form } = await read(path);
  const saved = await ask(`PUT ${path}`, { ...form, ...fields });
  expect(saved.status).toBe(200);
};

test("A7 deleted variations come back one after another, in any order and after other changes", async () => {
  const { path, ids } = await made("Shirt");
  const before = (await read(path)).variations;
  const first = await ask(`DELETE /variations/${ids[0]}`);
  await change(path, { name: "Linen shirt" });
  const second = await ask(`DELETE /variations/${ids[1]}`);
  expect([await stateOf(first), await stateOf(second)]).toEqual(["possible", "possible"]);
  expect((await undo(first)).status).toBe(200);
  expect((await undo(second)).status).toBe(200);
  // A save in between numbers those that are left.
  const without = (one: object) => ({ ...one, version: 0, position: 0 });
  expect((await read(path)).variations.map(without)).toEqual(before.map(without));
});

test("A7 a variation doesn't come back whose options, SKU or option groups are others' by now", async () => {
  const { path, ids, variations } = await made("Coat");
  const options = await ask(`DELETE /variations/${ids[0]}`);
  const form = await read(path);
  await change(path, { variations: [...form.variations, { ...variations[0], sku: "COAT-NEW" }] });
  const sku = await ask(`DELETE /variations/${ids[1]}`);
  await ask("POST /product", { name: "Other", product_type_id: 1, variations: [{ price_amount: 1, sku: "Coat-M" }] });
  const groups = await ask(`DELETE /variations/${ids[2]}`);
  await change(path, { variations: [{ price_amount: 700 }], replace_variations: true });
  for (const deleted of [options, sku, groups]) {
    expect(await stateOf(deleted)).toBe("changed_since");
    expect((await undo(deleted)).body.code).toBe("stale");
  }
  expect((await read(path)).variations).toHaveLength(1);
});
