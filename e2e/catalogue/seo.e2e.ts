import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { demoAdmin, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const admin = async (page: Page) =>
  (await (await page.request.post("/v1/auth/login", { data: demoAdmin })).json()).access_token as string;
const put = async (page: Page, token: string, path: string, data: object) => {
  const answer = await page.request.put(`/v1${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
};
const redirect = async (page: Page, path: string) => {
  const answer = await page.request.get(path, { maxRedirects: 0 });
  return [
    answer.status(),
    new URL(answer.headers().location ?? "/", "http://x").pathname +
      new URL(answer.headers().location ?? "/", "http://x").search,
  ];
};

test("R2 R3 old addresses of categories and products redirect with 301, also after another move", async ({ page }) => {
  const token = await admin(page);
  const tail = crypto.randomUUID().slice(0, 8);
  const { data: made } = await callApi(page, token, "post", "/categories", { name: `Hats ${tail}` });
  const { data: below } = await callApi(page, token, "post", "/categories", { name: "Caps", parent_id: made.id });
  const renamed = await put(page, token, `/categories/${made.id}`, {
    name: `Headwear ${tail}`,
    slug: `headwear-${tail}`,
    version: made.version,
  });
  expect(renamed.path).toBe(`headwear-${tail}`);
  const to = (path: string) => `/products?${new URLSearchParams({ category: path })}`;
  expect(await redirect(page, to(`hats-${tail}`))).toEqual([301, to(`headwear-${tail}`)]);
  expect(await redirect(page, `${to(below.path)}&sort=price`)).toEqual([
    301,
    `${to(`headwear-${tail}/caps`)}&sort=price`,
  ]);
  await put(page, token, `/categories/${made.id}`, {
    name: "Toppers",
    slug: `toppers-${tail}`,
    version: renamed.version,
  });
  expect(await redirect(page, to(below.path))).toEqual([301, to(`toppers-${tail}/caps`)]);

  const { data: types } = await callApi(page, token, "get", "/product-types");
  const form = {
    name: `Bowler ${tail}`,
    product_type_id: types[0].id,
    category_ids: [below.id],
    variations: [{ option_value_ids: [], price_amount: 100, on_hand: 1 }],
  };
  const { data: product } = await callApi(page, token, "post", "/product", form);
  await put(page, token, `/product/${product.id}`, { ...form, slug: `derby-${tail}`, version: product.version });
  expect(await redirect(page, `/details/${product.slug}?variation=1`)).toEqual([
    301,
    `/details/derby-${tail}?variation=1`,
  ]);
});

test("R2 a list has one address: other spellings redirect with 301, and a page past its end is 404", async ({
  page,
}) => {
  for (const other of ["Wear", "wear/", "/wear"])
    expect(await redirect(page, `/products?${new URLSearchParams({ category: other })}`)).toEqual([
      301,
      "/products?category=wear",
    ]);
  const past = await visit(page, "/products?page=999");
  expect(past?.status()).toBe(404);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.getByRole("link", { name: "Go to the first page" })).toBeVisible();
  expect((await page.request.get("/products?page=2")).status()).toBe(200);
});

test("R1 R2 R3 the sitemap lists pages, categories and products; robots.txt names it; the feed lists products on sale", async ({
  request,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/Sitemap: http.*\/sitemap\.xml/);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const address of ["/products</loc>", "/details/field-tee</loc>", "/products?category=wear%2Fshoes</loc>"])
    expect(sitemap).toContain(address);
  const feed = await request.get("/feeds/products.xml");
  expect(feed.headers()["content-type"]).toContain("application/xml");
  const text = await feed.text();
  expect(text).toMatch(/<item>.*Field Tee.*<\/item>/);
  expect(text.trimEnd().endsWith("</rss>")).toBe(true);
});
