import { expect, type Page } from "@playwright/test";
import { atEachWidth, checkScreenAtEachWidth, isSmall, type Width } from "#e2e/support/screens.ts";
import { demoAdmin, demoCustomer, newCustomer, signIn, signInByDialog, visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

const suggestions = "**/v1/product/search-suggestion*";
const searchFor = (page: Page, text: string) => page.getByRole("combobox", { name: "Search products" }).fill(text);

test("S14 a failed request is retried after a second, a refused one is not; focus refetches nothing, and results stay fresh", async ({
  page,
}) => {
  await atEachWidth(page, async (width) => {
    const requested: { text: string; at: number }[] = [];
    await page.unroute(suggestions);
    await page.route(suggestions, (route) => {
      const text = new URL(route.request().url()).searchParams.get("q") ?? "";
      requested.push({ text, at: Date.now() });
      if (requested.length === 1) return route.fulfill({ status: 503, json: { message: "Not now." } });
      return text === "boot" ? route.fulfill({ status: 400, json: { message: "No." } }) : route.fallback();
    });
    await visit(page, "/");
    if (isSmall(width)) await page.getByRole("link", { name: "Search" }).click();
    const isOver = () => expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
    await searchFor(page, "shoe");
    await expect(page.getByRole("group", { name: "Products" }).getByRole("option").first()).toBeVisible();
    expect(requested.map(({ text }) => text)).toEqual(["shoe", "shoe"]);
    expect((requested[1]?.at ?? 0) - (requested[0]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    await page.evaluate(() => {
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      window.dispatchEvent(new Event("focus"));
    });
    await isOver();
    expect(requested).toHaveLength(2);
    for (const text of ["boot", "tee", "shoe"]) {
      const before = requested.length;
      await searchFor(page, text);
      if (text === "shoe")
        await expect(page.getByRole("option", { name: `View all results for “${text}”` })).toBeVisible();
      else await expect.poll(() => requested.length).toBe(before + 1);
      await isOver();
    }
    expect(requested.map(({ text }) => text)).toEqual(["shoe", "shoe", "boot", "tee"]);
  });
});

test("S15 thumbnails are 150 px wide, a missing image is /failed_image.png, and a toast is at the bottom right", async ({
  page,
}) => {
  let isGone = false;
  await page.route("**/images/**", (route) => (isGone ? route.fulfill({ status: 404 }) : route.fallback()));
  await atEachWidth(page, async (width) => {
    isGone = false;
    await visit(page, "/");
    if (isSmall(width)) await page.getByRole("link", { name: "Search" }).click();
    await searchFor(page, "tee");
    const thumbnail = page.getByRole("group", { name: "Products" }).getByRole("option").first().locator("img");
    await expect(thumbnail).toHaveAttribute("src", /\/150\.webp$/);
    await expect.poll(() => thumbnail.evaluate(drawnWidth)).toBe(150);
    isGone = true;
    await visit(page, "/details/field-tee");
    const image = page.getByRole("region", { name: "Images of Field Tee" }).getByRole("img").first();
    await expect(image).toHaveAttribute("src", "/failed_image.png");
    await expect.poll(() => image.evaluate(drawnWidth)).toBeGreaterThan(0);
    await signInByDialog(page, demoCustomer);
    const words = page.getByText("Login successful 🔓");
    await expect(words).toBeVisible();
    // On a phone it is as wide as the screen.
    const corner = async () => {
      const box = await page.getByRole("region", { name: "Messages" }).boundingBox();
      return box && [width - box.x - box.width <= 40, 900 - box.y - box.height <= 40, box.width <= 400];
    };
    await expect.poll(corner).toEqual([true, true, true]);
    await page.evaluate(() => localStorage.clear());
  });
});

/** The width of the image file that is shown; 0 until it has loaded. */
async function drawnWidth(image: HTMLElement | SVGElement) {
  const { currentSrc, complete } = image as HTMLImageElement;
  if (!complete || !currentSrc) return 0;
  return (await createImageBitmap(await (await fetch(currentSrc)).blob())).width;
}

test("D8 a dialog is at most 600 px wide, and the zoom view takes the whole screen", async ({ page }) => {
  await visit(page, "/details/field-tee");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Sign in to continue" });
  // The screen without a scroll bar.
  const place = (width: Width) => ({ x: 0, y: 0, width: expect.closeTo(width, -2), height: 900 });
  await atEachWidth(page, async (width) => {
    const room = () => form.locator("..").boundingBox();
    await expect.poll(room).toEqual(place(width));
    const wide = Math.min(600, ((await room())?.width ?? 0) - 32);
    const sides = async () => {
      const box = await form.boundingBox();
      return box && { wide: box.width, before: Math.round(box.x - ((await room())?.width ?? 0) / 2 + box.width / 2) };
    };
    await expect.poll(sides).toEqual({ wide, before: 0 });
  });
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page
    .getByRole("button", { name: /zoom in/ })
    .first()
    .click();
  const zoom = page.getByRole("dialog", { name: "Images of Field Tee" });
  await atEachWidth(page, (width) => expect.poll(() => zoom.boundingBox()).toEqual(place(width)));
});

test("R14 R15 R16 a page that fails to render shows an error inside the layout, and without it when that fails too", async ({
  page,
}) => {
  await page.route("**/v1/product/details/**", (route) => route.fulfill({ status: 400, json: { message: "No." } }));
  await page.route("**/details/**", (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await visit(page, "/products?name=switchback");
  await page.getByRole("link", { name: "Switchback Pack" }).first().click();
  await atEachWidth(page, async () => {
    await expect(page.getByText("Something went wrong. Please try again.")).toBeInViewport();
    await expect(page.getByRole("banner").getByRole("link", { name: "Kiosk" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
  });
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Switchback Pack" })).toBeVisible();
  await page.addInitScript(() => {
    window.matchMedia = () => {
      throw new Error("Not in this browser.");
    };
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
});

test("R15 a dashboard page that fails to render shows an error that leads to the dashboard", async ({ page }) => {
  await signIn(page, demoAdmin);
  await page.route("**/v1/orders?*", (route) => route.fulfill({ json: { data: [null], meta: {} } }));
  await page.goto("/dashboard/orders");
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/dashboard/home");
  await checkScreenAtEachWidth(page);
});

test("R12 a customer at the dashboard is redirected, with the origin in the history state", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/dashboard/orders");
  await expect(page).toHaveURL(/\/unauthorized$/);
  await atEachWidth(page, async () => {
    await expect(page.getByRole("heading", { name: "PAGE IS FORBIDDEN" })).toBeInViewport();
    await expect(page.getByRole("link", { name: "Home", exact: true })).toHaveAttribute("href", "/");
  });
  expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe("/dashboard/orders");
});
