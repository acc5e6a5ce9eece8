import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Tag } from "#contract/catalogue/tags.ts";
import { createProduct } from "#server/catalogue/catalogue.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, chair, bench, handmade, type } = await sampleCatalogue(shop);
const as = (body?: object) => ({ token, body });
const code = async (answer: ReturnType<typeof shop.ask>) => [(await answer).status, (await answer).body.code];

test("C9 tags are created, renamed and deleted, and their names are unique", async () => {
  const made = (await shop.ask("POST /tags", as({ name: " Été 2026 " }))).body.data;
  expect(made).toMatchObject({ name: "Été 2026", slug: "ete-2026" });
  expect(await code(shop.ask("POST /tags", as({ name: "ÉTÉ 2026" })))).toEqual([409, "name_taken"]);
  expect((await shop.ask(`PUT /tags/${made.id}`, as({ name: "Summer" }))).body.data.slug).toBe("summer");
  const names = async () => (await shop.ask("GET /tags")).body.data.map((tag: Tag) => tag.name);
  expect(await names()).toEqual(["Handmade", "Outdoor", "Summer"]);
  expect((await shop.ask(`DELETE /tags/${made.id}`, as())).status).toBe(204);
  expect(await names()).toEqual(["Handmade", "Outdoor"]);
  expect(await code(shop.ask(`DELETE /tags/${made.id}`, as()))).toEqual([404, "not_found"]);
  expect((await shop.ask("POST /tags", as({ name: "🎉" }))).body.data.slug).toBe("🎉");
});

test("C9 names that differ in accents or punctuation are tags of their own, whose slugs stay with them", async () => {
  const make = async (name: string) => (await shop.ask("POST /tags", as({ name }))).body.data as Tag;
  const [cafe, accented] = [await make("Cafe"), await make("Café")];
  expect([cafe.slug, accented.slug]).toEqual(["cafe", "cafe-2"]);
  expect([(await make("C")).slug, (await make("C++")).slug, (await make("C#")).slug]).toEqual(["c", "c-2", "c-3"]);
  const put = (name: string) => shop.ask(`PUT /tags/${accented.id}`, as({ name }));
  expect((await put("Café")).body.data).toEqual(accented);
  expect((await put("CAFÉ")).body.data.slug).toBe("cafe-2");
  expect(await code(put("cafe"))).toEqual([409, "name_taken"]);
  const { body, headers } = await put("Coffee");
  expect(body.data.slug).toBe("coffee");
  expect((await shop.ask(`POST /audit/${headers.undo}/undo`, as())).status).toBe(200);
  const tags = (await shop.ask("GET /tags")).body.data as Tag[];
  expect(tags.find(({ id }) => id === accented.id)).toMatchObject({ name: "CAFÉ", slug: "cafe-2" });
});

test("C9 a deleted tag whose slug another one got since comes back with a free one, not beside one of its name", async () => {
  const make = async (name: string) => (await shop.ask("POST /tags", as({ name }))).body.data as Tag;
  const remove = async ({ id }: Tag) => (await shop.ask(`DELETE /tags/${id}`, as())).headers.undo;
  const undo = async (entry: unknown) => (await shop.ask(`POST /audit/${entry}/undo`, as())).status;
  const gone = await make("M");
  const deletion = await remove(gone);
  const other = await make("M+");
  expect(other.slug).toBe("m");
  expect(await undo(deletion)).toBe(200);
  const tags = (await shop.ask("GET /tags")).body.data as Tag[];
  expect(tags.find(({ id }) => id === gone.id)).toEqual({ ...gone, slug: "m-2" });
  const again = await remove(gone);
  await make("m");
  expect(await undo(again)).toBe(409);
});

test("C9 a product is found by its tags only", async () => {
  const tagged = async () => (await shop.ask(`GET /product?tag=${handmade.id}`)).body.meta.total;
  const before = await tagged();
  const put = () => shop.ask(`POST /product/${bench.id}/tag/${handmade.id}`, as());
  expect((await put()).body.data.map((tag: Tag) => tag.name)).toEqual(["Handmade", "Outdoor"]);
  expect((await put()).status).toBe(200);
  expect(await tagged()).toBe(before + 1);
  const left = await shop.ask(`DELETE /product/${bench.id}/tag/${handmade.id}`, as());
  expect(left.body.data.map((tag: Tag) => tag.name)).toEqual(["Outdoor"]);
  expect(await tagged()).toBe(before);
  expect((await shop.ask(`POST /product/999999/tag/${handmade.id}`, as())).status).toBe(404);
});

test("P3 only administrators change tags", async () => {
  const { token: customer } = await shop.person("customer");
  for (const call of ["POST /tags", `POST /product/${chair.id}/tag/${handmade.id}`])
    expect([call, (await shop.ask(call, { token: customer, body: {} })).status]).toEqual([call, 403]);
});

test("A5 a merged tag is replaced on its products and deleted; the use of tags is counted", async () => {
  const as = (body?: object) => ({ token, body });
  const make = async (name: string) => (await shop.ask("POST /tags", as({ name }))).body.data as { id: number };
  const [from, into] = [await make("Sumer"), await make("Summer")];
  const add = async (tag_ids: number[]) =>
    (await shop.ask("POST /product", as({ name: "Hat", product_type_id: type.id, tag_ids, ...oneVariation }))).body.data
      .id;
  const [wrong, both] = [await add([from.id]), await add([from.id, into.id])];
  const used = async (id: number) =>
    (await shop.ask("GET /product/admin/usage", as())).body.data.tags.find((one: { id: number }) => one.id === id);
  expect(await used(from.id)).toEqual({ id: from.id, products: 2 });
  expect((await shop.ask(`POST /tags/${from.id}/merge`, as({ into_id: from.id }))).body.code).toBe("tag_merge_self");
  expect((await shop.ask(`POST /tags/${from.id}/merge`, as({ into_id: 99_999 }))).status).toBe(404);
  expect((await shop.ask(`POST /tags/${from.id}/merge`, as({ into_id: into.id }))).body.data.name).toBe("Summer");
  expect(await used(from.id)).toBeUndefined();
  expect(await used(into.id)).toEqual({ id: into.id, products: 2 });
  const listed = (await shop.ask(`GET /product/admin?tag=${into.id}`, as())).body.data;
  expect(listed.map(({ id }: { id: number }) => id).toSorted()).toEqual([wrong, both].toSorted());
  expect((await shop.ask(`POST /tags/${from.id}/merge`, as({ into_id: into.id }))).status).toBe(404);
});
const oneVariation = { variations: [{ price_amount: 100 }] };

test("C9 an editor that was opened before a tag was added, merged or deleted is told", async () => {
  const { id } = (await shop.ask("POST /product", as({ name: "Cap", product_type_id: type.id, ...oneVariation }))).body
    .data;
  const [from, into] = await Promise.all(
    ["Woolen", "Wool"].map(async (name) => (await shop.ask("POST /tags", as({ name }))).body.data as Tag),
  );
  const version = async () => (await shop.ask(`GET /product/${id}`, as())).body.data.version as number;
  const versions = [await version()];
  for (const call of [
    () => shop.ask(`POST /product/${id}/tag/${from?.id}`, as()),
    () => shop.ask(`POST /tags/${from?.id}/merge`, as({ into_id: into?.id })),
    () => shop.ask(`DELETE /tags/${into?.id}`, as()),
  ]) {
    await call();
    versions.push(await version());
  }
  expect(versions.map((one) => one - (versions[0] ?? 0))).toEqual([0, 1, 2, 3]);
});

test("C9 a tag that is deleted while a product with it is being saved is on no product then", async () => {
  const { id } = (await shop.ask("POST /tags", as({ name: "Fleeting" }))).body.data as Tag;
  const variations = [{ price_amount: 100, option_value_ids: [] }];
  const form = { name: "Kite", product_type_id: type.id, tag_ids: [id], variations };
  const { answer } = await inTransaction(shop.app.db, async (tx) => {
    await createProduct(shop.app, tx, form, null);
    const answer = shop.ask(`DELETE /tags/${id}`, as());
    await waitForLocks(shop.app.db, 1);
    return { answer };
  });
  expect((await answer).status).toBe(204);
  const { rows } = await sql<{ tags: number[] }>`
    select tag_ids as tags from products where name = 'Kite'`.execute(shop.app.db);
  expect(rows).toEqual([{ tags: [] }]);
});
