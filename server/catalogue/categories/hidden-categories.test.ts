import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { updateCategory } from "#server/catalogue/catalogue.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { stool, bench, home, chairs, garden, token, product, category, one } = await sampleCatalogue(shop);

const names = async (route: string) => {
  const { body } = await shop.ask(route);
  return (body.data as ProductCard[]).map(({ name }) => name);
};
const hide = async (id: number, isHidden: boolean) => {
  const { name, version } = (await shop.ask(`GET /categories/${id}`, { token })).body.data;
  const answer = await shop.ask(`PUT /categories/${id}`, { token, body: { name, version, is_active: !isHidden } });
  expect(answer.status).toBe(200);
};
const feed = async () => (await shop.app.http.inject("/feeds/products.xml")).body;

/** Where a shopper sees a product. */
const visibility = async ({ name, slug }: { name: string; slug: string }) => ({
  listed: (await names("GET /product?per_page=48")).includes(name),
  found: (await names(`GET /product?name=${encodeURIComponent(name)}`)).includes(name),
  suggested: JSON.stringify(
    (await shop.ask(`GET /product/search-suggestion?q=${encodeURIComponent(name)}`)).body,
  ).includes(name),
  related: (await names(`GET /product/related/${bench.id}`)).includes(name),
  fed: (await feed()).includes(name),
  page: (await shop.ask(`GET /product/details/${slug}`)).status,
});
const everywhere = { listed: true, found: true, suggested: true, related: true, fed: true, page: 200 };
const nowhere = { listed: false, found: false, suggested: false, related: false, fed: false, page: 404 };

test("R2 R3 H4 a product whose categories are all hidden is visible nowhere, until one is shown again", async () => {
  expect(await visibility(stool)).toEqual(everywhere);
  await hide(chairs.id, true);
  expect(await visibility(stool)).toEqual(nowhere);
  await hide(chairs.id, false);
  expect(await visibility(stool)).toEqual(everywhere);
});

test("R2 R3 products below a hidden category are hidden, except those also in a visible one", async () => {
  const both = await product({
    name: "Garden chair",
    category_ids: [chairs.id, garden.id],
    variations: [one(100, 5)],
  });
  const none = await product({ name: "Loose thing", variations: [one(100, 5)] });
  await hide(home.id, true);
  const listed = await names("GET /product?per_page=48");
  await hide(home.id, false);
  expect(listed).toEqual(expect.arrayContaining([both.name, none.name, bench.name]));
  expect(listed).not.toContain(stool.name);
});

test("R2 R3 a product added to a category while that is being hidden is hidden too", async () => {
  const { name, version } = (await shop.ask(`GET /categories/${chairs.id}`, { token })).body.data;
  const moving = await product({ name: "Moving chest", category_ids: [garden.id], variations: [one(100, 5)] });
  const { saved } = await inTransaction(db, async (tx) => {
    await updateCategory(tx, chairs.id, { name, version, is_active: false });
    const body = { ...moving, category_ids: [chairs.id] };
    const saved = [
      product({ name: "Late chair", category_ids: [chairs.id], variations: [one(100, 5)] }),
      shop.ask(`PUT /product/${moving.id}`, { token, body }),
    ];
    await waitForLocks(db, saved.length);
    return { saved };
  });
  await Promise.all(saved);
  const listed = await names("GET /product?per_page=48");
  await hide(chairs.id, false);
  expect(listed).not.toContain("Late chair");
  expect(listed).not.toContain(moving.name);
  expect(await names("GET /product?per_page=48")).toEqual(expect.arrayContaining(["Late chair", moving.name]));
});

test("R2 R3 a nightly job corrects products that are wrongly hidden or shown", async () => {
  const shut = await product({ name: "Shut away", category_ids: [garden.id], variations: [one(100, 5)] });
  const { id } = await category("Closed");
  const mistaken = await product({ name: "Left open", category_ids: [id], variations: [one(100, 5)] });
  await hide(id, true);
  await sql`update products set is_hidden = not is_hidden where id in (${shut.id}, ${mistaken.id})`.execute(db);
  await sql`select graphile_worker.add_job('catalogue.day')`.execute(db);
  await shop.app.jobs.drain();
  const listed = await names("GET /product?per_page=48");
  expect(listed).toContain(shut.name);
  expect(listed).not.toContain(mistaken.name);
});

test("R2 R3 a product below a hidden category isn't listed in the categories above that one", async () => {
  const middle = await category("Middle", garden.id);
  const inner = await category("Inner", middle.id);
  await product({ name: "Deep bench", category_ids: [inner.id, chairs.id], variations: [one(100, 5)] });
  const listed = () => names(`GET /product?category=${garden.path}&per_page=48`);
  expect(await listed()).toContain("Deep bench");
  await hide(middle.id, true);
  expect(await listed()).not.toContain("Deep bench");
  expect(await names("GET /product?per_page=48")).toContain("Deep bench");
  await hide(middle.id, false);
  expect(await listed()).toContain("Deep bench");
});
