import { expect } from "@playwright/test";
import { enter } from "./buying.ts";
import { test } from "./shop-test.ts";
import { demoAdmin } from "./signed-in.ts";
import { expectPlain, hold, widths } from "./states.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("A4 a tree of thousands: only what is open is drawn, and a level of hundreds opens at once", async ({ page }) => {
  await enter(page, demoAdmin);
  const one = (id: number, name: string, subfolder: object[] = []) => ({
    id,
    name,
    slug: `c-${id}`,
    path: `c-${id}`,
    position: 0,
    product_count: 0,
    image: null,
    is_active: true,
    version: 1,
    subfolder_count: subfolder.length,
    subfolder,
  });
  const data = Array.from({ length: 10 }, (_, top) =>
    one(
      900_000 + top * 1000,
      `Large ${top}`,
      Array.from({ length: 450 }, (__, at) => one(900_001 + top * 1000 + at, `Shelf ${top} ${at}`)),
    ),
  );
  await page.route("**/v1/categories/admin*", (route) => route.fulfill({ json: { data } }));
  await page.goto("/dashboard/category");
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(10);
  await page.getByRole("button", { name: "What is below Large 3" }).click();
  await expect(rows).toHaveCount(460);
  await page.getByRole("searchbox", { name: "Search categories" }).fill("Shelf");
  await expect(page.getByText("The first 100 of 4500 categories.")).toBeVisible();
  await expect(rows).toHaveCount(100);
});

for (const width of widths)
  test(`R10 A4 at ${width} px the tree while it is fetched, when it can't be, and when there is none`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await enter(page, demoAdmin);
    const calls = "**/v1/categories/admin*";
    const goOn = await hold(page, calls);
    await page.goto("/dashboard/category");
    await expect(page.getByText("Loading the categories")).toBeAttached();
    await expectPlain(page);
    await goOn();
    await expect(page.getByRole("list", { name: "Categories" })).toBeVisible();
    await page.route(calls, (route) =>
      route.fulfill({ status: 400, json: { code: "bad_input", message: "Not now." } }),
    );
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("Not now.");
    await expectPlain(page);
    await page.unroute(calls);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("list", { name: "Categories" })).toBeVisible();
    await page.route(calls, (route) => route.fulfill({ json: { data: [] } }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "No categories yet" })).toBeVisible();
    await expectPlain(page);
  });
