import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { refreshProducts, refreshStaleProducts, setProductSales } from "./derived-columns.ts";
import { markStale, takeStale } from "./stale-products.sql.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { token } = await shop.person("admin");
const { body } = await shop.ask("POST /product-types", { token, body: { name: "Peg" } });
const type = body.data as { id: number; name: string; version: number };
const count = 2100;
const { rows: pegs } = await sql<{ id: number }>`
  with pegs as (
    insert into products (slug, name, product_type_id, currency)
    select 'peg-' || at, 'Peg ' || at, ${type.id}, 'EUR' from generate_series(1, ${count}) as at
    returning id
  ), variations as (
    insert into variations (product_id, price_amount) select id, 100 from pegs
  )
  select id from pegs order by id`.execute(db);
const ids = pegs.map(({ id }) => id);

const found = async (word: string) =>
  (
    await sql<{ count: number }>`
    select count(*)::int as count from products where search @@ to_tsquery('simple', ${word})`.execute(db)
  ).rows[0]?.count;
const stale = async () => (await sql`select from stale_products`.execute(db)).rows.length;

test("C5 a change of thousands of products doesn't lock them in its transaction, and is complete when it is answered", async () => {
  await inTransaction(db, async (tx) => {
    await refreshProducts(tx, ids);
    // Another transaction, as an order of the last unit, isn't held up.
    await inTransaction(db, (other) =>
      sql`select from products where id = ${ids[0]} for no key update nowait`.execute(other),
    );
    expect(await found("peg")).toBe(0);
  });
  expect([await found("peg"), await stale()]).toEqual([count, 0]);
  const form = { name: "Wooden peg", version: type.version };
  expect((await shop.ask(`PUT /product-types/${type.id}`, { token, body: form })).status).toBe(200);
  expect([await found("wooden"), await stale()]).toEqual([count, 0]);
});

test("C5 a job refreshes the products of a process that ended after its commit", async () => {
  await sql`update products set search = '' where id = any(${ids}::bigint[])`.execute(db);
  await sql`insert into stale_products select unnest(${ids}::bigint[])`.execute(db);
  await sql`select graphile_worker.add_job('catalogue.refresh-stale-products')`.execute(db);
  await shop.app.jobs.drain();
  expect([await found("wooden"), await stale()]).toEqual([count, 0]);
});

test("C5 a change that isn't committed yet when another is applied is applied after its commit", async () => {
  const [id = 0] = ids;
  await inTransaction(db, (tx) => markStale(tx, [id]));
  await inTransaction(db, async (tx) => {
    await markStale(tx, [id]);
    expect(await inTransaction(db, (other) => takeStale(other, 10))).toEqual([id]);
  });
  expect(await stale()).toBe(1);
  await refreshStaleProducts(db);
  expect(await stale()).toBe(0);
});

test("C5 a size guide changes the pages of a type's products without touching the products", async () => {
  const xmin = async () =>
    (await sql<{ xmin: string }>`select xmin::text from products where id = ${ids[0]}`.execute(db)).rows[0]?.xmin;
  const guide = async () => (await shop.ask("GET /product/details/peg-1")).body.data.size_guide_html;
  const before = [await xmin(), await guide()];
  const { data } = (await shop.ask("GET /product-types", { token })).body;
  const current = data.find(({ id }: { id: number }) => id === type.id);
  await shop.ask(`PUT /product-types/${type.id}`, { token, body: { ...current, size_guide_html: "<p>Small</p>" } });
  expect(before).toEqual([await xmin(), ""]);
  expect(await guide()).toBe("<p>Small</p>");
});

test("C6 applying rules lets transactions that refresh products pass while it waits", async () => {
  const rules = { match: "all", conditions: [{ field: "brand", op: "is", value: "Nobody" }] };
  const shared = sql`select pg_advisory_xact_lock_shared(hashtext('category rules'))`;
  const { made } = await inTransaction(db, async (tx) => {
    await shared.execute(tx);
    const made = shop.ask("POST /categories", { token, body: { name: "Ruled", rules } });
    for (let waiting = 0; waiting === 0; )
      waiting = (
        await sql`select from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'`.execute(
          db,
        )
      ).rows.length;
    await inTransaction(db, async (other) => {
      await sql`set local lock_timeout = '5s'`.execute(other);
      await shared.execute(other);
    });
    return { made };
  });
  expect((await made).status).toBe(201);
});

test("C5 another order of an option group's values changes no product", async () => {
  const values = [{ label: "Pine" }, { label: "Fir" }];
  const wood = (await shop.ask("POST /product/option-group", { token, body: { name: "Wood", values } })).body.data;
  const [pine, fir] = wood.values;
  const variations = [pine, fir].map(({ id }) => ({ price_amount: 900, option_value_ids: [id] }));
  const product = { name: "Plank", product_type_id: type.id, variations };
  const { id } = (await shop.ask("POST /product", { token, body: product })).body.data;
  const xmin = async () =>
    (await sql<{ xmin: string }>`select xmin::text from products where id = ${id}`.execute(db)).rows[0]?.xmin;
  const before = await xmin();
  const form = { name: "Wood", values: [fir, pine], version: wood.version };
  const { status, body } = await shop.ask(`PUT /product/option-group/${wood.id}`, { token, body: form });
  expect([status, body.data.values[0].label, await xmin()]).toEqual([200, "Fir", before]);
});

test("C5 the sales of thousands of products are shown after their transaction, which refreshes none of them", async () => {
  const shown = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from products where id = any(${ids}::bigint[]) and search <> ''`.execute(db)
    ).rows[0]?.count;
  await sql`update products set search = '' where id = any(${ids}::bigint[])`.execute(db);
  await inTransaction(db, async (tx) => {
    await setProductSales(tx, new Map(ids.map((id) => [id, 3])));
    const { rows } = await sql`select from products where id = any(${ids}::bigint[]) and search <> ''`.execute(tx);
    expect(rows).toEqual([]);
  });
  expect([await shown(), await stale()]).toEqual([count, 0]);
});
