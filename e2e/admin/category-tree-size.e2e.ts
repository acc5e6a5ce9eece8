import { expect } from "@playwright/test";
import { clearCategories } from "#e2e/support/categories.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.afterEach(({ page }) => clearCategories(page));

test.use({ viewport: { width: 1440, height: 900 } });

test("A4 a tree of thousands renders only expanded levels, and opens hundreds at once", async ({ page }) => {
  await signIn(page, demoAdmin);
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
