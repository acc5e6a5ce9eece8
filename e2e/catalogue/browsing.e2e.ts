import { expect, type Page } from "@playwright/test";
import { collectErrors } from "#e2e/support/console.ts";
import { chooseOptions } from "#e2e/support/products.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const tiles = (page: Page) => page.getByRole("region", { name: "Products", exact: true }).getByRole("article");

const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });

const structured = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text));

test("R1 home features a product, links categories and shows rows of products", async ({ page }) => {
  const errors = collectErrors(page);
  await visit(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const row of ["New arrivals", "Best sellers", "On sale"])
    await expect(page.getByRole("region", { name: row }).getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "What customers say" }).getByRole("listitem")).toHaveCount(3);
  const slugs = await page
    .locator("main article h3 a")
    .evaluateAll((links) => links.map((a) => a.getAttribute("href")));
  expect(new Set(slugs).size).toBe(slugs.length);
  const [about] = await structured(page);
  expect(about["@graph"].map((one: { "@type": string }) => one["@type"])).toEqual(["Organization", "WebSite"]);
  expect(errors).toEqual([]);
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Tech" }).click();
  await expect(page).toHaveURL(/\/products\?category=tech/);
});

test("R2 a category's list has its name, its subcategories and a breadcrumb", async ({ page }) => {
  await visit(page, "/products?category=wear");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wear");
  await page
    .getByRole("navigation", { name: "Within Wear" })
    .getByRole("link", { name: /^Shoes/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shoes");
  await expect(page).toHaveURL(/category=wear%2Fshoes/);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Wear");
});

test("R13 an unknown category is 404", async ({ request }) => {
  const answer = await request.get("/products?category=no-such-shelf");
  expect([answer.status(), /<h1[^>]*>PAGE NOT FOUND/.test(await answer.text())]).toEqual([404, true]);
});

test("R2 a filter narrows the list at once, is in the address and can be removed; so is a custom price range", async ({
  page,
}) => {
  await visit(page, "/products");
  const all = await page
    .getByRole("status")
    .filter({ hasText: /^\d+ products?$/ })
    .textContent();
  await page.getByRole("link", { name: "Skip to results" }).press("Enter");
  await page.keyboard.press("Tab");
  expect(await filters(page).evaluate((panel) => panel.compareDocumentPosition(document.activeElement as Node))).toBe(
    4,
  );
  await filters(page)
    .getByRole("checkbox", { name: /^On sale/ })
    .click();
  await expect(page).toHaveURL(/on_sale=true/);
  await expect(page.getByText(all ?? "", { exact: true })).toBeHidden();
  await expect(tiles(page).filter({ hasText: "Was" }).first()).toBeVisible();
  await expect(tiles(page).filter({ hasNotText: "Was" })).toHaveCount(0);
  await page.getByRole("link", { name: "Remove On sale" }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByText(all ?? "", { exact: true })).toBeVisible();
  await filters(page).getByRole("textbox", { name: "From" }).fill("20");
  await filters(page).getByRole("textbox", { name: "To" }).fill("49,50");
  await filters(page).getByRole("button", { name: "Go" }).click();
  await expect(page).toHaveURL(/price_min=2000&price_max=4950/);
  await expect(page.getByRole("link", { name: "Remove €20.00 to €49.50" })).toBeVisible();
});

test("R2 several filters combine, and 'Clear all' removes them", async ({ page }) => {
  await visit(page, "/products?category=wear");
  const colors = filters(page).getByRole("group", { name: "Color" });
  // `click`, not `check`: the box is checked once the address has changed, which may be a moment later.
  await colors.getByRole("checkbox").first().click();
  await expect(page).toHaveURL(/option=\d+/);
  await filters(page)
    .getByRole("checkbox", { name: /^In stock/ })
    .click();
  const applied = page.getByRole("list", { name: "Applied filters" });
  await expect(applied.getByRole("link", { name: /^Remove/ })).toHaveCount(2);
  await expect(page).toHaveURL(/option=\d+.*in_stock=true/);
  await applied.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/products\?category=wear$/);
  await expect(applied).toBeHidden();
});

test("R2 the sort is in the address, and the products follow it", async ({ page }) => {
  await visit(page, "/products");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price: low to high");
  await expect(page).toHaveURL(/sort=price/);
  const prices = () =>
    tiles(page).evaluateAll((all) =>
      all.map((tile) => Number(/€([\d,]+\.\d\d)/.exec(tile.textContent ?? "")?.[1]?.replace(",", ""))),
    );
  // The address changes before the products do.
  await expect
    .poll(async () => {
      const now = await prices();
      return now.length > 1 && now.every((price, index) => price >= (now[index - 1] ?? 0));
    })
    .toBe(true);
});

test("R2 R11 pages have links of their own and start at their top; back restores the position", async ({ page }) => {
  await visit(page, "/products");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link", { name: "Next" })).toHaveAttribute("rel", "next");
  const first = await tiles(page).first().textContent();
  await pages.getByRole("link", { name: /^Page 2 of/ }).press("Enter");
  await expect(page).toHaveURL(/\/products\?page=2$/);
  await expect(tiles(page).first()).not.toHaveText(first ?? "");
  await expect(pages.getByRole("link", { name: "Previous" })).toHaveAttribute("rel", "prev");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/products\?page=2$/);
  await expect(page).toHaveTitle(/page 2/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
});

test("R2 a search lists products with that name, corrects spelling, and offers popular products where nothing matches", async ({
  page,
}) => {
  await visit(page, "/products?name=camera");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “camera”");
  await expect(tiles(page).filter({ hasText: "Camera" }).first()).toBeVisible();
  await visit(page, "/products?name=bakpack");
  await expect(page.getByText("No results for “bakpack”")).toBeVisible();
  await expect(tiles(page).filter({ hasText: "Switchback Pack" })).toBeVisible();
  await visit(page, "/products?name=zzqqxxyy");
  await expect(page.getByRole("heading", { name: "No products for “zzqqxxyy”" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Best sellers" }).getByRole("article").first()).toBeVisible();
  await page.getByRole("link", { name: "View all products" }).click();
  await expect(tiles(page).first()).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("R2 the filter drawer shows the number of matching products", async ({ page }) => {
    await visit(page, "/products");
    await page.getByRole("button", { name: /^Filter/ }).click();
    const drawer = page.getByRole("dialog", { name: "Filter" });
    const show = drawer.getByRole("button", { name: /^Show \d+ products?$/ });
    const all = await show.textContent();
    await drawer.getByRole("checkbox", { name: /^On sale/ }).click();
    await expect(page).toHaveURL(/on_sale=true/);
    await expect(show).not.toHaveText(all ?? "");
    const words = await show.textContent();
    await show.click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText(words?.replace("Show ", "") ?? "", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Remove On sale" })).toBeVisible();
  });

  test("R3 an 'Add to cart' bar appears once the button is out of sight, and shows its own errors", async ({
    page,
  }) => {
    await visit(page, "/details/field-tee");
    const inBar = page.getByRole("button", { name: "Add to cart" }).last();
    await expect(inBar).not.toBeInViewport();
    await page.getByRole("heading", { name: "Reviews" }).scrollIntoViewIfNeeded();
    await expect(inBar).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(inBar).not.toBeInViewport();
    await chooseOptions(page);
    await page.route("**/v1/cart", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 409, json: { code: "out_of_stock", message: "Only 3 left in stock." } })
        : route.fallback(),
    );
    await page.getByRole("heading", { name: "Reviews" }).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Add to cart" }).last().tap();
    const refusal = page.getByRole("alert").filter({ hasText: "Only 3 left in stock." });
    await expect(refusal).toHaveCount(1);
    await expect(refusal).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator(".cart-bar").getByRole("alert")).toHaveCount(0);
    await expect(refusal).toHaveCount(1);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("R2 R3 without scripts filters are a form, pages are links, and a product is complete", async ({ page }) => {
    await page.goto("/products?category=wear");
    await filters(page)
      .getByRole("checkbox", { name: /^On sale/ })
      .click();
    await filters(page).getByRole("button", { name: "Show products" }).click();
    await expect(page).toHaveURL(/category=wear.*on_sale=true/);
    await expect(page.getByRole("link", { name: "Remove On sale" })).toBeVisible();
    await expect(tiles(page).first()).toBeVisible();
    await page.goto("/products");
    // By keyboard: tiles render as they come near, and move what is below them during the scroll.
    await page.getByRole("link", { name: /^Page 2 of/ }).press("Enter");
    await expect(page).toHaveURL(/page=2/);
    await page.goto("/details/field-tee");
    await expect(page.getByRole("heading", { level: 1, name: "Field Tee" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Specification" })).toBeVisible();
    await page.getByRole("combobox", { name: "Variation" }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Choose" }).click();
    await expect(page).toHaveURL(/variation=\d+/);
  });
});

test("R3 the chosen variation is in the address, and the document shows it", async ({ page, request }) => {
  const errors = collectErrors(page);
  await visit(page, "/details/field-tee");
  await page.getByRole("radio", { name: "Navy" }).click();
  await expect(page).toHaveURL(/option=\d+/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Navy" })).toBeChecked();
  await chooseOptions(page);
  await expect(page).toHaveURL(/variation=\d+/);
  await expect(page.getByRole("group", { name: /^Color\b/ })).toContainText("Navy");
  const html = await (await request.get(page.url())).text();
  expect(html).toMatch(/Color<\/span>(<[^>]+>|: |<!-- -->)*Navy/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Navy" })).toBeChecked();
  expect(errors).toEqual([]);
});

test("R3 no size is chosen in advance, and adding to the cart asks for it; what is sold out is marked and cannot be bought", async ({
  page,
}) => {
  await visit(page, "/details/field-tee");
  const soldOut = page.getByRole("radio", { name: /not available/ }).first();
  await soldOut.click();
  await expect(page.getByRole("button", { name: "Sold out" }).first()).toBeDisabled();
  await visit(page, "/details/field-tee");
  const sizes = page.getByRole("group", { name: /^Size/ });
  await expect(sizes).toHaveAccessibleName("Size: Select size");
  await expect(sizes.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "Select size" })).toBeVisible();
  await expect(sizes).toHaveAccessibleName("Size");
  await expect(sizes.getByRole("radio").first()).toBeFocused();
  await sizes.getByRole("radio", { name: "XS" }).click();
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toContainText("Field Tee");
  await visit(page, "/details/ledger-printer");
  await expect(page.getByText("Sold out", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sold out" }).first()).toBeDisabled();
});

test("R3 structured data has the price and stock of every variation", async ({ page }) => {
  await page.goto("/details/field-tee");
  const [about] = await structured(page);
  const [group, way] = about["@graph"];
  expect(group["@type"]).toBe("ProductGroup");
  for (const { offers } of group.hasVariant)
    expect(offers).toMatchObject({
      priceCurrency: "EUR",
      price: expect.stringMatching(/^\d+\.\d\d$/),
      availability: expect.stringMatching(/^https:\/\/schema\.org\//),
      url: expect.stringMatching(/^http.*variation=\d+$/),
    });
  expect(way["@type"]).toBe("BreadcrumbList");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/details\/field-tee$/);
});

test("R3 images open in a zoom view with arrow keys; the product is then recently viewed, until cleared", async ({
  page,
}) => {
  await visit(page, "/details/field-tee");
  await page
    .getByRole("button", { name: /zoom in/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Images of Field Tee" });
  const image = dialog.getByRole("button", { name: /: zoom in$/ }).locator("img");
  await expect(image).not.toHaveJSProperty("naturalWidth", 0);
  const first = await image.getAttribute("src");
  const place = dialog.getByRole("status");
  await expect(place).toHaveText(/^1 of [2-9]$/);
  await page.keyboard.press("ArrowRight");
  await expect(place).toHaveText(/^2 of /);
  await expect(image).not.toHaveAttribute("src", first ?? "");
  await page.keyboard.press("ArrowLeft");
  await expect(image).toHaveAttribute("src", first ?? "");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.waitForFunction(() => localStorage.getItem("mine:recently_viewed") !== null);
  await visit(page, "/");
  const row = page.getByRole("region", { name: "Recently viewed" });
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole("article", { name: "" })).toHaveCount(1);
  await row.getByRole("button", { name: "Clear" }).click();
  await expect(row).toBeHidden();
});
