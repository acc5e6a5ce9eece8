import { expect, type Page } from "@playwright/test";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const gallery = (page: Page) => page.getByRole("region", { name: "Images of Field Tee" });
const shownImage = (page: Page) =>
  gallery(page).getByRole("list", { name: "Select an image" }).locator("[aria-current=true]");

test("R3 the gallery by thumbnail, keyboard, swipe and zoom view; it follows the chosen color, and print shows one image", async ({
  page,
}) => {
  await visit(page, "/details/field-tee");
  const thumbnails = gallery(page).getByRole("list", { name: "Select an image" }).getByRole("link");
  await expect(thumbnails.first()).toHaveAttribute("aria-current", "true");
  await expect(thumbnails.nth(1)).toBeVisible();
  await thumbnails.nth(1).click();
  await expect(shownImage(page)).toHaveAccessibleName(/^Show image 2 of/);
  const row = gallery(page).getByRole("list", { name: /arrow keys/ });
  await row.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(shownImage(page)).toHaveAccessibleName(/^Show image 1 of/);
  // A swipe scrolls the row, which snaps to the next image.
  await row.evaluate((list) => list.scrollBy({ left: list.clientWidth * 0.7 }));
  await expect(shownImage(page)).toHaveAccessibleName(/^Show image 2 of/);
  for (const thumbnail of await thumbnails.all()) await expect(thumbnail).toBeVisible();

  const opener = page.getByRole("button", { name: /zoom in/ }).first();
  await expect(row.locator("button:not([tabindex='-1'])")).toHaveCount(1);
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Images of Field Tee" });
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
  await dialog.getByRole("button", { name: /zoom in$/ }).click();
  const smaller = dialog.getByRole("button", { name: /zoom out$/ });
  await expect(smaller).toHaveAttribute("aria-pressed", "true");
  await smaller.click();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  const first = () => gallery(page).getByRole("img").first().getAttribute("src");
  const before = await first();
  await page.getByRole("radio", { name: "Navy" }).click();
  await expect.poll(first).not.toBe(before);
  await page.emulateMedia({ media: "print" });
  await expect(row.getByRole("img").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
});

test("R3 a refusal is shown though other options were chosen meanwhile, and says what it is about", async ({
  page,
}) => {
  await visit(page, "/details/field-tee");
  await page.getByRole("radio", { name: "Navy" }).click();
  await page.getByRole("radio", { name: "XS" }).click();
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/cart", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await held.promise;
    await route.fulfill({ status: 409, json: { code: "insufficient_stock", message: "Only 1 left." } });
  });
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/cart"));
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await asked;
  await page.getByRole("radio", { name: "L", exact: true }).click();
  await expect(page.getByRole("radio", { name: "L", exact: true })).toBeChecked();
  held.resolve();
  const said = page.getByRole("main").getByRole("alert");
  await expect(said).toContainText("Only 1 left.");
  await expect(said).toContainText("XS");
  await expect(said).toContainText("Navy");
});

test("R3 choosing a size moves nothing, and a double click adds one", async ({ page }) => {
  await visit(page, "/details/field-tee");
  await page.evaluate(() => {
    const seen = window as Window & { shifted?: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      // A choice is an input, so what it moves counts here.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        seen.shifted = (seen.shifted ?? 0) + entry.value;
    }).observe({ type: "layout-shift" });
  });
  for (const name of ["Navy", "XS", "L"]) {
    await page.getByRole("radio", { name, exact: true }).click();
    await expect(page.getByRole("radio", { name, exact: true })).toBeChecked();
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  }
  expect(await page.evaluate(() => (window as Window & { shifted?: number }).shifted)).toBeLessThan(0.01);

  await page.getByRole("button", { name: "Add to cart" }).first().dblclick();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toHaveValue("1");
});

test("R3 in an enlarged image arrow keys pan instead of changing it", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 700 });
  await visit(page, "/details/field-tee");
  await page
    .getByRole("button", { name: /zoom in/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Images of Field Tee" });
  await dialog.getByRole("button", { name: /zoom in$/ }).press("Enter");
  const left = () =>
    dialog.getByRole("button", { name: /zoom out$/ }).evaluate((image) => image.getBoundingClientRect().x);
  const before = await left();
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBeLessThan(before - 50);
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("R3 a tap enlarges where it hits, and a swipe shows the next image", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await visit(page, "/details/field-tee");
    const onPage = page.getByRole("button", { name: /zoom in/ }).first();
    const { width = 0 } = (await onPage.boundingBox()) ?? {};
    await onPage.tap();
    const dialog = page.getByRole("dialog", { name: "Images of Field Tee" });
    const image = dialog.getByRole("button", { name: /zoom in$|zoom out$/ });
    const small = await image.boundingBox();
    expect(small?.width).toBeGreaterThanOrEqual(width);
    const at = { x: (small?.x ?? 0) + (small?.width ?? 0) * 0.7, y: (small?.y ?? 0) + (small?.height ?? 0) / 2 };
    await page.touchscreen.tap(at.x, at.y);
    await expect(image).toHaveAttribute("aria-pressed", "true");
    const large = await image.boundingBox();
    expect(large?.width).toBeGreaterThan(2 * (small?.width ?? 0));
    // The tapped point is in the center now, and the image fills the screen.
    expect(Math.abs((large?.x ?? 0) + (large?.width ?? 0) * 0.7 - 187)).toBeLessThan(20);
    expect(large?.y).toBeLessThan(50);
    await image.tap();
    await expect(image).toHaveAttribute("aria-pressed", "false");
    await swipe(page, 300, 100);
    await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible();
    await expect(image).toHaveAttribute("aria-pressed", "false");
    await swipe(page, 100, 300);
    await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
  });
});

/** A touch swipe over the middle of the screen. */
async function swipe(page: Page, from: number, to: number) {
  const screen = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: number[]) =>
    screen.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x) => ({ x, y: 400 })) });
  await touch("touchStart", from);
  for (let step = 1; step <= 5; step++) await touch("touchMove", from + ((to - from) * step) / 5);
  await touch("touchEnd");
}

test("R3 in forced colors swatches keep their color, the choice is outlined, and buttons have a border", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await visit(page, "/details/field-tee");
  const colors = page.getByRole("group", { name: /^Color\b/ }).getByRole("radio");
  const seen = await colors.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(seen).size).toBe(seen.length);
  const chosen = (await page.getByRole("radio", { checked: true }).first().getAttribute("value")) ?? "";
  const outlines = await page
    .getByRole("group", { name: /^Color\b/ })
    .locator("label")
    .evaluateAll((all) => all.map((one) => [one.querySelector("input")?.value, getComputedStyle(one).outlineStyle]));
  for (const [value, outline] of outlines)
    expect([value, outline]).toEqual([value, value === chosen ? "solid" : "none"]);
  await expect(page.getByRole("button", { name: "Add to cart" }).first()).toHaveCSS("border-top-style", "solid");
});

test("R3 a product shows what is often bought together with it", async ({ page, request }) => {
  const { data } = await (await request.get("/v1/product?per_page=100&facets=false")).json();
  const answers = await Promise.all(
    data.map(async ({ id, slug }: { id: number; slug: string }) => ({
      slug,
      others: (await (await request.get(`/v1/product/bought-together/${id}`)).json()).data as { name: string }[],
    })),
  );
  const one = answers.find(({ others }) => others.length > 1);
  await visit(page, `/details/${one?.slug}`);
  const row = page.getByRole("region", { name: "Frequently bought together" });
  for (const { name } of one?.others ?? []) await expect(row.getByRole("heading", { name })).toBeVisible();
});

test("R3 C5 shipping and returns are next to the button, a sale price with the lowest price of 30 days", async ({
  page,
  request,
}) => {
  type Money = { amount: number };
  type Variation = { id: number; price: Money; compare_at: Money | null; lowest_30d: Money | null };
  const { data } = await (await request.get("/v1/product?on_sale=true&in_stock=true&sort=popular&facets=false")).json();
  const { slug } = data[0];
  const { variations } = (await (await request.get(`/v1/product/details/${slug}`)).json()).data;
  const reduced = variations.find(({ compare_at, lowest_30d }: Variation) => compare_at && lowest_30d) as Variation;
  expect(reduced?.compare_at?.amount).toBeGreaterThan(reduced?.price.amount);
  await visit(page, `/details/${slug}?variation=${reduced.id}`);
  await expect(page.getByRole("listitem").filter({ hasText: /Arrives/ })).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /30 days/ })
      .first(),
  ).toBeVisible();
  const euros = (money: Money | null) => `€${((money?.amount ?? 0) / 100).toFixed(2)}`;
  const message = page.getByText(`Lowest price in the 30 days before this sale: ${euros(reduced.lowest_30d)}.`, {
    exact: false,
  });
  await expect(message).toBeVisible();
  // The prices are right above it.
  await expect(message.locator("..")).toContainText(euros(reduced.price));
  await expect(message.locator("..")).toContainText(euros(reduced.compare_at));
});
