import { expect } from "@playwright/test";
import { customerWithCart, elsewhere, enter, order, strangersOrder } from "./buying.ts";
import { merchant, openDesk } from "./catalogue-desk.ts";
import { test } from "./shop-test.ts";
import { demoAdmin } from "./signed-in.ts";
import { expectPlainAtEachWidth, hold } from "./states.ts";

test("R10 A2 A5 A6 a page past the end of a list of the dashboard says so and leads to the first, at 390, 768 and 1440 px", async ({
  page,
}) => {
  await strangersOrder(page);
  await enter(page, demoAdmin);
  for (const [path, name] of [
    ["/dashboard/users", "Users"],
    ["/dashboard/products", "Products"],
    ["/dashboard/orders", "Orders"],
  ] as const) {
    await openDesk(page, `${path}?page=900&sort=name`, name);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expectPlainAtEachWidth(page);
    await page.getByRole("link", { name: "Go to the first page" }).click();
    await expect(page.getByRole("table", { name })).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
  }
});

test("R8 a page past the end of my orders does not say that I have none, at 390, 768 and 1440 px", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { number } = await order(page, token);
  for (const past of ["7", "2.5", "999999999"]) {
    await page.goto(`/account/orders?page=${past}`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  }
  await expectPlainAtEachWidth(page);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page.getByRole("list", { name: "Orders" })).toContainText(String(number));
});

test("R8 a page past the end of my notifications does not say that there were none, at 390, 768 and 1440 px", async ({
  page,
}) => {
  const { token } = await customerWithCart(page);
  await order(page, token);
  const told = async () => (await elsewhere(page, token, "get", "/notifications")).data.length;
  await expect.poll(told).toBeGreaterThan(0);
  for (const past of ["7", "2.5", "999999999"]) {
    await page.goto(`/account/notifications?page=${past}`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nothing yet" })).toHaveCount(0);
  }
  await expectPlainAtEachWidth(page);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(await told());
});

test("R10 A5 how many are on a page is shown at once, and a choice made just before is kept", async ({ page }) => {
  await merchant(page);
  await openDesk(page, "/dashboard/products", "Products");
  const table = page.getByRole("table", { name: "Products" });
  await expect(table.getByRole("row")).toHaveCount(21);
  const letGo = await hold(page, "**/v1/product/admin?*");
  await table.getByRole("button", { name: "Price" }).click();
  const size = page.getByLabel("Products on a page");
  await size.selectOption("50");
  await expect(size).toHaveValue("50");
  await expect(page).toHaveURL(/sort=price.*per_page=50/);
  await letGo();
  await expect(table.getByRole("row")).toHaveCount(51);
  await expect(size).toHaveValue("50");
});
