import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addImage } from "#server/images/images.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { body: typed } = await shop.ask("POST /product-types", { token, body: { name: "Cups" } });
const { body: grouped } = await shop.ask("POST /product/option-group", {
  token,
  body: { name: "Glaze", values: [{ label: "Blue" }, { label: "Red" }] },
});
const [blue, red] = grouped.data.values;

const upload = async (background: string) => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "cup.png");
  const request = new Request("http://shop.test/", { method: "POST", body: form });
  const { body } = await shop.ask("POST /images", {
    token,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  });
  return body.data[0] as { id: number; url: string };
};
const form = (images?: object[]) => ({
  name: "Cup",
  product_type_id: typed.data.id,
  variations: [{ price_amount: 900, option_value_ids: [blue.id] }],
  ...(images ? { images } : {}),
});
const create = async (images: object[]) => (await shop.ask("POST /product", { token, body: form(images) })).body.data;
const save = (product: { id: number; version: number }, images?: object[], images_was?: number[]) =>
  shop.ask(`PUT /product/${product.id}`, { token, body: { ...form(images), images_was, version: product.version } });
const imagesOf = (product: { images: { url: string; alt: string; option_value_id: number | null }[] }) =>
  product.images.map(({ url, alt, option_value_id }) => ({ url, alt, option_value_id }));

test("C6 a product is saved with its images: their order, alternative text and option", async () => {
  const [first, second, third] = [await upload("#a00"), await upload("#0a0"), await upload("#00a")];
  const product = await create([
    { id: second.id, alt: "From above" },
    { id: first.id, option_value_id: blue.id },
  ]);
  expect(imagesOf(product)).toEqual([
    { url: second.url, alt: "From above", option_value_id: null },
    { url: first.url, alt: "", option_value_id: blue.id },
  ]);
  expect((await shop.ask(`GET /product/details/${product.slug}`)).body.data.thumbnail).toBe(
    second.url.replace("1280", "150"),
  );
  // A list that is filtered by the color shows its image.
  const listed = (await shop.ask(`GET /product?option=${blue.id}`)).body.data;
  expect(listed.map((card: { images: { url: string }[] }) => card.images[0]?.url)).toEqual([first.url]);
  const { body: suggested } = await shop.ask("GET /product/search-suggestion?q=blue%20cup");
  expect(suggested.data).toMatchObject([{ thumbnail: first.url.replace("1280", "150"), option_value_id: blue.id }]);
  const [top, side] = product.images;
  const { body } = await save(product, [{ id: third.id }, { id: side.id, alt: "Side" }, { id: top.id, alt: "Top" }]);
  expect(imagesOf(body.data)).toEqual([
    { url: third.url, alt: "", option_value_id: null },
    { url: first.url, alt: "Side", option_value_id: null },
    { url: second.url, alt: "Top", option_value_id: null },
  ]);
  expect((await save(body.data)).body.data.images).toEqual(body.data.images);
});

/** Removed images are deleted with their files after an hour. */
async function deleteRemoved() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(shop.app.db);
  await shop.app.jobs.drain();
}

test("C6 images not sent are removed, and a file is deleted with the last image that uses it", async () => {
  const image = await upload("#abc");
  const one = await create([{ id: image.id }]);
  const two = await create([{ id: one.images[0].id, alt: "A copy" }]);
  expect(imagesOf(two)).toEqual([{ url: image.url, alt: "A copy", option_value_id: null }]);
  expect((await shop.ask(`DELETE /images/${image.id}`, { token })).status).toBe(204);
  const removed = await save(one, []);
  expect(removed.body.data.images).toEqual([]);
  await deleteRemoved();
  expect((await shop.app.http.inject({ url: image.url })).statusCode).toBe(200);
  expect((await save(two, [])).body.data.images).toEqual([]);
  await deleteRemoved();
  const undone = await shop.ask(`POST /audit/${removed.headers.undo}/undo`, { token });
  // The file is gone, and nothing else of the save can go back.
  expect(undone.body.code).toBe("stale");
  expect((await shop.app.http.inject({ url: image.url })).statusCode).toBe(404);
});

test("C6 an image that is downloaded while the product is edited stays, after those that were sent", async () => {
  const [first, second, late] = [await upload("#120"), await upload("#340"), await upload("#560")];
  const product = await create([{ id: first.id }, { id: second.id }]);
  const [one, two] = product.images;
  await inTransaction(shop.app.db, async (tx) => {
    const { rows } = await sql<{ sha256: string }>`select sha256 from images where id = ${late.id}`.execute(tx);
    await addImage(tx, { ...rows[0], alt: "Late", product_id: product.id });
  });
  const { body } = await save(product, [{ id: two.id }], [one.id, two.id]);
  expect(imagesOf(body.data)).toEqual([
    { url: second.url, alt: "", option_value_id: null },
    { url: late.url, alt: "Late", option_value_id: null },
  ]);
  expect(imagesOf((await save(body.data, [{ id: two.id }])).body.data)).toEqual([
    { url: second.url, alt: "", option_value_id: null },
  ]);
});

test("C6 an unknown image or option is an error of the field `images`, and nothing is saved", async () => {
  const image = await upload("#fed");
  const product = await create([{ id: image.id }]);
  for (const images of [[{ id: 999_999 }], [{ id: product.images[0].id, option_value_id: 999_999 }]]) {
    const { status, body } = await save(product, images);
    expect([status, body.code, body.errors[0].field]).toEqual([400, "bad_input", "images"]);
  }
  const { body } = await shop.ask(`GET /product/${product.id}`, { token });
  expect(body.data).toEqual(product);
  expect((await save(product, [{ id: product.images[0].id, option_value_id: red.id }])).status).toBe(200);
});

test("C5 a list filtered by an option, or a search that names it, shows the image of that option first", async () => {
  const [front, side, inBlue] = [await upload("#aaa"), await upload("#bbb"), await upload("#00b")];
  const product = await create([{ id: front.id }, { id: side.id }, { id: inBlue.id, option_value_id: blue.id }]);
  const covers = async (filter: string) => {
    const { body } = await shop.ask(`GET /product?${filter}`);
    const card = body.data.find(({ id }: { id: number }) => id === product.id);
    return card.images.map(({ url }: { url: string }) => url);
  };
  expect(await covers("")).toEqual([front.url, side.url]);
  for (const filter of [`option=${blue.id}&option=${red.id}`, "name=blue+cup"])
    expect([filter, await covers(filter)]).toEqual([filter, [inBlue.url, front.url]]);
});

test("C6 an image removed by mistake comes back although its URL was imported again since", async () => {
  const image = await upload("#789");
  const product = await create([{ id: image.id }]);
  const source_url = "https://a.example/again.jpg";
  await sql`update images set source_url = ${source_url} where product_id = ${product.id}`.execute(shop.app.db);
  const removed = await save(product, []);
  await inTransaction(shop.app.db, (tx) => addImage(tx, { source_url, alt: "", product_id: product.id }));
  expect((await shop.ask(`POST /audit/${removed.headers.undo}/undo`, { token })).status).toBe(200);
  const { body } = await shop.ask(`GET /product/${product.id}`, { token });
  expect(body.data.images).toMatchObject([{ url: image.url }]);
});
