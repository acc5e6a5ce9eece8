import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { chooseMore, openDashboard } from "#e2e/support/dashboard.ts";
import { openReasons, otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen, expectFits } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { newPageTest, test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("A6 order filters, search by '/' and sort are in the address; new orders appear live", async ({ page }) => {
  await openDashboard(page, "/dashboard/orders");
  const table = page.getByRole("table", { name: "Orders" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await expect(table.getByRole("row").last()).toBeInViewport({ ratio: 1 });
  await checkLoadedScreen(page);
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(table.getByRole("columnheader", { name: "Total" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  const former = await table.getByRole("link").first().textContent();
  const { number } = await otherCustomersOrder(page);
  const notice = page.getByRole("button", { name: /new orders?\. Show/ });
  await expect(notice).toBeVisible();
  await expect(table.getByRole("link").first()).toHaveText(former ?? "");
  await notice.click();
  await expect(table.getByRole("link", { name: String(number), exact: true })).toBeVisible();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search orders" });
  await expect(search).toBeFocused();
  await search.fill(String(number));
  await expect(page).toHaveURL(new RegExp(`name=${number}`));
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search orders" }).press("Escape");
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
});

test("A6 a view, a filter, a sort and the arrow keys lead to an order", async ({ page }) => {
  await openDashboard(page, "/dashboard/orders");
  const table = page.getByRole("table", { name: "Orders" });
  await page.getByRole("link", { name: "Completed" }).click();
  await expect(page).toHaveURL(/view=completed/);
  await page.getByRole("button", { name: "Filter" }).click();
  const filters = page.getByRole("dialog", { name: "Filter orders" });
  await filters.getByLabel("Payment status").selectOption("Paid");
  await filters.getByLabel("Refunded from", { exact: true }).fill("2020-01-31");
  await checkLoadedScreen(page);
  await filters.getByRole("button", { name: "Show orders" }).click();
  await expect(page).toHaveURL(/payment_status=paid/);
  await expect(page).toHaveURL(/refunded_from=2020-01-31/);
  await page.getByRole("link", { name: /^Remove Refunded from/ }).click();
  await expect(page).not.toHaveURL(/refunded_from/);
  await page.getByRole("button", { name: "Save view" }).click();
  const form = page.getByRole("dialog", { name: "Save view" });
  await form.getByLabel("Name").fill("Done and paid");
  await form.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("link", { name: "Done and paid" }).click();
  await expect(page).toHaveURL(/view=completed&payment_status=paid/);
  await page.getByRole("button", { name: "Delete view" }).click();
  await page.getByRole("link", { name: "Remove Payment: Paid" }).click();
  await expect(page).not.toHaveURL(/payment_status/);
  const sorted = page.waitForResponse(/sort=-total/);
  await table.getByRole("button", { name: "Total" }).click();
  await expect(page).toHaveURL(/sort=-total/);
  await sorted;
  await expect(table.getByRole("columnheader", { name: "Total" })).toHaveAttribute("aria-sort", "descending");
  // The rows stay until the sorted ones have loaded.
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  await table.getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(table.getByRole("link").nth(1)).toBeFocused();
  await page.goto("/dashboard/orders?name=nobody-of-that-name");
  await expect(page.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await page.getByRole("link", { name: "Show all orders" }).click();
  await table.getByRole("row").nth(1).getByRole("cell").nth(2).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
  const opened = new URL(page.url()).pathname;
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  await page.goBack();
  await expect(table.locator(`a[href="${opened}"]`)).toBeFocused();
});

test("A6 C11 an order explains its amounts and is started, held, released, shipped in parts and delivered", async ({
  page,
}) => {
  const { id, number } = await otherCustomersOrder(page, 2, "WELCOME10");
  await openDashboard(page, `/dashboard/orders/${id}`);
  const moves = page.getByRole("group", { name: "Actions" });
  await expect(page.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
  await openReasons(page.getByRole("main"));
  await checkLoadedScreen(page);
  await chooseMore(page, "Mark in progress");
  await expect(page.getByText("In progress", { exact: true })).toBeVisible();
  await chooseMore(page, "Put on hold");
  const why = page.getByRole("dialog", { name: `Put order ${number} on hold` });
  await why.getByRole("button", { name: "Put on hold" }).click();
  await expect(why.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await why.getByLabel("Reason").fill("The customer asked us to wait");
  await checkLoadedScreen(page);
  await why.getByRole("button", { name: "Put on hold" }).click();
  await expect(page.getByText("The customer asked us to wait").first()).toBeVisible();
  await moves.getByRole("button", { name: "Release hold" }).click();
  for (const [quantity, state] of [
    ["1", "Partially shipped"],
    ["1", "Shipped"],
  ] as const) {
    await moves.getByRole("button", { name: "Ship" }).click();
    const shipment = page.getByRole("dialog", { name: `Ship order ${number}` });
    await shipment
      .getByRole("textbox", { name: /^Quantity/ })
      .or(shipment.getByRole("spinbutton"))
      .first()
      .fill(quantity);
    await shipment.getByLabel("Carrier").fill("Swift Post");
    if (state === "Partially shipped") await checkLoadedScreen(page);
    await shipment.getByRole("button", { name: "Ship items" }).click();
    await expect(shipment).toBeHidden();
    await expect(page.locator("main header").getByText(state, { exact: true })).toBeVisible();
  }
  await page.getByRole("button", { name: "Mark as delivered" }).first().click();
  await expect(page.getByRole("button", { name: "Mark as delivered" })).toHaveCount(1);
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo delivery" }).last().click();
  await expect(page.getByText("In progress", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  // Messages in passing stay for a while.
  await page.reload();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await checkLoadedScreen(page);
});

test("A6 cancelling says first what happens to the payment", async ({ page }) => {
  const { id, number } = await otherCustomersOrder(page);
  await openDashboard(page, `/dashboard/orders/${id}`);
  await chooseMore(page, "Cancel order");
  const question = page.getByRole("dialog", { name: `Cancel order ${number}?` });
  await expect(question).toContainText("is refunded.");
  await expect(question.getByRole("button", { name: "Keep order" })).toBeVisible();
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Refunded", { exact: true }).first()).toBeVisible();
});

newPageTest("A6 an action that comes too late is refused, and the order is refreshed", async ({ page }) => {
  const { id, token } = await otherCustomersOrder(page);
  // A page without events: its socket never connects.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await signIn(page, demoAdmin);
  await page.goto(`/dashboard/orders/${id}`);
  await expect(page.getByRole("button", { name: "More" })).toBeVisible();
  await callApi(page, token, "post", `/orders/${id}/cancel`, { status: "confirmed" });
  await chooseMore(page, "Mark in progress");
  await expect(page.getByRole("alert").filter({ hasText: "Couldn't update the order" })).toBeVisible();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "More" })).toHaveCount(0);
});

test("A6 on a phone the orders are a short table whose rows open an order", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { number } = await otherCustomersOrder(page);
  await openDashboard(page, `/dashboard/orders?name=${number}`);
  const table = page.getByRole("table", { name: "Orders" });
  await expect(table.getByRole("columnheader")).toHaveText([/^Select all/, /^Order/, /^Customer/, /^Total/]);
  await expect(table.getByRole("row")).toHaveCount(2);
  const cells = table.getByRole("row").nth(1).getByRole("cell");
  await expect(cells.nth(1)).toContainText(String(number));
  await expect(cells.nth(2)).toContainText("Robin Reader");
  await expect(cells.nth(3)).toContainText("€");
  await expect(cells.nth(3)).toBeInViewport({ ratio: 1 });
  await expectFits(page);
  await checkLoadedScreen(page);
  await cells.nth(2).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
});
