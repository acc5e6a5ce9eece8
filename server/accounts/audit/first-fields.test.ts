import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;
const count = 60;
const values = Array.from({ length: count }, (_, at) => ({ label: `Size ${at}` }));
const group = (await ask("POST /product/option-group", { name: "Size", values })).body.data;
const variations = group.values.map(({ id }: { id: number }) => ({ option_value_ids: [id], price_amount: 900 }));
const made = await ask("POST /product", { name: "Shelf", product_type_id: 1, variations });
const path = `/product/${made.body.data.id}`;
const save = async (change: (form: { variations: object[] }) => object) => {
  const { images: _images, ...form } = await read(path);
  return ask(`PUT ${path}`, { ...form, ...change(form) });
};
const prices = async () =>
  (await read(path)).variations.map(({ price_amount }: { price_amount: number }) => price_amount);

test("A7 lists of the audit log have the first changed fields and how many more there are, one entry has all", async () => {
  const saved = await save((form) => ({ variations: form.variations.map((one) => ({ ...one, price_amount: 800 })) }));
  const [entry, creation] = await read("/audit");
  expect([Object.keys(entry.before).length, Object.keys(entry.after).length, entry.more_fields]).toEqual([50, 50, 10]);
  expect(creation.more_fields).toBeGreaterThan(count);
  const whole = await read(`/audit/${entry.id}`);
  expect(whole).toMatchObject({ ...entry, more_fields: 0 });
  expect(Object.values(whole.after)).toEqual(Array.from({ length: count }, () => ({ price_amount: 800 })));
  // What isn't sent is undone too.
  expect((await ask(`POST /audit/${saved.headers.undo}/undo`)).body.data).toEqual({ kept: [] });
  expect(await prices()).toEqual(Array.from({ length: count }, () => 900));
});

test("A7 what an object was created without is not in lists", async () => {
  await ask("POST /categories", { name: "Oakery" });
  const [{ id, after }] = await read("/audit");
  expect(after.name).toBe("Oakery");
  expect(Object.values(after)).not.toContain(null);
  expect(Object.values((await read(`/audit/${id}`)).after)).toContain(null);
});

test("A7 a long text is not in lists, what else changed is", async () => {
  const description_html = `<p>${"Oak. ".repeat(4000)}</p>`;
  await save(() => ({ description_html, name: "Oak shelf" }));
  const [entry] = await read("/audit");
  expect([entry.after, entry.more_fields]).toEqual([{ name: "Oak shelf" }, 1]);
  expect((await read(`/audit/${entry.id}`)).after).toEqual({ description_html, name: "Oak shelf" });
  expect(JSON.stringify(await read("/audit")).length).toBeLessThan(20_000);
  expect((await ask("GET /audit/999999")).status).toBe(404);
});
