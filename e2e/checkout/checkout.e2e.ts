import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { fillAddress, openCheckout, orderButton } from "#e2e/support/checkout.ts";
import { applyCoupon, customerWithCart, placeOrder } from "#e2e/support/orders.ts";
import { changeProduct } from "#e2e/support/products.ts";
import { checkLoadedScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { fillSignIn, visit } from "#e2e/support/session.ts";
import { newPageTest, test } from "#e2e/support/shared-page.ts";

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay €/ });

test("R6 P2 the checkout asks to sign in, then opens", async ({ page }) => {
  const { email, password } = await newAccount(page);
  await page.goto("/checkout");
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await expect(dialog.getByRole("button", { name: "Continue with this email" })).toBeVisible();
  await expect(page.getByTestId("cover")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await checkLoadedScreen(page);
  await fillSignIn(page, { username: email, password });
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Browse products" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to cart" })).toBeVisible();
  await checkLoadedScreen(page);
});

test("R6 R7 from the cart to the paid order, with errors, a declined card and a confirmation step", async ({
  page,
}) => {
  const { bought } = await customerWithCart(page);
  await openCheckout(page);
  await expect(page.getByLabel("Full name")).toHaveValue("Robin Reader");
  await checkLoadedScreen(page);
  await page.getByLabel("Email").fill("robin");
  await orderButton(page).click();
  const summary = page.getByRole("alert").filter({ hasText: /Check th(is|ese \d+) fields?/ });
  await expect(summary).toBeFocused();
  await expect(page.getByLabel("City")).toHaveAccessibleDescription(/City required/);
  await checkLoadedScreen(page);
  await summary.getByRole("link", { name: "City required" }).click();
  await expect(page.getByLabel("City")).toBeFocused();
  await fillAddress(page);
  await page.getByLabel("Email").fill("robin@example.com");
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  const cheapest = (await orderButton(page).textContent()) ?? "";
  await page.getByRole("radio", { name: /Express/ }).check();
  await expect(orderButton(page)).not.toHaveText(cheapest);
  const amount = ((await orderButton(page).textContent()) ?? "").replace("Order and pay ", "");
  await page.getByRole("radio", { name: /Decline/ }).check();
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Your payment was declined")).toBeVisible();
  const order = page.getByRole("complementary", { name: "Order summary" });
  await expect(order).toContainText(bought);
  await expect(order).toContainText(amount);
  await expect(order).toContainText("10115 Berlin");
  await expect(order).toContainText("Germany");
  await checkLoadedScreen(page);
  await page.getByRole("radio", { name: /Ask for confirmation/ }).check();
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Confirm payment" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Confirm payment" })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeFocused();
  await expect(order).toContainText(bought);
  await expect(page.getByRole("list", { name: "Status" })).toContainText("Confirmed");
  await expect(page.getByText(/^Arrives \w{3}, \w{3} \d+/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /Download invoice/ })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByRole("list", { name: "Items" })).toContainText(bought);
});

test("R7 on a phone a declined payment is in sight each time", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await page.goto(`/payment/${id}`);
  await page.getByRole("radio", { name: /Decline/ }).check();
  for (const _ of ["once", "again"]) {
    await payButton(page).scrollIntoViewIfNeeded();
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.request().method() === "POST" && one.url().includes("/v1/payments/")),
      payButton(page).click(),
    ]);
    expect(answer.ok()).toBe(true);
    await expect(page.getByText("Your payment was declined")).toBeInViewport({ ratio: 1 });
  }
});

test("R6 R7 the details of an unpaid order can be edited: cart, coupon and form return", async ({ page }) => {
  const { token, bought } = await customerWithCart(page, 2);
  await applyCoupon(page, token, "WELCOME10");
  await openCheckout(page);
  await fillAddress(page);
  await page.getByLabel("Order note").fill("Ring twice");
  await page.getByLabel("Billing address is the same as the delivery address").uncheck();
  const billing = page.getByRole("group", { name: "Billing address" });
  await billing.getByLabel("Country").selectOption("US");
  await billing.getByLabel("Street address").fill("Main St 1");
  await billing.getByLabel("City").fill("Chicago");
  await billing.getByLabel("State").selectOption("IL");
  await billing.getByLabel("ZIP code").fill("60601");
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await checkLoadedScreen(page);
  await orderButton(page).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Order summary" })).toContainText("Chicago, IL 60601");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Choose another payment method" }).click();
  await page.getByRole("button", { name: "Edit details" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel("Order note")).toHaveValue("Ring twice");
  await expect(page.getByRole("radio", { name: /Bank transfer/ })).toBeChecked();
  await expect(billing.getByLabel("City")).toHaveValue("Chicago");
  await expect(page.getByRole("region", { name: "Order summary" })).toContainText(bought);
  await expect(page.getByRole("list", { name: "Coupons and gift cards" })).toContainText("WELCOME10");
  const [order] = await ordersOf(page, token);
  expect(order.status).toBe("cancelled");
});

test("R6 the form survives a reload, and is cleared once the order is paid", async ({ page }) => {
  await customerWithCart(page);
  await openCheckout(page);
  await fillAddress(page);
  await page.getByLabel("Order note").fill("Ring twice");
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Berlin");
  await expect(page.getByLabel("Order note")).toHaveValue("Ring twice");
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\//);
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("mine:checkout_draft"))).toBeNull();
});

/** Keeps the page's socket from connecting, so that it gets no events. */
const blockSocket = (page: Page) => page.routeWebSocket(/socket\.io/, () => undefined);

/** The id of the product in the cart. */
async function boughtId(page: Page, token: string): Promise<number> {
  const [line] = (await callApi(page, token, "get", "/cart")).items;
  return line.product.id;
}

const ordersOf = async (page: Page, token: string) => (await callApi(page, token, "get", "/orders")).data;

test("R6 a double click, a reload and the back button place one order", async ({ page }) => {
  const { token } = await customerWithCart(page);
  await visit(page, "/cart");
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await expect(orderButton(page)).toBeEnabled();
  await fillAddress(page);
  await page.getByRole("radio", { name: /Decline/ }).check();
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await orderButton(page).dblclick();
  await expect(page).toHaveURL(/\/payment\//);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Pay order/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole("heading", { name: /is awaiting payment/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit details" })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { name: /^Pay order/ })).toBeVisible();
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: /is awaiting payment/ })).toBeVisible();
  expect(await ordersOf(page, token)).toHaveLength(1);
});

newPageTest("R6 a raised price is shown before ordering, and only the shown total is ordered", async ({ page }) => {
  await blockSocket(page);
  const { token } = await customerWithCart(page);
  const id = await boughtId(page, token);
  await openCheckout(page);
  await fillAddress(page);
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  const agreed = (await orderButton(page).textContent()) ?? "";
  const dearer = (by: number) =>
    changeProduct(page, id, ({ variations }) => ({
      variations: variations.map((one) => ({ ...one, price_amount: one.price_amount + by })),
    }));
  await dearer(100);
  try {
    await orderButton(page).click();
    const message = page.getByRole("alert").filter({ hasText: "Your total has changed" });
    await expect(message).toBeVisible();
    await expect(page.getByLabel("City")).toHaveValue("Berlin");
    expect(await ordersOf(page, token)).toEqual([]);
    await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
    await expect(orderButton(page)).not.toHaveText(agreed);
    await checkLoadedScreen(page);
    const shown = ((await orderButton(page).textContent()) ?? "").replace("Order and pay €", "");
    await orderButton(page).click();
    await expect(page).toHaveURL(/\/payment\//);
    const [placed] = await ordersOf(page, token);
    expect((placed.total.amount / 100).toFixed(2)).toBe(shown);
  } finally {
    await dearer(-100);
  }
});

newPageTest("R6 units sold meanwhile are reported line by line, with a link to the cart", async ({ page }) => {
  await blockSocket(page);
  const { token, bought } = await customerWithCart(page);
  const id = await boughtId(page, token);
  await openCheckout(page);
  await fillAddress(page);
  const left: number[] = [];
  await changeProduct(page, id, ({ variations }) => ({
    variations: variations.map((one) => {
      left.push(one.on_hand - one.reserved);
      return { ...one, on_hand: one.reserved };
    }),
  }));
  try {
    await orderButton(page).click();
    const message = page.getByRole("alert").filter({ hasText: `${bought}: sold out.` });
    await expect(message).toBeVisible();
    await checkLoadedScreen(page);
    expect(await ordersOf(page, token)).toEqual([]);
    await message.getByRole("link", { name: "Go to cart" }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole("list", { name: "In your cart" })).toContainText("Sold out");
  } finally {
    await changeProduct(page, id, ({ variations }) => ({
      variations: variations.map((one, at) => ({ ...one, on_hand: one.reserved + (left[at] ?? 0) })),
    }));
  }
});

test("R7 cash on delivery, and an order of another customer", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await page.goto(`/payment/${id}`);
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await page.getByRole("button", { name: "Pay with cash on delivery" }).click();
  await expect(page.getByText(/due on delivery/)).toBeVisible();
  await page.goto("/payment/0190a5a0-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Order not found" })).toBeVisible();
});

test("R7 a payment in progress is shown as such until it is captured", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await page.goto(`/payment/${id}`);
  await page.getByRole("radio", { name: /after a delay/ }).check();
  // The approval arrives only after the page was rendered.
  const seen = Promise.withResolvers<void>();
  await page.route(/\/v1\/(payments|orders)\//, async (route) => {
    if (route.request().method() === "GET") await seen.promise;
    await route.fallback();
  });
  await payButton(page).click();
  await expect(page.getByText("Processing your payment")).toBeVisible();
  await checkScreenAtEachWidth(page);
  seen.resolve();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("R6 R8 on a phone the summary folds, and an order shows its status and is cancelled", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { token, bought } = await customerWithCart(page);
  await openCheckout(page);
  await page.getByText("Order summary").first().click();
  await expect(page.getByRole("list", { name: "Items in your order" }).first()).toContainText(bought);
  await checkLoadedScreen(page);
  const { id, number } = await placeOrder(page, token);
  await page.goto("/account");
  const latest = page.getByRole("region", { name: `Order ${number}` });
  await expect(latest.getByRole("list", { name: "Status" })).toContainText("Confirmed");
  await expect(latest.getByRole("link", { name: "View order" })).toHaveAttribute("href", `/account/orders/${id}`);
  await checkLoadedScreen(page);
  await page.goto("/account/orders");
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: `Order ${number}` }).click();
  await expect(page.getByRole("list", { name: "Status" })).toContainText("Confirmed");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("dialog", { name: `Cancel order ${number}?` });
  await expect(question).toContainText(/refund €[\d.,]+/);
  await expect(question.getByRole("button", { name: "Keep order" })).toBeVisible();
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  expect((await callApi(page, token, "get", `/orders/${id}`)).data.status).toBe("cancelled");
});

test("L5 an order updates live and can be reordered", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  const connected = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("notification_summary")),
    );
  await page.goto(`/account/orders/${id}`);
  await expect(page.getByRole("link", { name: "Pay now" })).toBeVisible();
  await connected;
  await callApi(page, token, "post", `/orders/${id}/cancel`, { status: "pending_payment" });
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Order again" }).dblclick();
  await expect(page).toHaveURL(/\/cart$/);
  // The second click adds nothing.
  await expect(page.getByRole("spinbutton", { name: /^Quantity of/ })).toHaveValue("1");
});
