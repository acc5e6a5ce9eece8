import { sql } from "kysely";
import { expect, test } from "vitest";
import { ProductCard } from "#contract/catalogue/products.ts";
import {
  createProduct,
  getVariationsForSale,
  listProductCards,
  refreshProducts,
  setProductRating,
  setProductSales,
} from "#server/catalogue/catalogue.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { setOnHand } from "#server/stock/stock.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db } = shop.app;

const id = async (text: ReturnType<typeof sql<{ id: number }>>) => (await text.execute(db)).rows[0]?.id ?? 0;
const typeId = await id(
  sql`insert into product_types (name, slug, is_shippable) values ('Vouchers', 'v', false) returning id`,
);
const category = async (name: string, ancestors: number[], active = true) => {
  const made = await id(sql`
    insert into categories (name, slug, path, depth, is_active)
    values (${name}, ${name}, ${name}, 1, ${active}) returning id`);
  await sql`update categories set ancestor_ids = ${[...ancestors, made]}::bigint[] where id = ${made}`.execute(db);
  return made;
};
const home = await category("Home", []);
const chairs = await category("Chairs", [home]);
const hidden = await category("Hidden", [home], false);
const color = await id(sql`insert into option_groups (name, code) values ('Color', 'color') returning id`);
const red = await id(
  sql`insert into option_values (option_group_id, label, code) values (${color}, 'Red', 'r') returning id`,
);
const tag = await id(sql`insert into tags (name, slug) values ('Handmade', 'handmade') returning id`);

const make = (form: object) =>
  inTransaction(db, (tx) =>
    createProduct(
      shop.app,
      tx,
      {
        name: "Chair",
        product_type_id: typeId,
        variations: [{ price_amount: 1000, option_value_ids: [], on_hand: 20 }],
        ...form,
      },
      null,
    ),
  );
const variationOf = (productId: number) =>
  id(sql`select id from variations where product_id = ${productId} and deleted_at is null order by position limit 1`);
const count = async (productId: number, on_hand: number) => {
  const variation_id = await variationOf(productId);
  const ref = `test:${Math.random()}`;
  await inTransaction(db, (tx) => setOnHand(shop.app, tx, [{ variation_id, on_hand }], { reason: "adjust", ref }));
};
const card = async (productId: number) => (await listProductCards(db, [productId]))[0];
interface Columns {
  category_ids: number[];
  tag_ids: number[];
  option_value_ids: number[];
  in_stock: boolean;
  on_sale: boolean;
  search: string;
  popularity: number;
}
const columns = async (productId: number) =>
  (await sql<Columns>`select * , search::text as search from products where id = ${productId}`.execute(db)).rows[0];

test("a card matches the contract, also without images, stock or variations on sale", async () => {
  const full = await make({});
  const empty = await make({
    variations: [{ price_amount: 500, option_value_ids: [], is_active: false, on_hand: 1 }],
  });
  for (const made of [full, empty]) expect(ProductCard.parse(await card(made))).toEqual(await card(made));
  expect(await card(empty)).toMatchObject({ in_stock: false, variation_count: 0, default_variation_id: null });
});

test("a product counts in its visible categories and their ancestors", async () => {
  const product = await make({ category_ids: [chairs, hidden], tag_ids: [tag] });
  expect((await columns(product))?.category_ids.toSorted()).toEqual([home, chairs].toSorted());
  expect((await columns(product))?.tag_ids).toEqual([tag]);
  const out = await make({ category_ids: [hidden] });
  expect((await columns(out))?.category_ids).toEqual([]);
});

test("options of variations that are not on sale do not count", async () => {
  const product = await make({
    variations: [{ price_amount: 100, option_value_ids: [red], is_active: false }],
  });
  expect((await columns(product))?.option_value_ids).toEqual([]);
});

test("carts show a variation with its current options and image, also when it is deleted", async () => {
  const blue = await id(
    sql`insert into option_values (option_group_id, label, code) values (${color}, 'Blue', 'b') returning id`,
  );
  const product = await make({ variations: [{ price_amount: 100, option_value_ids: [blue], on_hand: 1 }] });
  const variation = await variationOf(product);
  const shown = async () => (await getVariationsForSale(db, [variation])).get(variation);
  expect(await shown()).toMatchObject({
    options: [{ name: "Color", value: "Blue" }],
    thumbnail: "/failed_image.png",
    for_sale: true,
  });
  const sha256 = "b".repeat(64);
  await sql`
    insert into image_files (sha256, mime, width, height, dominant, bytes)
    values (${sha256}, 'image/webp', 1, 1, '#000000', 1)`.execute(db);
  await sql`
    insert into images (product_id, sha256, option_value_id)
    values (${product}, ${sha256}, ${blue})`.execute(db);
  await sql`update option_values set label = 'Sky' where id = ${blue}`.execute(db);
  await sql`update variations set deleted_at = now() where id = ${variation}`.execute(db);
  await inTransaction(db, (tx) => refreshProducts(tx, [product]));
  expect(await shown()).toMatchObject({
    options: [{ name: "Color", value: "Sky" }],
    thumbnail: `/images/${sha256.slice(0, 20)}/150.webp`,
    for_sale: false,
  });
});

test("search words are weighted: name, then brand and tags, type and subtitle, categories", async () => {
  const product = await make({
    name: "Café Stool",
    brand: "Nørd",
    subtitle: "Plain",
    category_ids: [chairs],
    tag_ids: [tag],
  });
  const search = (await columns(product))?.search ?? "";
  for (const word of [
    "'cafe':1A",
    "'stool':1A",
    "'nord':2B",
    "'handmade':2B",
    "'plain':3C",
    "'vouchers':3C",
    "'chairs':4",
  ])
    expect(search).toContain(word);
});

test("a card follows the stock that shoppers can see", async () => {
  const product = await make({});
  expect(await card(product)).toMatchObject({ in_stock: true, left: null, badges: ["new"] });
  await count(product, 5);
  expect(await card(product)).toMatchObject({ in_stock: true, left: 5, badges: ["new", "low"] });
  await count(product, 1);
  expect(await card(product)).toMatchObject({ left: 1 });
  await count(product, 0);
  expect(await card(product)).toMatchObject({
    in_stock: false,
    left: 0,
    badges: ["new", "sold_out"],
    default_variation_id: null,
  });
});

test("stock changes that shoppers can't see refresh nothing", async () => {
  const product = await make({});
  await sql`update products set card = card || '{"name": "untouched"}' where id = ${product}`.execute(db);
  await count(product, 12);
  expect((await card(product))?.name).toBe("untouched");
  await count(product, 4);
  expect((await card(product))?.name).toBe("Chair");
});

test("C11 a product stops being new after 30 days, also if nightly runs were missed", async () => {
  const [old, older, young] = [await make({}), await make({}), await make({})];
  const publishedBefore = (product: number, days: number) =>
    sql`update products set published_at = now() - make_interval(days => ${days}) where id = ${product}`.execute(db);
  await publishedBefore(old, 31);
  await publishedBefore(older, 200);
  await publishedBefore(young, 29);
  await sql`select graphile_worker.add_job('catalogue.day')`.execute(db);
  await shop.app.jobs.drain();
  const badges = async (product: number) => (await card(product))?.badges;
  expect([await badges(old), await badges(older), await badges(young)]).toEqual([[], [], ["new"]]);
});

test("ratings show immediately, and sales raise the popularity", async () => {
  const [quiet, busy] = [await make({}), await make({})];
  await inTransaction(db, (tx) => setProductRating(tx, busy, { sum: 14, count: 3 }));
  expect((await card(busy))?.rating).toEqual({ average: 4.7, count: 3 });
  await inTransaction(db, (tx) => setProductSales(tx, new Map([[busy, 40]])));
  const popularity = async (product: number) => (await columns(product))?.popularity ?? 0;
  const best = await popularity(busy);
  expect(best).toBeGreaterThan((await popularity(quiet)) + 5);
  await inTransaction(db, (tx) => setProductSales(tx, new Map()));
  expect(await popularity(busy)).toBeLessThan(best - 5);
});

test("a variation for sale has the data a cart needs", async () => {
  const product = await make({
    variations: [
      {
        price_amount: 1000,
        compare_at_amount: 1500,
        option_value_ids: [red],
        on_hand: 7,
        sku: "S-1",
        max_per_order: 2,
      },
    ],
  });
  const variation = await variationOf(product);
  const find = async () => (await getVariationsForSale(db, [variation, 999_999])).get(variation);
  expect(await find()).toMatchObject({
    product_id: product,
    options: [{ name: "Color", value: "Red" }],
    sku: "S-1",
    price_amount: 1000,
    compare_at_amount: 1500,
    for_sale: true,
    available: 7,
    max_per_order: 2,
    requires_shipping: false,
    thumbnail: "/failed_image.png",
  });
  await sql`update variations set allow_backorder = true where id = ${variation}`.execute(db);
  expect(await find()).toMatchObject({ available: null });
  await sql`update products set status = 'archived' where id = ${product}`.execute(db);
  expect(await find()).toMatchObject({ for_sale: false });
});

test("cards are in the order of the ids, without products that are not on sale", async () => {
  const [a, draft, b] = [await make({}), await make({ status: "draft" }), await make({})];
  expect((await listProductCards(db, [b, 999_999, draft, a])).map((one) => one.id)).toEqual([b, a]);
});

test("a thousand products are refreshed in one statement", async () => {
  await sql`
    with made as (
      insert into products (slug, name, product_type_id, currency)
      select 'bulk-' || n, 'Bulk ' || n, ${typeId}, 'EUR' from generate_series(1, 1000) n returning id
    )
    insert into variations (product_id, price_amount, track_stock) select id, 100 + id, false from made`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from products where slug like 'bulk-%'`.execute(db);
  const ids = rows.map((row) => row.id);
  await inTransaction(db, (tx) => refreshProducts(tx, ids));
  const cards = await listProductCards(db, ids);
  expect(cards.map(({ price }) => price.amount)).toEqual(ids.map((one) => 100 + one));
});
