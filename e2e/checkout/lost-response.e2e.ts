import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { fillAddress, openCheckout, orderButton } from "#e2e/support/checkout.ts";
import { customerWithCart } from "#e2e/support/orders.ts";
import { getProduct } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

const unknown = (page: Page) => page.getByText("We couldn't confirm your order.");
const ordersOf = async (page: Page, token: string) => (await callApi(page, token, "get", "/orders")).data;

/** Waits until the page's socket is connected. */
const liveLine = (page: Page) =>
  page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("notification_summary")),
    );

/** A customer at the filled checkout; with `connected` the socket is connected. */
async function readyToOrder(page: Page, { savedToo = false, connected = false } = {}) {
  const { token } = await customerWithCart(page);
  if (savedToo) {
    const [variation] = (await getProduct(page, "yard-broom")).variations;
    const line = { variation_id: variation?.id, quantity: 1, saved_for_later: true };
    await callApi(page, token, "post", "/cart", line);
  }
  const messages = connected ? liveLine(page) : page.routeWebSocket(/socket\.io/, () => undefined);
  if (!connected) await messages;
  await openCheckout(page);
  await fillAddress(page);
  await messages;
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  return token;
}

/** The server places the first order but its response is lost. Returns the idempotency keys of all order requests. */
async function loseFirstAnswer(page: Page) {
  const keys: (string | null)[] = [];
  await page.route("**/v1/orders", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(await route.request().headerValue("idempotency-key"));
    if (keys.length > 1) return route.fallback();
    expect((await route.fetch()).status()).toBe(201);
    return route.abort();
  });
  return keys;
}

/** Resolves once the page has fetched its empty cart. */
async function emptyCart(page: Page) {
  const emptied = Promise.withResolvers<void>();
  await page.route("**/v1/cart", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response });
    if ((await response.json()).items?.length === 0) emptied.resolve();
  });
  return emptied;
}

for (const [what, how] of [
  ["while the page hears no news", { connected: false }],
  ["while news of the emptied cart comes", { connected: true }],
  ["while news of a new cart comes, with what was saved for later", { connected: true, savedToo: true }],
] as const)
  test(`R6 an order whose response was lost ${what} is retried with the same key and placed once`, async ({ page }) => {
    const token = await readyToOrder(page, how);
    const keys = await loseFirstAnswer(page);
    const emptied = await emptyCart(page);
    await orderButton(page).click();
    await expect(page.getByText("Couldn't reach the shop")).toBeVisible();
    if (how.connected) {
      await emptied.promise;
      // Input typed by now is not part of that order, and must not prevent the retry.
      await page.getByLabel("City").fill("");
    }
    await expect(unknown(page)).toBeVisible();
    await orderButton(page).click();
    await expect(page).toHaveURL(/\/payment\//);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(await ordersOf(page, token)).toHaveLength(1);
  });

test("R6 a reload after a lost order response leads to the payment", async ({ page }) => {
  await readyToOrder(page);
  await loseFirstAnswer(page);
  await orderButton(page).click();
  await expect(unknown(page)).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: /^Pay order / }).click();
  await expect(page).toHaveURL(/\/payment\//);
});

test("R6 server errors and an order in progress are not reported as a failed order", async ({ page }) => {
  const token = await readyToOrder(page);
  const answers = [
    { status: 503, json: { code: "busy", message: "The shop is busy right now. Try again in a moment." } },
    { status: 409, json: { code: "in_progress", message: "The same request is still being processed." } },
    { status: 409, json: { code: "cart_ordered", message: "This cart has already been ordered." } },
  ];
  await page.route("**/v1/orders", (route) => {
    const answer = route.request().method() === "POST" ? answers.shift() : undefined;
    return answer ? route.fulfill(answer) : route.fallback();
  });
  for (const _ of ["busy", "in_progress"]) {
    await orderButton(page).click();
    await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
    await expect(unknown(page)).toBeVisible();
    await expect(page.getByText("You haven't been charged.")).toHaveCount(0);
  }
  await checkLoadedScreen(page);
  await orderButton(page).click();
  await expect(page.getByText("Your order wasn't placed")).toBeVisible();
  await expect(unknown(page)).toHaveCount(0);
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\//);
  expect(await ordersOf(page, token)).toHaveLength(1);
});
