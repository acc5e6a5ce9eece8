import { expect } from "@playwright/test";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { test } from "#e2e/support/shared-page.ts";

interface Form {
  path: string;
  calls: string;
  action: string;
  /** The label of the field that is typed in. */
  first?: string;
  /** Other fields that must be filled in. */
  fills?: Record<string, string>;
  /** The button that opens it. */
  opens?: string;
}

/** The forms that are left or closed once they are saved: what is typed until then would be lost. */
const forms: Form[] = [
  { path: "/dashboard/products/create", calls: "/v1/product", action: "Save", fills: { Price: "5" } },
  {
    path: "/dashboard/coupons/create",
    calls: "/v1/coupons",
    action: "Create coupon",
    first: "Code",
    fills: { Percentage: "5" },
  },
  { path: "/dashboard/category/create", calls: "/v1/categories", action: "Add category" },
  { path: "/dashboard/product-types/create", calls: "/v1/product-types", action: "Add product type" },
  { path: "/dashboard/tags", calls: "/v1/tags", action: "Add tag", opens: "Add tag" },
];

for (const { path, calls, action, first = "Name", fills, opens } of forms)
  test(`A5 ${path}: while it is saved nothing is typed that would be lost, then a refusal can be mended`, async ({
    page,
  }) => {
    await openDashboard(page, path);
    if (opens) await page.getByRole("button", { name: opens }).first().click();
    const form = page.locator("form").filter({ has: page.getByRole("button", { name: action, exact: true }) });
    const name = form.getByLabel(first, { exact: true }).first();
    const value = `KEPT-${Date.now()}`;
    for (const [label, text] of Object.entries(fills ?? {}))
      await form.getByRole("textbox", { name: label, exact: true }).fill(text);
    await name.fill(value);
    const held = Promise.withResolvers<void>();
    await page.route(`**${calls}`, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await held.promise;
      await route.fulfill({ status: 409, json: { code: "conflict", message: "Not now." } });
    });
    const isAsked = page.waitForRequest((one) => one.method() === "POST" && new URL(one.url()).pathname === calls);
    await name.press("Enter");
    await isAsked;
    await name.click({ force: true });
    await page.keyboard.type("typed too late");
    await expect(name).toHaveValue(value);
    held.resolve();
    await expect(form.getByRole("alert").filter({ hasText: "Not now." })).toBeVisible();
    await name.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("-2");
    await expect(name).toHaveValue(`${value}-2`);
  });
