// node bench/fill.ts [csv] [--products N] [--categories N] [--values N]: fills a shop with products named as in a file
// with the columns `name` and `category_tree` (the Flipkart data set), in the categories of the file or in N others.
// Without a file the names are made up, and --categories is needed. Half of the products have variations, N each: 3, or
// up to 9.
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { resolveCategories } from "#server/imports/products/product-forms.ts";
import { readConfig } from "#server/platform/config.ts";
import { type Connection, type Db, listRows, openDatabase } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getSettings } from "#server/shop/shop.ts";
import { prepareDatabase } from "#server/start/database.ts";
import { requireInput } from "./measure.ts";
import { readTrees } from "./search/search-index.ts";
import { runningDatabase } from "./shop.ts";

interface Named {
  name: string;
  category: string[];
}

/** Words of made-up names. */
const things = ["Shoe", "Lamp", "Guitar", "Camera", "Headphones", "Tea", "Watch", "Chair", "Mug", "Jacket", "Drill"];
const materials = ["Cotton", "Oak", "Steel", "Leather", "Linen", "Glass", "Wool", "Brass", "Bamboo", "Cork"];
const colors = ["Blue", "Red", "Green", "Black", "White", "Grey", "Yellow"];

const insertChunk = 20_000;
const refreshChunk = 1000;
const concurrency = 2;

const { values, positionals } = parseArgs({
  options: { products: { type: "string" }, categories: { type: "string" }, values: { type: "string", default: "3" } },
  allowPositionals: true,
});
const [csv] = positionals;
requireInput(csv || values.categories ? 1 : 0, "usage: node bench/fill.ts [csv] [--products N] [--categories N]");
const names = csv ? await readNames(csv) : makeNames(Number(values.products ?? 20_000));
const named = values.categories
  ? names.map(({ name }, at) => ({ name, category: categoryPath(at, Number(values.categories)) }))
  : names;
requireInput(named.length, "The file has no products: it needs the columns `name` and `category_tree`.");
const wanted = Number(values.products ?? named.length);
const { connection, stop } = await connect();
const database = openDatabase(connection, { size: 4 });
try {
  await fill(database.db, named, wanted);
} finally {
  await database.close();
  await stop();
}

/** The database of a running shop (DATABASE_URL or DATA_DIR), else DATA_DIR's own, started for this run. */
async function connect(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const config = readConfig();
  const connection = config.databaseUrl ? undefined : runningDatabase(config.dataDir);
  if (!connection) return prepareDatabase(config, (line) => console.log(line));
  return { connection, stop: async () => undefined };
}

/** Names with their categories, possibly shortened. */
async function readNames(file: string): Promise<Named[]> {
  const rows = (await Array.fromAsync(readTrees(file))).filter(({ name }) => name.trim() !== "");
  return rows.map(({ name, categories }) => ({
    name: name.trim().slice(0, 180),
    category: categories.flatMap((step) => step.slice(0, 120) || []).slice(0, 7),
  }));
}

/** Names such as "Blue Cotton Shoe 12". */
function makeNames(count: number): Named[] {
  const pick = (all: readonly string[], at: number) => all[at % all.length];
  return Array.from({ length: count }, (_, at) => ({
    name: `${pick(colors, at)} ${pick(materials, Math.floor(at / 7))} ${pick(things, at * 3)} ${at % 997}`,
    category: [],
  }));
}

/** The category of the product at a position among `count` categories: up to 10 departments, 100 groups, then leaves. */
function categoryPath(at: number, count: number): string[] {
  const departments = Math.min(10, count);
  const groups = Math.min(100, count - departments);
  const leaves = count - departments - groups;
  const leaf = leaves > 0 ? at % leaves : at;
  const group = groups > 0 ? leaf % groups : leaf;
  const path = [`Department ${(group % departments) + 1}`];
  if (groups > 0) path.push(`Group ${group + 1}`);
  if (leaves > 0) path.push(`Category ${leaf + 1}`);
  return path;
}

async function fill(db: Db, rows: Named[], count: number) {
  const { currency } = await getSettings(db);
  const trees = rows.map(({ category }) => category);
  const { categoryId: idOf } = await inTransaction(db, (tx) => resolveCategories(tx, trees));
  await sql`create unlogged table if not exists bench_names (n int primary key, name text, category_id bigint)`.execute(
    db,
  );
  await sql`truncate bench_names`.execute(db);
  await sql`
    insert into bench_names
    select row_number() over (), name, nullif(category_id, 0)
    from unnest(${rows.map(({ name }) => name)}::text[],
      ${trees.map(idOf)}::bigint[]) as r (name, category_id)`.execute(db);
  const attributes = await createAttributes(db);
  const [{ first } = { first: 0 }] = (
    await sql<{ first: number }>`select coalesce(max(id), 0) as first from products`.execute(db)
  ).rows;
  await timed("products", count, async () => {
    for (let at = 0; at < count; at += insertChunk)
      await insertProducts(db, {
        ...attributes,
        currency,
        from: first + at + 1,
        to: first + Math.min(at + insertChunk, count),
      });
  });
  await sql`select setval(pg_get_serial_sequence('products', 'id'), (select max(id) from products))`.execute(db);
  await sql`drop table bench_names`.execute(db);
  await sql`analyze`.execute(db);
  await timed("refreshed", count, () => refreshAll(db, first, count));
  await sql`analyze products`.execute(db);
}

/** A product type, sizes and colors. */
async function createAttributes(db: Db) {
  await sql`insert into product_types (name, slug) values ('General', 'general') on conflict do nothing`.execute(db);
  await sql`
    insert into option_groups (name, code, display) values ('Size', 'size', 'button'), ('Color', 'color', 'swatch')
    on conflict do nothing`.execute(db);
  await sql`
    insert into option_values (option_group_id, label, code, swatch, position)
    select g.id, v.label, lower(v.label), v.swatch, v.position
    from (values
      ('size', 'S', null, 0), ('size', 'M', null, 1), ('size', 'L', null, 2), ('size', 'XL', null, 3),
      ('size', '2XL', null, 4), ('size', '3XL', null, 5), ('size', '4XL', null, 6), ('size', '5XL', null, 7),
      ('size', '6XL', null, 8),
      ('color', 'Red', '#c0392b', 0), ('color', 'Blue', '#2c5aa0', 1), ('color', 'Green', '#3c7a4a', 2),
      ('color', 'Black', '#222222', 3), ('color', 'White', '#f4f4f4', 4), ('color', 'Grey', '#888888', 5),
      ('color', 'Yellow', '#e0b030', 6), ('color', 'Brown', '#6b4a2b', 7), ('color', 'Pink', '#d98ba5', 8)
    ) as v (code, label, swatch, position)
    join option_groups g on lower(g.name) = v.code
    on conflict do nothing`.execute(db);
  const rows = await listRows<{ type: number; groups: number[] }>(db)`
    select (select id from product_types where lower(name) = 'general') as type,
      array(
        select id from option_groups where lower(name) in ('size', 'color') order by lower(name) desc
      ) as groups`;
  return { type: rows[0]?.type ?? 0, groups: rows[0]?.groups ?? [] };
}

interface Range {
  from: number;
  to: number;
  type: number;
  groups: number[];
  currency: string;
}

/** Products `from` to `to`: a quarter in sizes, a quarter in colors. Prices follow from the number. */
async function insertProducts(db: Db, { from, to, type, groups, currency }: Range) {
  await inTransaction(db, async (tx) => {
    await sql`
      insert into products
        (id, slug, name, description_html, product_type_id, brand, status, published_at, main_category_id, currency, sales_30d)
      overriding system value
      select p.id,
        left(trim(both '-' from regexp_replace(plain_words(b.name), '[^[:alnum:]]+', '-', 'g')), 90) || '-' || p.id,
        b.name || case when p.copy = 0 then '' else ' ' || p.copy + 1 end, '<p>' || replace(b.name, '<', '') || '</p>',
        ${type}, split_part(b.name, ' ', 1), 'active', now() - make_interval(hours => (p.id % 20000)::int),
        b.category_id,
        ${currency}, (power((p.id * 7919) % 1000 / 1000.0, 6) * 300)::int
      from (
        select id, (id - 1) / (select count(*) from bench_names) as copy,
          (id - 1) % (select count(*) from bench_names) + 1 as n
        from generate_series(${from}::bigint, ${to}::bigint) as id
      ) p
      join bench_names b on b.n = p.n`.execute(tx);
    await sql`
      insert into product_categories (product_id, category_id)
      select id, main_category_id from products
      where id between ${from} and ${to} and main_category_id is not null`.execute(tx);
    await sql`
      insert into product_option_groups (product_id, option_group_id)
      select id, (${groups}::bigint[])[(id % 4)::int + 1]
      from generate_series(${from}::bigint, ${to}::bigint) as id
      where id % 4 < 2`.execute(tx);
    await sql`
      insert into variations (product_id, sku, option_key, title, price_amount, compare_at_amount, position)
      select p.id, 'B' || p.id || '-' || coalesce(o.position, 0), coalesce(o.id::text, ''), coalesce(o.label, ''),
        p.price,
        case when p.id % 7 = 0 then p.price * 5 / 4 + 1 end, coalesce(o.position, 0)
      from (
        select id, (199 + (id * 7919) % 49800) / 100 * 100 + 99 as price
        from generate_series(${from}::bigint, ${to}::bigint) as id
      ) p
      left join (
        select id, label, option_group_id,
          row_number() over (partition by option_group_id order by position, id) - 1 as position
        from option_values
      ) o on p.id % 4 < 2
        and o.option_group_id = (${groups}::bigint[])[(p.id % 4)::int + 1]
        and o.position < ${Number(values.values)}`.execute(tx);
    await sql`
      insert into variation_options (variation_id, option_group_id, option_value_id)
      select v.id, o.option_group_id, o.id
      from variations v
      join option_values o on o.id = v.option_key::bigint
      where v.product_id between ${from} and ${to} and v.option_key <> ''`.execute(tx);
    await sql`
      with stocked as (
        insert into stock_levels (variation_id, location_id, on_hand)
        select v.id, l.id, (v.product_id * 31 + v.position * 7) % 60
        from variations v, locations l
        where v.product_id between ${from} and ${to} and l.is_default
        returning variation_id, location_id, on_hand
      ), priced as (
        insert into price_history (variation_id, price_amount)
        select id, price_amount from variations where product_id between ${from} and ${to}
      )
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, on_hand, 0, 'receipt', 'bench', variation_id::text
      from stocked`.execute(tx);
  });
}

/** Refreshes derived columns in chunks, two at a time. */
async function refreshAll(db: Db, first: number, count: number) {
  let next = first + 1;
  const last = first + count;
  const refreshNext = () => {
    const from = next;
    next += refreshChunk;
    const ids = Array.from({ length: Math.min(refreshChunk, last - from + 1) }, (_, at) => from + at);
    return inTransaction(db, (tx) => refreshProducts(tx, ids));
  };
  const worker = async () => {
    while (next <= last) await refreshNext();
  };
  await refreshNext();
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function timed(what: string, count: number, work: () => Promise<void>) {
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${count} ${what}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} rows/s`);
}
