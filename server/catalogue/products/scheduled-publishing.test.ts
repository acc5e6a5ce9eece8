import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { publishDueProducts } from "./scheduled-publishing.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { body: types } = await shop.ask("GET /product-types", { token });
const typeId = types.data[0].id;

const at = (minutes: number) => new Date(Date.parse("2030-05-01T08:00:00Z") + minutes * 60_000);
const runAt = (time: Date) => publishDueProducts({ ...shop.app, now: () => time });
const create = (name: string, more: object) =>
  shop.ask("POST /product", {
    token,
    body: { name, product_type_id: typeId, variations: [{ price_amount: 900, on_hand: 3 }], ...more },
  });
const read = async (id: number) => (await shop.ask(`GET /product/${id}`, { token })).body.data;
const isInShop = async (slug: string) => (await shop.ask(`GET /product/details/${slug}`)).status === 200;

test("A5 a draft is published and unpublished at its set times", async () => {
  const { body } = await create("Summer bowl", { status: "draft", publish_at: at(10), unpublish_at: at(20) });
  const { id, slug } = body.data;
  await runAt(at(9));
  expect(await isInShop(slug)).toBe(false);
  await runAt(at(10));
  expect(await isInShop(slug)).toBe(true);
  expect(await read(id)).toMatchObject({ status: "active", publish_at: null, unpublish_at: at(20).toISOString() });
  await runAt(at(19));
  expect(await isInShop(slug)).toBe(true);
  await runAt(at(20));
  expect(await isInShop(slug)).toBe(false);
  expect(await read(id)).toMatchObject({ status: "draft", publish_at: null, unpublish_at: null });
});

test("A5 hundreds of products due at the same time are all published", async () => {
  const slugs: string[] = [];
  for (let n = 0; n < 120; n++)
    slugs.push((await create(`Due ${n}`, { status: "draft", publish_at: at(0) })).body.data.slug);
  await runAt(at(1));
  expect(await Promise.all([slugs[0], slugs[60], slugs[119]].map((slug) => isInShop(slug ?? "")))).toEqual([
    true,
    true,
    true,
  ]);
});

test("A5 only a draft waits to be published, and not until after it is unpublished", async () => {
  const { body } = await create("Active bowl", { publish_at: at(10) });
  expect(body.data).toMatchObject({ status: "active", publish_at: null });
  const wrong = await create("Wrong bowl", { status: "draft", publish_at: at(10), unpublish_at: at(10) });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "unpublish_at"]);
});

test("A5 the product list is filtered by schedule", async () => {
  await create("Autumn bowl", { status: "draft", publish_at: at(30) });
  await create("Plain bowl", { status: "draft" });
  const { body } = await shop.ask("GET /product/admin?scheduled=1&name=bowl", { token });
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["Autumn bowl"]);
  expect(body.data[0].publish_at).toBe(at(30).toISOString());
});

test("A5 a product that was unpublished long ago stays published when it is made active again", async () => {
  const { body } = await create("Winter bowl", { status: "draft" });
  const { id } = body.data;
  const past = new Date(Date.now() - 60_000).toISOString();
  await sql`update products set unpublish_at = ${past} where id = ${id}`.execute(shop.app.db);
  const saved = await shop.ask(`PUT /product/${id}`, { token, body: { ...(await read(id)), status: "active" } });
  expect(saved.body.data).toMatchObject({ status: "active", unpublish_at: null });
  await publishDueProducts(shop.app);
  expect((await read(id)).status).toBe("active");
  // One that is still to be unpublished is unpublished, though it is saved a moment too late.
  await sql`update products set unpublish_at = ${past} where id = ${id}`.execute(shop.app.db);
  await shop.ask(`PUT /product/${id}`, { token, body: await read(id) });
  await publishDueProducts(shop.app);
  expect((await read(id)).status).toBe("draft");
});
