import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ProductCard, Variation } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const sample = await sampleCatalogue(shop);
const { chair, stool, lamp, bench, color, oak, black, small, token } = sample;

const details = async (slug: string) => (await shop.ask(`GET /product/details/${slug}`)).body.data;
const related = async (id: number, query = "") => (await shop.ask(`GET /product/related/${id}?${query}`)).body.data;

test("C5 details have everything a product page shows", async () => {
  const shown = await details(chair.slug);
  expect(shown).toMatchObject({
    id: chair.id,
    price: { amount: 8900, currency: "EUR" },
    max_price: { amount: 12_900, currency: "EUR" },
    product_type: { name: "Furniture" },
    categories: [{ name: "Chairs", path: "home/chairs" }],
    breadcrumbs: [
      { name: "Home", path: "home" },
      { name: "Chairs", path: "home/chairs" },
    ],
    tags: [{ name: "Handmade" }],
    attributes: [{ key: "height", label: "Height", value: "92", unit: "cm" }],
    rating: { average: null, count: 0, distribution: [0, 0, 0, 0, 0] },
    seo: { title: "Windsor chair", description: "Turned legs" },
    redirect_to: null,
  });
  expect(shown.option_groups).toEqual([
    {
      id: color.id,
      name: "Color",
      display: "swatch",
      values: [
        { id: oak, label: "Oak", code: "oak", swatch: "#bb9988", available: true },
        { id: black, label: "Black", code: "black", swatch: "#111111", available: false },
      ],
    },
  ]);
});

test("C5 details have the return policy of the product type, also right after it changed", async () => {
  const types = (await shop.ask("GET /product-types", { token })).body.data;
  const { product_type: kind, returns } = await details(chair.slug);
  // Nothing is promised before the merchant has decided it.
  expect(returns).toBe(null);
  let type = types.find((one: { id: number }) => one.id === kind.id);
  const allow = async (return_days: number | null) => {
    type = (await shop.ask(`PUT /product-types/${kind.id}`, { token, body: { ...type, return_days } })).body.data;
    return (await details(chair.slug)).returns;
  };
  expect([await allow(1), await allow(0), await allow(30), await allow(null)]).toEqual([
    "Return within 1 day.",
    "This item can't be returned.",
    "Return within 30 days.",
    returns,
  ]);
});

test("C5 each variation has the units left, if there are few", async () => {
  const stocks = async (slug: string) => (await details(slug)).variations.map((it: Variation) => it.stock);
  expect(await stocks(chair.slug)).toEqual([
    { state: "low", left: 3 },
    { state: "out", left: 0 },
  ]);
  expect(await stocks(stool.slug)).toEqual([
    { state: "in_stock", left: null },
    { state: "in_stock", left: null },
  ]);
  const free = await sample.product({
    name: "Gift card",
    variations: [
      { price_amount: 1000, track_stock: false, option_value_ids: [oak] },
      { price_amount: 1000, allow_backorder: true, on_hand: 0, option_value_ids: [black] },
    ],
  });
  expect(await stocks(free.slug)).toEqual([
    { state: "not_tracked", left: null },
    { state: "backorder", left: null },
  ]);
});

test("R3 the description for search engines is plain text", async () => {
  const { slug } = await sample.product({
    name: "Shaker",
    description_html: '<p>Salt & pepper,&nbsp;1 &lt; 2 "quoted", &amp;lt; as it stands</p>',
    variations: [sample.one(100, 1)],
  });
  expect((await details(slug)).seo.description).toBe('Salt & pepper, 1 < 2 "quoted", &lt; as it stands');
});

test("C5 a reduced price has the lowest price of the 30 days before it", async () => {
  const id = chair.variations[0]?.id;
  await sql`
    insert into price_history (variation_id, price_amount, effective_from, effective_to) values
      (${id}, 5000, now() - interval '90 days', now() - interval '60 days'),
      (${id}, 9500, now() - interval '60 days', now() - interval '10 days'),
      (${id}, 9900, now() - interval '10 days', now() - interval '1 minute')`.execute(shop.app.db);
  shop.app.responseCache.clear();
  const [reduced, plain] = (await details(chair.slug)).variations;
  expect(reduced).toMatchObject({ compare_at: { amount: 9900 }, lowest_30d: { amount: 9500, currency: "EUR" } });
  expect(plain).toMatchObject({ compare_at: null, lowest_30d: null });
});

test("C5 a reduction announced later has the lowest price of the 30 days before the announcement", async () => {
  const cup = await sample.product({ name: "Plain cup", variations: [sample.one(8000, 5)] });
  const [variation] = cup.variations;
  await sql`
    update price_history set effective_from = now() - interval '90 days' where variation_id = ${variation?.id}`.execute(
    shop.app.db,
  );
  await sql`
    insert into price_history (variation_id, price_amount, effective_from, effective_to)
    values (${variation?.id}, 10000, now() - interval '120 days', now() - interval '90 days')`.execute(shop.app.db);
  const { name, slug, version } = cup;
  // Without the price check, which refuses such a compare-at price.
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { price_check: false }));
  const announced = await shop.ask(`PUT /product/${cup.id}`, {
    token,
    body: {
      name,
      slug,
      version,
      product_type_id: sample.type.id,
      variations: [{ id: variation?.id, price_amount: 8000, compare_at_amount: 10_000, option_value_ids: [] }],
    },
  });
  expect(announced.status).toBe(200);
  expect((await details(slug)).variations[0]).toMatchObject({ price: { amount: 8000 }, lowest_30d: { amount: 8000 } });
});

test("R3 a former slug returns the current one", async () => {
  const renamed = await shop.ask(`PUT /product/${lamp.id}`, {
    token,
    body: {
      name: lamp.name,
      slug: "reading-lamp",
      product_type_id: sample.type.id,
      version: lamp.version,
      variations: [{ id: lamp.variations[0]?.id, price_amount: 4900, option_value_ids: [black] }],
    },
  });
  expect(renamed.status).toBe(200);
  expect(await details(lamp.slug)).toMatchObject({ id: lamp.id, slug: "reading-lamp", redirect_to: "reading-lamp" });
  expect((await details("reading-lamp")).redirect_to).toBeNull();
});

test("C5 unknown and unpublished products are not found", async () => {
  const draft = await sample.product({
    name: "Draft",
    status: "draft",
    variations: [{ price_amount: 1, option_value_ids: [] }],
  });
  for (const slug of ["nothing", draft.slug, "%27", "🪑"])
    expect([slug, (await shop.ask(`GET /product/details/${encodeURIComponent(slug)}`)).status]).toEqual([slug, 404]);
  expect((await shop.ask(`GET /product/related/${draft.id}`)).status).toBe(404);
});

test("C5 related products share the category, or else tags, and never include the product itself", async () => {
  const ids = async (id: number) => (await related(id)).map((card: ProductCard) => card.id);
  expect(await ids(chair.id)).toEqual([stool.id]);
  expect(await ids(bench.id)).toEqual([stool.id]);
  expect(await related(stool.id, "per_page=1")).toHaveLength(1);
});

test("C5 the images of a variation are its own first, then those of the product", async () => {
  const sha = "a".repeat(64);
  await sql`
    insert into image_files (sha256, mime, bytes, width, height, dominant)
    values (${sha}, 'image/webp', 1, 800, 600, '#aabbcc')`.execute(shop.app.db);
  const { rows } = await sql<{ id: number }>`
    insert into images (sha256, product_id, option_value_id, position)
    values (${sha}, ${stool.id}, null, 0), (${sha}, ${stool.id}, ${small}, 1)
    returning id`.execute(shop.app.db);
  shop.app.responseCache.clear();
  const [all, own] = rows.map(({ id }) => id);
  const shown = await details(stool.slug);
  expect(shown.images.map((image: { url: string }) => image.url)).toEqual([
    `/images/${sha.slice(0, 20)}/1280.webp`,
    `/images/${sha.slice(0, 20)}/1280.webp`,
  ]);
  expect(shown.variations.map((it: Variation) => it.image_ids)).toEqual([[own, all], [all]]);
});
