import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { HomeSection, ShownSection } from "#contract/shop/home.ts";
import { refreshProducts, setProductSales } from "#server/catalogue/catalogue.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, bought } = selling(shop);
const admin = await shop.person("admin");

const sections = async (): Promise<ShownSection[]> => (await shop.ask("GET /home")).body.data.sections;
const edit = (home: HomeSection[] | null) => inTransaction(shop.app.db, (tx) => updateSettings(tx, { home }));
const setSales = (sales: [number, number][]) => inTransaction(shop.app.db, (tx) => setProductSales(tx, new Map(sales)));
const row = (heading: string, source: "newest" | "popular" | "on_sale"): HomeSection => ({
  kind: "products",
  heading,
  source,
  category: null,
  is_featured: false,
  limit: 4,
});

test("R1 the home page of a new shop has a hero and leaves out what it has nothing for", async () => {
  expect((await sections()).map(({ kind }) => kind)).toEqual(["hero", "departments", "promises"]);
});

test("R1 only the demo promises what its merchant would have to keep", async () => {
  const promised = async () =>
    (await sections()).flatMap((section) => (section.kind === "promises" ? section.items.map(({ icon }) => icon) : []));
  expect(await promised()).toEqual(["delivery", "payment"]);
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { demo: true }));
  expect(await promised()).toEqual(["delivery", "returns", "payment", "support"]);
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { demo: false }));
});

test("R1 a merchant's sections are shown in their order from the next request on, each product once", async () => {
  const made = [];
  for (let count = 0; count < 6; count++) made.push(await product({ price: 1000 + count, stock: 5 }));
  const first = made[0]!; // just created
  await setSales(made.map(({ productId }) => [productId, 1]));
  await edit([
    row("New", "newest"),
    { kind: "hero", heading: "Six cups", product_id: first.productId },
    row("Popular", "popular"),
    row("Sale", "on_sale"),
  ]);
  const shown = await sections();
  expect(shown.map(({ kind }) => kind)).toEqual(["products", "hero", "products"]);
  const [newest, hero, popular] = shown as [
    Extract<ShownSection, { kind: "products" }>,
    Extract<ShownSection, { kind: "hero" }>,
    Extract<ShownSection, { kind: "products" }>,
  ];
  expect(newest.products).toHaveLength(4);
  expect(hero).toMatchObject({ heading: "Six cups", product: { id: first.productId } });
  const ids = [...newest.products, ...popular.products].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(popular.products.map(({ id }) => id)).not.toContain(first.productId);
  await edit(null);
  expect((await sections())[0]).toMatchObject({ kind: "hero", heading: null });
});

test("R1 a product that was not sold is no best seller, and nothing sold is no section", async () => {
  const [sold, unsold] = [await product(), await product()];
  await edit([row("Best sellers", "popular")]);
  await setSales([]);
  expect(await sections()).toEqual([]);
  await setSales([[sold.productId, 2]]);
  const [best] = (await sections()) as Extract<ShownSection, { kind: "products" }>[];
  expect(best?.products.map(({ id }) => id)).toEqual([sold.productId]);
  const { data } = (await shop.ask("GET /product?sold=true&sort=popular")).body;
  expect(data.map(({ id }: { id: number }) => id)).not.toContain(unsold.productId);
  await edit(null);
});

test("R1 the hero features a product with an image, even if others sell better", async () => {
  await product({ stock: 5 });
  const { productId } = await product({ stock: 5 });
  await product({ stock: 5 });
  await sql`
    insert into image_files (sha256, mime, bytes, width, height, dominant)
    values (${"f".repeat(64)}, 'image/webp', 10, 4, 3, '#ffffff')`.execute(shop.app.db);
  await sql`insert into images (sha256, product_id, position) values (${"f".repeat(64)}, ${productId}, 0)`.execute(
    shop.app.db,
  );
  await inTransaction(shop.app.db, (tx) => refreshProducts(tx, [productId]));
  await edit([{ kind: "hero", heading: null, product_id: null }]);
  expect((await sections())[0]).toMatchObject({ kind: "hero", product: { id: productId } });
  await edit(null);
});

test("R1 a section of a category that was hidden or deleted is left out, and a renamed one is followed", async () => {
  const ask = (route: string, body?: object) => shop.ask(route, { token: admin.token, ...(body ? { body } : {}) });
  const add = async (name: string, parent_id: number | null) =>
    (await ask("POST /categories", { name, parent_id })).body.data as { id: number; path: string; version: number };
  const parent = await add("Season", null);
  const category = await add("Christmas", parent.id);
  const { productId } = await product();
  const { body } = await ask(`GET /product/${productId}`);
  await ask(`PUT /product/${productId}`, { ...body.data, category_ids: [category.id] });
  const story = { heading: "Gifts", text: "", category: category.path };
  await edit([
    { ...row("Gifts", "newest"), source: "category", category: category.path } as HomeSection,
    { kind: "stories", items: [story] },
    { kind: "departments", heading: "All" },
  ]);
  const kinds = async () => (await sections()).map(({ kind }) => kind);
  const all = ["products", "stories", "departments"];
  const change = async (id: number, fields: object) => {
    const { name, version } = (await ask(`GET /categories/${id}`)).body.data;
    return ask(`PUT /categories/${id}`, { name, version, ...fields });
  };
  expect(await kinds()).toEqual(all);
  expect((await change(category.id, { name: "Winter" })).status).toBe(200);
  expect((await sections())[0]).toMatchObject({ category: "season/winter", products: [{ id: productId }] });
  expect(await kinds()).toEqual(all);
  for (const { id } of [category, parent]) {
    await change(id, { is_active: false });
    expect([id, await kinds()]).toEqual([id, ["departments"]]);
    await change(id, { is_active: true });
    expect([id, await kinds()]).toEqual([id, all]);
  }
  await ask(`DELETE /categories/${category.id}?on_products=detach`);
  expect(await kinds()).toEqual(["departments"]);
  await edit(null);
});

test("R1 C4 recent good reviews with a text are on the home page", async () => {
  const { buyer, variation, id } = await bought();
  const sent = await shop.ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await shop.ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  const body = "Keeps tea warm for an hour, and survives the dishwasher.";
  const review = { product_id: variation.productId, rating: 5, title: "Warm", body };
  expect((await shop.ask("POST /review", { token: buyer.token, body: review })).status).toBe(201);
  const reviews = (await sections()).find(({ kind }) => kind === "reviews");
  expect(reviews).toMatchObject({ reviews: [{ rating: 5, body, product: { name: expect.any(String) } }] });
});

test("R1 a text with an image is shown, its image is deleted with it, and a preview saves nothing", async () => {
  const { token } = admin;
  const upload = new FormData();
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  upload.append("file", new Blob([new Uint8Array(png)], { type: "image/png" }), "team.png");
  const image_id = (await shop.ask("POST /images", { token, body: upload })).body.data[0].id as number;
  const story: HomeSection = {
    kind: "image_text",
    heading: "Made by hand",
    text: "In Vienna.",
    image_id,
    image_side: "end",
    button: { label: "Shop all", href: "/products" },
  };
  const preview = await shop.ask("POST /home/preview", { token, body: { sections: [story] } });
  expect(preview.body.data.sections).toEqual([expect.objectContaining({ kind: "image_text" })]);
  expect((await sections()).map(({ kind }) => kind)).not.toContain("image_text");
  const save = async (home: HomeSection[]) => {
    const { version } = (await shop.ask("GET /settings", { token })).body.data.content;
    const body = { announcement: null, navigation_links: [], footer_links: [], home, version };
    return shop.ask("PUT /settings/content", { token, body });
  };
  expect((await save([{ ...story, image_id: 999_999 }])).body.code).toBe("not_found");
  expect((await save([{ ...story, button: { label: "x", href: "javascript:alert(1)" } }])).status).toBe(400);
  const saved = await save([story]);
  expect(saved.body.data.content.images).toEqual([expect.objectContaining({ id: image_id, width: 40 })]);
  expect(await sections()).toEqual([
    expect.objectContaining({ heading: "Made by hand", image: expect.objectContaining({ id: image_id }) }),
  ]);
  await save([{ ...story, image_id: null }]);
  expect((await shop.ask(`DELETE /images/${image_id}`, { token })).status).toBe(404);
  const writes = (await shop.ask("GET /audit", { token })).body.data as { action: string }[];
  expect(writes.map(({ action }) => action)).not.toContain("POST /home/preview");
  const { token: customer } = await shop.person("customer");
  expect((await shop.ask("POST /home/preview", { token: customer, body: { sections: null } })).status).toBe(403);
});
