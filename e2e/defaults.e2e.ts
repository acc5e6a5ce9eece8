import { expect, type Page } from "@playwright/test";
import { enter } from "./buying.ts";
import { test } from "./shop-test.ts";
import { demoAdmin, demoCustomer, newCustomer, signInByDialog, visit } from "./signed-in.ts";
import { expectPlain, widths } from "./states.ts";

// The offline helper's own requests can't be answered from here.
test.use({ serviceWorkers: "block" });

const suggestions = "**/v1/product/search-suggestion*";
const searchFor = (page: Page, text: string) => page.getByRole("combobox", { name: "Search products" }).fill(text);

test("S14 what failed in passing is asked for again a second later, and coming back to the window asks for nothing", async ({
  page,
}) => {
  const askedAt: number[] = [];
  await page.route(suggestions, (route) => {
    askedAt.push(Date.now());
    return askedAt.length === 1 ? route.fulfill({ status: 503, json: { message: "Not now." } }) : route.fallback();
  });
  await visit(page, "/");
  await searchFor(page, "shoe");
  await expect(page.getByRole("option").first()).toBeVisible();
  const [first = 0, second = 0] = askedAt;
  expect(second - first).toBeGreaterThanOrEqual(1000);
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new Event("focus"));
  });
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  expect(askedAt).toHaveLength(2);
});

test("S14 what was refused is not asked for again, and what was asked for is fresh for minutes", async ({ page }) => {
  const asked: string[] = [];
  await page.route(suggestions, (route) => {
    const text = new URL(route.request().url()).searchParams.get("q") ?? "";
    asked.push(text);
    return text === "boot" ? route.fulfill({ status: 400, json: { message: "No." } }) : route.fallback();
  });
  await visit(page, "/");
  const bar = page.getByRole("progressbar", { name: "Loading..." });
  for (const text of ["boot", "shoe", "tee", "shoe"]) {
    const before = asked.length;
    await searchFor(page, text);
    if (before < 3) await expect.poll(() => asked.length).toBe(before + 1);
    else await expect(page.getByRole("option", { name: `See everything for “${text}”` })).toBeVisible();
    await expect(bar).toHaveCount(0);
  }
  expect(asked).toEqual(["boot", "shoe", "tee"]);
});

test("S15 a picture that can't be had is /failed_image.png, and a toast comes at the bottom right", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.route("**/images/**", (route) => route.fulfill({ status: 404 }));
  await visit(page, "/details/field-tee");
  const picture = page.getByRole("region", { name: "Pictures of Field Tee" }).getByRole("img").first();
  await expect(picture).toHaveAttribute("src", "/failed_image.png");
  await signInByDialog(page, demoCustomer);
  const words = page.getByText("Login successful 🔓");
  await expect(words).toBeVisible();
  const corner = async () => {
    const box = await words.boundingBox();
    return box && box.x > 1440 / 2 && box.y > 900 - 120;
  };
  await expect.poll(corner).toBe(true);
});

for (const width of widths)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("D8 a dialog is as wide as there is room, 600 px at most; one for pictures takes the whole screen", async ({
      page,
    }) => {
      await visit(page, "/details/field-tee");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      const form = page.getByRole("dialog", { name: "Sign in to continue" });
      // The screen, beside the scroll bar where that takes place.
      const place = { x: 0, y: 0, width: expect.closeTo(width, -2), height: 900 };
      const room = () => form.locator("..").boundingBox();
      await expect.poll(room).toEqual(place);
      const wide = Math.min(600, ((await room())?.width ?? 0) - 32);
      const sides = async () => {
        const box = await form.boundingBox();
        return box && { wide: box.width, before: Math.round(box.x - ((await room())?.width ?? 0) / 2 + box.width / 2) };
      };
      await expect.poll(sides).toEqual({ wide, before: 0 });
      await page.keyboard.press("Escape");
      await expect(form).toBeHidden();
      await page
        .getByRole("button", { name: /enlarge/ })
        .first()
        .click();
      const zoom = page.getByRole("dialog", { name: "Pictures of Field Tee" });
      await expect.poll(() => zoom.boundingBox()).toEqual(place);
    });

    test("R14 R15 R16 what can't be drawn says so in the frame of the shop, and without it where that fails too", async ({
      page,
    }) => {
      await page.route("**/v1/product/details/**", (route) => route.fulfill({ status: 400, json: { message: "No." } }));
      await page.route("**/details/**", (route) =>
        route.request().isNavigationRequest() ? route.fulfill({ status: 500 }) : route.fallback(),
      );
      await visit(page, "/products?name=switchback");
      await page.getByRole("link", { name: "Switchback Pack" }).first().click();
      await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link", { name: "Kiosk" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
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
      await expectPlain(page);
      await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
    });

    test("R15 a page of the dashboard that can't be drawn says so, and leads back to the dashboard", async ({
      page,
    }) => {
      await enter(page, demoAdmin);
      await page.route("**/v1/orders?*", (route) => route.fulfill({ json: { data: [null], meta: {} } }));
      await page.goto("/dashboard/orders");
      await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/dashboard/home");
      await expectPlain(page);
    });

    test("R12 a customer at the dashboard is sent away, and where from is kept beside the address", async ({
      page,
    }) => {
      await newCustomer(page);
      await page.goto("/dashboard/orders");
      await expect(page).toHaveURL(/\/unauthorized$/);
      await expect(page.getByRole("heading", { name: "PAGE IS FORBIDDEN" })).toBeVisible();
      expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe("/dashboard/orders");
      await expect(page.getByRole("link", { name: "Home", exact: true })).toHaveAttribute("href", "/");
    });
  });
