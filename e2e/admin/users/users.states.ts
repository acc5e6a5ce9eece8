import { expect } from "@playwright/test";
import { expectIdle, openUsers, usersTable as table } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkScreen, expectFits, widths } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

for (const width of widths)
  test(`R10 A3 the users and a user's page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { token } = await otherCustomersOrder(page);
    const { data: person } = await callApi(page, token, "get", "/account/profile");
    await openUsers(page);
    await expect(table(page).getByRole("row")).toHaveCount(21);
    const columns = table(page).getByRole("columnheader");
    await expect(columns).toHaveCount({ 390: 3, 768: 6, 1440: 8 }[width]);
    await expectIdle(page);
    await checkScreen(page);
    await page.goto("/dashboard/users?name=nobody-of-that-name");
    await expect(page.getByRole("heading", { name: "No customers found" })).toBeVisible();
    await checkScreen(page);
    await page.goto(`/dashboard/users/${person.id}`);
    await expect(page.getByRole("table", { name: "Orders" }).getByRole("row")).toHaveCount(2);
    await expectIdle(page);
    await checkScreen(page);
    await page.getByRole("button", { name: "Block" }).click();
    await expect(page.getByRole("dialog", { name: /^Block/ })).toBeVisible();
    await checkScreen(page);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectFits(page);
  });
