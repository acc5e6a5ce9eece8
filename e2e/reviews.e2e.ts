import { expect } from "@playwright/test";
import { test } from "./shop-test.ts";
import { expectAccessible, newCustomer } from "./signed-in.ts";

test("R8 P2 my reviews: none yet, with a way on", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/reviews");
  await expect(page).toHaveURL(/\/account\/reviews$/);
  await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See your orders" }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});

test("D1 the pages the sign-in note leads to are there and say something", async ({ page }) => {
  for (const [path, title, words] of [
    ["/privacy", "Privacy policy", "guest_id"],
    ["/terms", "Terms of use", "within 30 days"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(words);
    await expectAccessible(page);
  }
});
