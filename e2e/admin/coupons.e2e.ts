import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A7 a coupon is created, paused, duplicated and deleted, and another administrator's change is merged", async ({
  page,
}) => {
  const code = `E2E-${Date.now()}`;
  const token = await openDashboard(page, "/dashboard/coupons");
  await expect(page.getByRole("heading", { level: 1, name: "Coupons" })).toBeVisible();
  await expect(page.getByRole("link", { name: "WELCOME10" })).toBeVisible();
  await checkScreenAtEachWidth(page);

  await page.getByRole("link", { name: "Create coupon" }).click();
  await page.getByRole("button", { name: "Create coupon" }).last().click();
  await expect(page.getByText("Enter 3 to 40 letters, digits, - and _.")).toBeVisible();
  await page.getByLabel("Code").fill(code.toLowerCase());
  await page.getByRole("radio", { name: "Fixed amount" }).check();
  await page.getByLabel("Amount", { exact: true }).fill("7.50");
  await page.getByLabel("Minimum order value").fill("20");
  await page.getByLabel("End").fill("2090-06-30T12:00");
  await page.getByLabel("Specific products").check();
  await page.getByRole("combobox", { name: "Search categories" }).fill("a");
  await page.getByRole("group", { name: "Categories" }).getByRole("option").first().click();
  await checkScreenAtEachWidth(page);
  await page.getByRole("button", { name: "Create coupon" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: code })).toBeVisible();
  await expect(page.getByText("€7.50 off")).toBeVisible();

  const id = Number(page.url().split("/").at(-1));
  const { data } = await callApi(page, token, "get", `/coupons/${id}`);
  expect(data).toMatchObject({ value: 750, min_subtotal_amount: 2000, ends_at: "2090-06-30T10:00:00.000Z" });
  expect(data.scope.categories).toHaveLength(1);
  await callApi(page, token, "put", `/coupons/${id}`, { ...data, max_uses: 9, value: 800 });
  await page.getByLabel("Amount", { exact: true }).fill("6");
  await page.getByLabel("Uses per customer").fill("2");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Someone else has changed this coupon")).toBeVisible();
  await expect(page.getByLabel("Total uses")).toHaveValue("9");
  await page.getByRole("button", { name: "Use theirs for Value" }).click();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Coupon saved")).toBeVisible();
  expect((await callApi(page, token, "get", `/coupons/${id}`)).data).toMatchObject({
    value: 800,
    max_uses: 9,
    max_per_user: 2,
  });
  // To pause it fails, as it has changed since: that shows the change, which the form doesn't overwrite.
  const latest = (await callApi(page, token, "get", `/coupons/${id}`)).data;
  await callApi(page, token, "put", `/coupons/${id}`, { ...latest, max_uses: 11 });
  await page.getByLabel("Uses per customer").fill("3");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Couldn't change the coupon")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Someone else has changed this coupon")).toBeVisible();
  await expect(page.getByLabel("Total uses")).toHaveValue("11");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Someone else has changed this coupon")).toHaveCount(0);
  const saved = (await callApi(page, token, "get", `/coupons/${id}`)).data;
  expect(saved).toMatchObject({ max_uses: 11, max_per_user: 3 });

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.getByRole("dialog").filter({ hasText: "paused" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("8.00");
  await expect(page.getByLabel("Code")).toHaveValue("");

  await page.goto(`/dashboard/coupons?name=${code}&status=active&kind=fixed`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file.trim().split("\n")).toHaveLength(2);
  expect(file).toContain(`${code},active,fixed,,8.00,EUR`);
  await page.getByRole("link", { name: code }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete coupon" }).click();
  await expect(page.getByText(`${code} deleted`)).toBeVisible();
  await page.goto(`/dashboard/coupons?name=${code}`);
  await expect(page.getByRole("heading", { name: "No coupons found" })).toBeVisible();
});

test("A7 leaving a coupon with unsaved changes asks first", async ({ page }) => {
  await openDashboard(page, "/dashboard/coupons/create");
  await page.getByLabel("Code").fill("ABC");
  // A date without its time is an error at the field, also by the keyboard.
  await page.getByLabel("End").focus();
  await page.keyboard.type("12312090");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Enter a date and a time.")).toBeVisible();
  await expect(page.getByLabel("End")).toBeFocused();
  await page.getByLabel("End").fill("12090-12-31T10:00");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Enter a year of four digits.")).toBeVisible();
  await expect(page).toHaveURL(/create$/);
  const question = page.getByRole("dialog", { name: "Leave page with unsaved changes?" });
  await page.getByRole("button", { name: "Logout" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Code")).toHaveValue("ABC");
  await page.getByRole("link", { name: "Cancel" }).first().click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect(page).toHaveURL(/\/dashboard\/coupons$/);
});
