import { expect, type Page } from "@playwright/test";
import { callApi, deliverShipment, shipOrder } from "#e2e/support/api.ts";
import { chooseMore } from "#e2e/support/dashboard.ts";
import { customerWithCart, otherCustomersOrder, placeOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, newCustomer, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

/** A customer's delivered order, and an admin's access token. */
async function arrived(page: Page, quantity = 2) {
  const admin = await adminToken(page);
  const customer = await customerWithCart(page, quantity);
  const made = await placeOrder(page, customer.token);
  await shipOrder(page, admin, made.id);
  await deliverShipment(page, admin, made.id);
  return { ...customer, ...made, admin };
}

async function adminToken(page: Page): Promise<string> {
  const answer = await page.request.post("/v1/auth/login", { data: demoAdmin });
  return (await answer.json()).access_token;
}

test("R8 a customer requests a return and follows its progress", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const { id, admin, bought } = await arrived(page);
  await page.goto(`/account/orders/${id}`);
  await page.getByRole("button", { name: "Return items" }).click();
  const dialog = page.getByRole("dialog", { name: "Return items" });
  await dialog.getByRole("button", { name: `Quantity of ${bought}: decrease` }).click();
  await dialog.getByLabel(`Reason for ${bought}`).selectOption("It doesn't fit");
  await dialog.getByLabel("Additional details").fill("Too small by a size.");
  await checkLoadedScreen(page);
  await dialog.getByRole("button", { name: "Request return" }).click();
  await expect(dialog).toBeHidden();
  const returns = page.getByRole("list", { name: "Returns" });
  await expect(returns).toContainText("Awaiting approval");
  await expect(returns).toContainText(`1 × ${bought}`);
  const { data } = await callApi(page, admin, "get", `/returns?order_id=${id}`);
  await callApi(page, admin, "post", `/returns/${data[0].id}/approve`, { answer: "Use the label we sent." });
  await expect(returns).toContainText("Approved: send it now");
  await expect(returns).toContainText("Use the label we sent.");
  await checkLoadedScreen(page);
});

test("R8 a customer downloads the invoice, and the printed order shows its amounts", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token);
  await page.goto(`/account/orders/${id}`);
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download invoice INV-/ }).click();
  expect((await started).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/);
  const main = page.getByRole("main");
  const why = main.getByRole("button", { name: "Delivery" });
  await expect(why).toBeVisible();
  await expect(main.getByRole("button", { name: "Cancel order" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(main.getByText("Subtotal")).toBeVisible();
  await expect(why).toBeVisible();
  await expect(why.locator("svg")).toBeHidden();
  await expect(main.getByRole("button", { name: "Cancel order" })).toBeHidden();
});

test("R8 documents that fail to load show an error with Retry", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token);
  await page.route("**/v1/orders/*/documents", (route) =>
    route.fulfill({ status: 403, json: { message: "Not now." } }),
  );
  await page.goto(`/account/orders/${id}`);
  const said = page.getByRole("alert").filter({ hasText: "Not now." });
  await expect(said).toBeVisible();
  await checkLoadedScreen(page);
  await page.unroute("**/v1/orders/*/documents");
  await said.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: /^Download invoice INV-/ })).toBeVisible();
});

test("R8 an unknown order and one that fails to load have a title and a heading", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/orders/abc");
  await expect(page.getByRole("heading", { level: 1, name: "Order not found" })).toBeVisible();
  await expect(page).toHaveTitle("Order not found · Kiosk");
  await page.route("**/v1/orders/*", (route) => route.fulfill({ status: 403, json: { message: "Not now." } }));
  await page.goto(`/account/orders/${crypto.randomUUID()}`);
  await expect(page.getByText("Not now.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Order" })).toBeAttached();
  await expect(page).toHaveTitle("Order · Kiosk");
});

test("A6 a return is approved, received and refunded in the dashboard", async ({ page }) => {
  const { id, token, bought } = await arrived(page);
  const { data } = await callApi(page, token, "get", `/orders/${id}`);
  const items = [{ order_item_id: data.items[0].id, quantity: 1, reason_code: "damaged" }];
  await callApi(page, token, "post", "/returns", { order_id: id, items });
  await page.goto("about:blank");
  const adminContext = await page.context().browser()?.newContext();
  const adminPage = (await adminContext?.newPage()) as Page;
  await signIn(adminPage, demoAdmin);
  await adminPage.goto(`/dashboard/orders/${id}`);
  await adminPage.getByRole("button", { name: /^Approve return/ }).click();
  await adminPage.getByRole("button", { name: /^Close return/ }).click();
  const closing = adminPage.getByRole("dialog", { name: /^Close return/ });
  await closing.getByLabel("Message to the customer").fill("It never arrived.");
  await closing.getByRole("button", { name: "Close return" }).click();
  await expect(adminPage.getByRole("list", { name: "Returns" })).toContainText(
    "Message to the customer: It never arrived.",
  );
  await callApi(page, token, "post", "/returns", { order_id: id, items });
  await adminPage.getByRole("button", { name: /^Approve return/ }).click();
  await adminPage.getByRole("button", { name: /^Receive return/ }).click();
  const dialog = adminPage.getByRole("dialog", { name: /^Receive return/ });
  await dialog.getByLabel(`Condition of ${bought}`).selectOption("Damaged");
  await expect(dialog.getByLabel("Restock")).toHaveCount(0);
  await checkLoadedScreen(adminPage);
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect(adminPage.getByRole("list", { name: "Returns" })).toContainText("Refunded");
  await expect(adminPage.getByRole("list", { name: "Refunds" }).getByRole("listitem")).toHaveCount(1);
  await expect(adminPage.getByRole("list", { name: "Documents" })).toContainText("Credit note CN-");
  await checkLoadedScreen(adminPage);
  await adminContext?.close();
});

test("A6 part of an order is refunded: the dialog says first what it does", async ({ page }) => {
  await signIn(page, demoAdmin);
  const { id } = await otherCustomersOrder(page);
  await openAdminOrder(page, id);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Refund order/ });
  await expect(dialog.getByRole("status")).toHaveText("Select items or enter an amount.");
  await dialog.getByLabel(/^Amount/).fill("100000");
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect(dialog.getByText(/^Enter €[\d.]+ or less$/)).toBeVisible();
  await dialog.getByLabel(/^Amount/).fill("1.50");
  await dialog.getByLabel("Reason").fill("A scratch");
  await expect(dialog.getByRole("status")).toContainText("€1.50 is refunded to the original payment method");
  await checkLoadedScreen(page);
  await dialog.getByRole("button", { name: "Refund €1.50" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("€1.50");
  await expect(page.getByText("Partially refunded").first()).toBeVisible();
  const totals = page.getByRole("main").locator("dl");
  for (const row of ["Paid", "Refunded"]) await expect(totals.getByText(row, { exact: true })).toBeVisible();
});

test("A6 units are cancelled, a note is saved and an address corrected in the dashboard", async ({ page }) => {
  await signIn(page, demoAdmin);
  const { id } = await otherCustomersOrder(page, 2);
  await openAdminOrder(page, id);
  await chooseMore(page, "Cancel items");
  const cancelling = page.getByRole("dialog", { name: /^Cancel items/ });
  // What is typed counts before the field is left, so that the first click cancels what was seen.
  await cancelling.getByRole("spinbutton", { name: /^Quantity of/ }).fill("1");
  await expect(cancelling.getByRole("status")).toContainText("is refunded to the customer");
  await checkLoadedScreen(page);
  await cancelling.getByRole("button", { name: "Cancel items", exact: true }).click();
  await expect(page.getByRole("list", { name: "Items", exact: true })).toContainText("1 cancelled");
  await page.getByLabel("Note", { exact: true }).fill("Called: all fine.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("Called: all fine.");
  await chooseMore(page, "Edit address");
  const editing = page.getByRole("dialog", { name: /^Edit address/ });
  await editing.getByLabel("Street address").fill("Nebenweg 9");
  await checkLoadedScreen(page);
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(editing).toBeHidden();
  await expect(page.getByRole("main")).toContainText("Nebenweg 9");
});

test("A6 R8 a shipment recorded by mistake is cancelled, its customer is informed, and it is shipped again", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const admin = await adminToken(page);
  const customer = await customerWithCart(page, 2);
  const { id } = await placeOrder(page, customer.token);
  const shipment = { carrier: "Swift Post", tracking_url: "https://track.example/1" };
  await shipOrder(page, admin, id, shipment);
  await page.goto(`/account/orders/${id}`);
  const shipments = page.getByRole("list", { name: "Shipments" });
  await expect(shipments).toContainText("On its way");
  await expect(shipments.getByRole("button")).toHaveCount(0);
  const adminContext = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 1440, height: 900 } });
  const adminPage = (await adminContext?.newPage()) as Page;
  await signIn(adminPage, demoAdmin);
  await openAdminOrder(adminPage, id);
  await adminPage.getByRole("button", { name: "Undo shipment 1" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Undo shipment 1?" });
  await expect(dialog).toContainText("The payment doesn't change.");
  await dialog.getByLabel("Reason").fill("The wrong box");
  await checkLoadedScreen(adminPage);
  await dialog.getByRole("button", { name: "Undo shipment" }).click();
  await expect(dialog).toBeHidden();
  const shown = adminPage.getByRole("list", { name: "Shipments" });
  await expect(shown).toContainText("Undone");
  await expect(shown.getByRole("button")).toHaveCount(0);
  await expect(adminPage.getByText("Not shipped", { exact: true })).toBeVisible();
  await expect(adminPage.getByRole("list", { name: "Timeline" })).toContainText("Shipment undone: The wrong box");
  await checkLoadedScreen(adminPage);
  await expect(shipments).toContainText("Marked as sent by mistake.");
  await expect(shipments.getByRole("link")).toHaveCount(0);
  const events = page.getByRole("list", { name: "Timeline" });
  await expect(events).toContainText("A shipment was marked as sent by mistake. It hasn't been sent yet.");
  await expect(events).not.toContainText("The wrong box");
  await checkLoadedScreen(page);
  await adminPage.getByRole("group", { name: "Actions" }).getByRole("button", { name: "Ship", exact: true }).click();
  await adminPage.getByRole("button", { name: "Ship items" }).click();
  await adminPage.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(adminPage.getByText("Completed", { exact: true })).toBeVisible();
  await expect(adminPage.getByRole("button", { name: /^Undo shipment/ })).toHaveCount(0);
  await adminContext?.close();
});

test("A6 a delivered shipment cannot be cancelled: the dashboard says why and refreshes", async ({ page }) => {
  await signIn(page, demoAdmin);
  const admin = await adminToken(page);
  const { id } = await otherCustomersOrder(page);
  await shipOrder(page, admin, id);
  await openAdminOrder(page, id);
  await page.getByRole("button", { name: "Undo shipment 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo shipment 1?" });
  await deliverShipment(page, admin, id);
  await dialog.getByRole("button", { name: "Undo shipment" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("alert")).toContainText("Create a return for items that come back.");
  await expect(page.getByRole("list", { name: "Shipments" })).toContainText("Delivered");
});

async function openAdminOrder(page: Page, id: string) {
  await page.goto(`/dashboard/orders/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
}
