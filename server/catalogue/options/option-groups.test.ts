import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { createProduct } from "#server/catalogue/catalogue.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { addImage } from "#server/images/images.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, type, stool, color, size, oak, black } = await sampleCatalogue(shop);
const as = (body?: object) => ({ token, body });
const code = async (answer: ReturnType<typeof shop.ask>) => [(await answer).status, (await answer).body.code];

const read = async (id: number) =>
  ((await shop.ask("GET /product/option-group")).body.data as OptionGroup[]).find(
    (group) => group.id === id,
  ) as OptionGroup;

test("C5 a form that was opened before another one was saved changes nothing, and gets what was saved", async () => {
  const body = { name: "Weave", values: [{ label: "Fin" }, { label: "Loose" }] };
  const opened = (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  const put = (values: object[]) =>
    shop.ask(`PUT /product/option-group/${opened.id}`, as({ ...body, values, version: opened.version }));
  const [fine, loose] = opened.values;
  const renamed = await put([{ ...fine, label: "Fine" }, loose ?? {}]);
  expect(renamed.status).toBe(200);
  const late = await put([fine ?? {}, { ...loose, label: "Open" }]);
  expect([late.status, late.body.code, late.body.current]).toEqual([409, "stale", renamed.body.data]);
  expect((await read(opened.id)).values.map(({ label }) => label)).toEqual(["Fine", "Loose"]);
  await shop.ask(`DELETE /product/option-group/${opened.id}`, as());
});

test("C5 an option group keeps values in use and deletes the others", async () => {
  const path = `PUT /product/option-group/${color.id}`;
  const { version } = await read(color.id);
  const values = [
    { id: black, label: "Coal", swatch: "#222222" },
    { id: oak, label: "Oak" },
    { label: "Black", swatch: "#000000" },
  ];
  const changed = (await shop.ask(path, as({ name: "Color", display: "swatch", values, version }))).body.data;
  expect(changed.values.map(({ label, code }: OptionGroup["values"][number]) => [label, code])).toEqual([
    ["Coal", "black"],
    ["Oak", "oak"],
    ["Black", "black-2"],
  ]);
  const { swatches } = (await shop.ask("GET /product?name=windsor")).body.data[0];
  expect(swatches.map((swatch: { label: string }) => swatch.label)).toEqual(["Coal", "Oak"]);
  const onlyOak = { name: "Color", values: [{ id: oak, label: "Oak" }], version: changed.version };
  expect(await code(shop.ask(path, as(onlyOak)))).toEqual([409, "option_in_use"]);
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
  const form = { name: "Width", values: changed, version: body.data.version };
  const saved = await shop.ask(`PUT /product/option-group/${body.data.id}`, as(form));
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

test("A5 a merged option group is replaced on its products: values of one label become one, and variations stay", async () => {
  const group = async (name: string, labels: string[]) => {
    const body = { name, values: labels.map((label) => ({ label })) };
    return (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  };
  const [from, into] = [await group("Colour", ["red", "Green"]), await group("Shade", ["Green", "Red", "Blue"])];
  const ids = ({ values }: OptionGroup) => values.map(({ id }) => [id]);
  const add = async (options: number[][]) => {
    const variations = options.map((option_value_ids) => ({ price_amount: 900, option_value_ids, on_hand: 2 }));
    const body = { name: "Scarf", product_type_id: type.id, variations };
    return (await shop.ask("POST /product", as(body))).body.data as AdminProduct;
  };
  const merge = (id: number, into_id: number) => shop.ask(`POST /product/option-group/${id}/merge`, as({ into_id }));
  const both = await add(ids(from).flatMap((one) => ids(into).map((other) => [...one, ...other])));
  expect(await code(merge(from.id, into.id))).toEqual([409, "option_merge_conflict"]);
  expect(await code(merge(from.id, from.id))).toEqual([409, "option_merge_conflict"]);
  expect(await code(merge(from.id, 999_999))).toEqual([404, "not_found"]);
  await shop.ask(`DELETE /product/${both.id}`, as());

  const [scarf, other] = [await add(ids(from)), await add(ids(into).slice(2))];
  expect((await merge(into.id, from.id)).body.data.values).toMatchObject([
    { label: "red" },
    { label: "Green" },
    { label: "Blue", id: into.values[2]?.id },
  ]);
  const readProduct = async ({ id }: { id: number }) =>
    (await shop.ask(`GET /product/${id}`, as())).body.data as AdminProduct;
  const chosen = async (product: AdminProduct) =>
    (await readProduct(product)).variations.map(({ id, option_value_ids, on_hand }) => [id, option_value_ids, on_hand]);
  expect(await chosen(scarf)).toEqual(scarf.variations.map(({ id }, at) => [id, ids(from)[at], 2]));
  expect(await chosen(other)).toEqual([[other.variations[0]?.id, ids(into)[2], 2]]);

  const third = await group("Hue", ["BLUE", "Pink"]);
  const hat = await add(ids(third));
  await merge(third.id, from.id);
  const [blue, pink] = (await readProduct(hat)).variations;
  expect([blue?.option_value_ids, pink?.option_value_ids]).toEqual([ids(into)[2], ids(third)[1]]);
  // A variation is found by its new options: the same ones can't be added again.
  const again = { price_amount: 900, option_value_ids: ids(into)[2] };
  const form = { ...(await readProduct(hat)), images: undefined };
  const twice = { ...form, variations: [...form.variations, again] };
  expect(await code(shop.ask(`PUT /product/${hat.id}`, as(twice)))).toEqual([409, "duplicate_variation"]);
  const groups = (await shop.ask("GET /product/option-group")).body.data as OptionGroup[];
  expect(groups.filter(({ id }) => id === third.id || id === into.id)).toEqual([]);
});

test("A5 images of option values stay with the values of the group that theirs is merged into", async () => {
  const group = async (name: string) => {
    const body = { name, values: [{ label: "Red" }, { label: "Blue" }] };
    return (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  };
  const [from, into] = [await group("Couleur"), await group("Farbe")];
  const [red, blue] = from.values.map(({ id }) => id);
  const variations = [red, blue].map((id) => ({ price_amount: 900, option_value_ids: [id], on_hand: 2 }));
  const body = { name: "Shawl", product_type_id: type.id, variations };
  const { id } = (await shop.ask("POST /product", as(body))).body.data as AdminProduct;
  await inTransaction(shop.app.db, async (tx) => {
    for (const option_value_id of [red, blue, null])
      await addImage(tx, { product_id: id, alt: "", source_url: `https://x.test/${option_value_id}`, option_value_id });
  });
  await shop.ask(`POST /product/option-group/${from.id}/merge`, as({ into_id: into.id }));
  const { rows } = await sql<{ option_value_id: number | null }>`
    select option_value_id from images where product_id = ${id} order by position`.execute(shop.app.db);
  expect(rows.map((row) => row.option_value_id)).toEqual([into.values[0]?.id, into.values[1]?.id, null]);
});

test("A5 a renamed option value is in the titles of variations", async () => {
  const body = { name: "Glaze", values: [{ label: "Rot" }, { label: "Blau" }] };
  const glaze = (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  const variations = glaze.values.map(({ id }) => ({ price_amount: 900, option_value_ids: [id] }));
  const form = { name: "Cup", product_type_id: type.id, variations };
  const { id } = (await shop.ask("POST /product", as(form))).body.data as AdminProduct;
  const [red, blue] = glaze.values;
  const values = [{ ...red, label: "Red" }, blue];
  await shop.ask(`PUT /product/option-group/${glaze.id}`, as({ ...body, values, version: glaze.version }));
  const { rows } = await sql<{ title: string }>`
    select title from variations where product_id = ${id} order by position`.execute(shop.app.db);
  expect(rows.map(({ title }) => title)).toEqual(["Red", "Blau"]);
});

test("C5 a form that was opened earlier deletes no value that was added since", async () => {
  const body = { name: "Finish", values: [{ label: "Matte" }, { label: "Glossy" }] };
  const finish = (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  const put = (version: number, values: object[]) =>
    shop.ask(
      `PUT /product/option-group/${finish.id}`,
      as({ ...body, values, values_was: finish.values.map(({ id }) => id), version }),
    );
  const { version } = (await put(finish.version, [...finish.values, { label: "Satin" }])).body.data;
  const saved = await put(version, [finish.values[1] ?? {}, { label: "Raw" }]);
  expect(saved.body.data.values.map(({ label }: { label: string }) => label)).toEqual(["Glossy", "Raw", "Satin"]);
});

test("C5 a value is not deleted while a product that gets it is being saved", async () => {
  const body = { name: "Grip", values: [{ label: "Cork" }, { label: "Foam" }] };
  const grip = (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  const [cork, foam] = grip.values;
  const form = { name: "Rod", product_type_id: type.id };
  const variations = [{ price_amount: 900, option_value_ids: [foam?.id ?? 0] }];
  const { answer } = await inTransaction(shop.app.db, async (tx) => {
    await createProduct(shop.app, tx, { ...form, variations }, null);
    const answer = shop.ask(
      `PUT /product/option-group/${grip.id}`,
      as({ ...body, values: [cork], version: grip.version }),
    );
    await waitForLocks(shop.app.db, 1);
    return { answer };
  });
  expect(await code(answer)).toEqual([409, "option_in_use"]);
});

test("C5 a group is not deleted while a product that gets one of its values is being saved", async () => {
  const body = { name: "Haft", values: [{ label: "Ash" }] };
  const haft = (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
  const variations = [{ price_amount: 900, option_value_ids: [haft.values[0]?.id ?? 0] }];
  const { answer } = await inTransaction(shop.app.db, async (tx) => {
    await createProduct(shop.app, tx, { name: "Axe", product_type_id: type.id, variations }, null);
    const answer = shop.ask(`DELETE /product/option-group/${haft.id}`, as());
    await waitForLocks(shop.app.db, 1);
    return { answer };
  });
  expect(await code(answer)).toEqual([409, "option_in_use"]);
});

test("A5 after a merge a deleted variation has the merged options: it isn't restored beside one that has them by now", async () => {
  const group = async (name: string) => {
    const body = { name, display: "button", values: [{ label: "Red" }, { label: "Blue" }] };
    const { id, values } = (await shop.ask("POST /product/option-group", as(body))).body.data as OptionGroup;
    const [red = 0, blue = 0] = values.map((value) => value.id);
    return { id, red, blue };
  };
  const [from, into] = [await group("Colour A"), await group("Colour B")];
  const create = async (name: string) => {
    const variations = [from.red, from.blue].map((id) => ({ price_amount: 1000, option_value_ids: [id] }));
    return (await shop.ask("POST /product", as({ name, product_type_id: type.id, variations }))).body
      .data as AdminProduct;
  };
  const [mug, bowl, gone] = [await create("Mug"), await create("Bowl"), await create("Gone")];
  const remove = async (route: string) => (await shop.ask(route, as())).headers.undo as string;
  const [ofMug, ofBowl] = [
    await remove(`DELETE /variations/${mug.variations[0]?.id}`),
    await remove(`DELETE /variations/${bowl.variations[0]?.id}`),
  ];
  const ofGone = await remove(`DELETE /product/${gone.id}`);
  await shop.ask(`POST /product/option-group/${from.id}/merge`, as({ into_id: into.id }));
  const current = (await shop.ask(`GET /product/${mug.id}`, as())).body.data as AdminProduct;
  const added = await shop.ask(
    `PUT /product/${mug.id}`,
    as({
      name: current.name,
      product_type_id: type.id,
      version: current.version,
      variations: [...current.variations, { price_amount: 1100, option_value_ids: [into.red] }],
    }),
  );
  expect(added.status).toBe(200);
  const undo = (id: string) => shop.ask(`POST /audit/${id}/undo`, as());
  expect((await undo(ofMug)).status).toBe(409);
  for (const id of [ofBowl, ofGone]) expect((await undo(id)).status).toBe(200);
  for (const { id } of [bowl, gone]) {
    const { rows } = await sql<{ key: string }>`
      select option_key as key from variations where product_id = ${id} and deleted_at is null order by 1`.execute(
      shop.app.db,
    );
    expect(rows.map(({ key }) => key)).toEqual([String(into.red), String(into.blue)].toSorted());
  }
});

test("C5 option groups whose names differ in accents or punctuation have codes of their own", async () => {
  const make = (name: string) => shop.ask("POST /product/option-group", as({ name, values: [{ label: "A" }] }));
  const codes = [await make("Länge"), await make("Lange"), await make("Lange?")].map(({ body }) => body.data?.code);
  expect(codes).toEqual(["lange", "lange-2", "lange-3"]);
});
