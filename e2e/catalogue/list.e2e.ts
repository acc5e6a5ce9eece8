import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { getProduct } from "#e2e/support/products.ts";
import { fillSignIn, newCustomer, waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const tiles = (page: Page) => page.getByRole("region", { name: "Products", exact: true }).getByRole("article");

const heart = (page: Page, name: string) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("link", { name, exact: true }) })
    .getByRole("button", { name: `Add ${name} to wishlist`, exact: true })
    .first();

/** Opens a page with tiles and waits for hydration, which adds the hearts. */
async function visit(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole("button", { name: /to wishlist$/ }).first()).toBeVisible();
  await waitForHydration(page);
}

const names = (page: Page) => tiles(page).getByRole("heading").allTextContents();

test("R2 a guest who adds to the wishlist signs in, and the product is added", async ({ page }) => {
  const { email, password } = await newAccount(page);
  await visit(page, "/products");
  const [name = ""] = await names(page);
  await heart(page, name).click();
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await dialog.getByLabel("Username").fill(email);
  await dialog.getByLabel("Password").fill(password);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/v1/wishlist") && answer.request().method() === "POST",
  );
  // The wishlist fetched at sign-in is older than the change, and arrives after it was saved.
  const late = Promise.withResolvers<void>();
  await page.route("**/v1/wishlist", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    await late.promise;
    await route.fulfill({ json: { data: [] } });
  });
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
  expect((await saved).ok()).toBe(true);
  await expect(heart(page, name)).toHaveAttribute("aria-pressed", "true");
  late.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))));
  await expect(heart(page, name)).toHaveAttribute("aria-pressed", "true");
  await page.goto("/account/wishlist");
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
});

test("R2 R8 a wishlist change refused after sign-in is rolled back, and earlier ones stay", async ({ page }) => {
  const { email, password, token } = await newAccount(page);
  await visit(page, "/products");
  const [name = "", other = ""] = await names(page);
  const link = page.getByRole("article").getByRole("link", { name: other, exact: true }).first();
  const { id } = await getProduct(page, (await link.getAttribute("href"))?.split("/").at(-1) ?? "");
  await callApi(page, token, "post", "/wishlist", { product_id: id });
  await page.route("**/v1/wishlist", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await heart(page, name).click();
  await fillSignIn(page, { username: email, password });
  await expect(page.getByText("Couldn't reach the shop")).toBeVisible();
  await expect(heart(page, other)).toHaveAttribute("aria-pressed", "true");
  await expect(heart(page, name)).toHaveAttribute("aria-pressed", "false");
});

test("R2 wishlist hearts update at once, on every list, and roll back when refused", async ({ page }) => {
  const { session } = await newCustomer(page);
  await visit(page, "/products");
  const [name = "", other = ""] = await names(page);
  await heart(page, name).click();
  await expect(heart(page, name)).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await callApi(page, session.access_token ?? "", "get", "/wishlist")).data.length)
    .toBe(1);
  await page.route("**/v1/wishlist", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await heart(page, other).click();
  await expect(page.getByText("Couldn't reach the shop")).toBeVisible();
  await expect(heart(page, other)).toHaveAttribute("aria-pressed", "false");
  await page.unroute("**/v1/wishlist");
  await heart(page, name).click();
  await expect(heart(page, name)).toHaveAttribute("aria-pressed", "false");
});

test("R8 from the wishlist a product goes into the cart, or to its options", async ({ page }) => {
  const { session } = await newCustomer(page);
  const { data } = await (await page.request.get("/v1/product?in_stock=true&per_page=60")).json();
  type Card = { id: number; name: string; slug: string; variation_count: number };
  const chosen = [
    data.find((card: Card) => card.variation_count === 1),
    data.find((card: Card) => card.variation_count > 1),
  ];
  const [plain, many] = chosen as [Card, Card];
  for (const { id } of [plain, many])
    await callApi(page, session.access_token ?? "", "post", "/wishlist", { product_id: id });
  await page.goto("/account/wishlist");
  await expect(page.getByRole("link", { name: `Choose options: ${many.name}` })).toHaveAttribute(
    "href",
    `/details/${many.slug}`,
  );
  await page.getByRole("button", { name: `Add to cart: ${plain.name}` }).click();
  const drawer = page.getByRole("dialog", { name: "Added to your cart" });
  await expect(drawer.getByRole("link", { name: plain.name, exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: `Add to cart: ${many.name}` })).toHaveCount(0);
});

test("R2 hearts are not in the document, and nothing moves when they appear", async ({ page, request }) => {
  expect(await (await request.get("/products")).text()).not.toContain("to wishlist");
  await page.goto("/products");
  const shifts = page.evaluate(
    () =>
      new Promise<number>((tell) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        const done = () => document.querySelectorAll("article button").length >= 20 && tell(sum);
        new MutationObserver(done).observe(document.body, { childList: true, subtree: true });
        done();
      }),
  );
  expect(await shifts).toBeLessThan(0.01);
});

test("R2 a tile shows price, reduction, stock, rating and colors, and its second image on hover", async ({
  page,
  request,
}) => {
  await visit(page, "/products?on_sale=true");
  const reduced = tiles(page).first();
  await expect(reduced).toContainText(/Reduced by .*%/);
  await expect(reduced).toContainText("Was");
  const { data } = await (await request.get("/v1/product?category=wear&facets=false")).json();
  const two = data.find(
    ({ images, swatches }: { images: object[]; swatches: object[] }) => images.length === 2 && swatches.length > 1,
  );
  await visit(page, "/products?category=wear");
  const tile = tiles(page).filter({ has: page.getByRole("heading", { name: two.name, exact: true }) });
  await expect(tile.getByRole("group", { name: "Colors" }).getByRole("button")).not.toHaveCount(0);
  await expect(tile.locator("img")).toHaveCount(1);
  await tile.hover();
  await expect(tile.locator("img")).toHaveCount(2);
});

test("R2 every filter has counts that match its results", async ({ page, request }) => {
  const { facets } = await (await request.get("/v1/product?category=wear")).json();
  const kinds = facets.map(({ key }: { key: string }) => key.split(".")[0]);
  expect(new Set(kinds)).toEqual(new Set(["attr", "option", "type", "tag", "price", "rating", "in_stock", "on_sale"]));
  await visit(page, "/products?category=wear");
  const onSale = page.getByRole("complementary", { name: "Filters" }).getByRole("checkbox", { name: /^On sale/ });
  const count = /\d+/.exec((await onSale.locator("..").textContent()) ?? "")?.[0];
  await onSale.click();
  await expect(page.getByText(count === "1" ? "1 product" : `${count} products`, { exact: true })).toBeVisible();
});

test("R2 H3 a search without results suggests spellings, categories and popular products", async ({ page }) => {
  await page.goto("/products?name=camrea");
  await expect(page.getByText("No results for “camrea”. Showing “camera”.")).toBeVisible();
  await page.goto("/products?name=yellow%20shoes%20honey");
  await expect(page.getByText(/No exact match for “yellow shoes honey”. Showing “/)).toBeVisible();
  await page.goto("/products?name=couch");
  await expect(page.getByText("Showing results for “sofa”.")).toBeVisible();
  await page.goto("/products?name=qqqqqq");
  await expect(page.getByRole("heading", { name: "No products for “qqqqqq”" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Best sellers" }).getByRole("article").first()).toBeVisible();
  await visit(page, "/products?name=shoes&price_max=1");
  await page
    .getByRole("navigation", { name: "Matching categories" })
    .getByRole("link", { name: "Shoes", exact: true })
    .click();
  await expect(page).toHaveURL(/category=wear%2Fshoes/);
});

test("R2 a search within a category shows the category as a removable filter", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/products?category=wear&name=shoe");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “shoe” in Wear");
  await expect(page).toHaveTitle(/shoe.*Wear/);
  await page
    .getByRole("list", { name: "Applied filters" })
    .getByRole("link", { name: /“shoe”/ })
    .click();
  await expect(page).toHaveURL(/\/products\?category=wear$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wear");
});

test("H5 suggestions that fail to load offer Retry and all results", async ({ page }) => {
  let fails = true;
  await page.route("**/v1/product/search-suggestion**", (route) =>
    fails ? route.fulfill({ status: 400, json: { code: "bad_input", message: "No." } }) : route.continue(),
  );
  await visit(page, "/");
  await page.getByRole("combobox", { name: "Search products" }).fill("field tee");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await expect(list).toContainText("Couldn't load suggestions.");
  await expect(list.getByRole("option", { name: "View all results for “field tee”" })).toBeVisible();
  fails = false;
  await list.getByRole("option", { name: "Retry" }).click();
  await expect(list.getByRole("option", { name: /^Field Tee/ }).first()).toBeVisible();
});
