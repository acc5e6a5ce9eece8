import { expect, test } from "vitest";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, stool, color, size, oak, black } = await sampleCatalogue(shop);
const as = (body?: object) => ({ token, body });
const code = async (answer: ReturnType<typeof shop.ask>) => [(await answer).status, (await answer).body.code];

test("C5 an option group keeps values in use and deletes the others", async () => {
  const path = `PUT /product/option-group/${color.id}`;
  const values = [
    { id: black, label: "Coal", swatch: "#222222" },
    { id: oak, label: "Oak" },
    { label: "Black", swatch: "#000000" },
  ];
  const changed = (await shop.ask(path, as({ name: "Color", display: "swatch", values }))).body.data;
  expect(changed.values.map(({ label, code }: OptionGroup["values"][number]) => [label, code])).toEqual([
    ["Coal", "black"],
    ["Oak", "oak"],
    ["Black", "black-2"],
  ]);
  const { swatches } = (await shop.ask("GET /product?name=windsor")).body.data[0];
  expect(swatches.map((swatch: { label: string }) => swatch.label)).toEqual(["Coal", "Oak"]);
  expect(await code(shop.ask(path, as({ name: "Color", values: [{ id: oak, label: "Oak" }] })))).toEqual([
    409,
    "option_in_use",
  ]);
  const twice = [{ label: "Red" }, { label: "red" }];
  expect(await code(shop.ask("POST /product/option-group", as({ name: "New", values: twice })))).toEqual([
    409,
    "name_taken",
  ]);
  expect(await code(shop.ask("POST /product/option-group", as({ name: "color", values: [{ label: "A" }] })))).toEqual([
    409,
    "name_taken",
  ]);
});

test("C5 an option group with thousands of values, as imports make them, can be changed and is saved as a whole", async () => {
  const values = Array.from({ length: productLimits.optionValues }, (_, at) => ({ label: `Width ${at}` }));
  const { body } = await shop.ask("POST /product/option-group", as({ name: "Width", values }));
  const [first, ...others] = body.data.values as OptionGroup["values"];
  const changed = [...others, { id: first?.id, label: "Widest" }];
  const saved = await shop.ask(`PUT /product/option-group/${body.data.id}`, as({ name: "Width", values: changed }));
  expect(saved.body.data.values.map(({ label }: { label: string }) => label)).toEqual([
    ...values.slice(1).map(({ label }) => label),
    "Widest",
  ]);
  const tooMany = [...values, { label: "One more" }];
  expect(await code(shop.ask("POST /product/option-group", as({ name: "Height", values: tooMany })))).toEqual([
    400,
    "bad_input",
  ]);
  expect((await shop.ask(`DELETE /product/option-group/${body.data.id}`, as())).status).toBe(204);
});

test("C5 an option group can be deleted once no product uses it", async () => {
  const path = `DELETE /product/option-group/${size.id}`;
  expect(await code(shop.ask(path, as()))).toEqual([409, "option_in_use"]);
  expect((await shop.ask(`DELETE /product/${stool.id}`, as())).status).toBe(204);
  expect((await shop.ask(path, as())).status).toBe(204);
  const groups = (await shop.ask("GET /product/option-group")).body.data;
  expect(groups.map((group: OptionGroup) => group.name)).toEqual(["Color"]);
});

test("P3 only administrators change option groups", async () => {
  const { token: customer } = await shop.person("customer");
  for (const call of ["POST /product/option-group"])
    expect([call, (await shop.ask(call, { token: customer, body: {} })).status]).toEqual([call, 403]);
});

test("A5 option groups are put in order, and their use and that of their values is counted", async () => {
  const groups = async () => (await shop.ask("GET /product/option-group")).body.data as { id: number; name: string }[];
  const before = (await groups()).map(({ id }) => id);
  const wanted = before.toReversed();
  const { body } = await shop.ask("PUT /product/option-group/order", { token, body: { ids: wanted } });
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(wanted);
  expect((await groups()).map(({ id }) => id)).toEqual(wanted);
  const usage = (await shop.ask("GET /product/admin/usage", { token })).body.data;
  const used = usage.option_groups.find((one: { id: number }) => one.id === color.id);
  const listed = (await shop.ask(`GET /product/admin?option_group=${color.id}`, { token })).body.meta.total;
  expect(used.products).toBe(listed);
  expect(usage.option_values.length).toBeGreaterThan(1);
});
