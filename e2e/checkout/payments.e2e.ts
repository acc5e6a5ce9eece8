import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { chooseMore } from "#e2e/support/dashboard.ts";
import { customerWithCart, fillCart, placeOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { demoAdmin, demoCustomer, signIn } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";
import * as isolated from "#e2e/support/test.ts";

async function orderToPay(page: Page) {
  const { token } = await customerWithCart(page);
  const placed = await placeOrder(page, token, { paid: false });
  await page.goto(`/payment/${placed.id}`);
  await expect(page.getByRole("heading", { name: `Pay order ${placed.number}` })).toBeVisible();
  return { ...placed, token };
}

/** Records a bank transfer that arrived. Returns the payment. */
async function recordTransfer(page: Page, admin: string, id: string, amount: number) {
  const { version } = (await callApi(page, admin, "get", `/orders/${id}`)).data;
  return (await callApi(page, admin, "post", `/payments/${id}/received`, { version, amount })).data;
}

const hour = 60 * 60_000;
/** Shifts the times in the shop's responses, as its own clock cannot be set. */
const clockOfShop = (page: Page, later: number, answers: string | RegExp = "**/v1/**") =>
  page.route(answers, async (route) => {
    const answer = await route.fetch();
    const date = new Date(Date.now() + later).toUTCString();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date } });
  });

isolated.test("R7 an expired payment deadline is shown without a reload", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await page.clock.install();
  await page.goto(`/payment/${id}`);
  await expect(page.getByText(/Reserved for/)).toBeVisible();
  await clockOfShop(page, 2 * hour);
  await page.clock.fastForward("02:00:00");
  await expect(page.getByRole("heading", { name: "The payment time has expired" })).toBeVisible();
  // The server has not expired it yet: it may have been paid at the last moment.
  await expect(page.getByText(/whether order \d+ was paid in time/)).toBeVisible();
  await expect(page.getByText(/nothing was charged/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View order" })).toBeVisible();
  await checkScreenAtEachWidth(page);
});

isolated.test(
  "R7 an order can be paid until the shop's deadline, whatever the device's clock shows",
  async ({ page }) => {
    const { token } = await customerWithCart(page);
    const { id } = await placeOrder(page, token, { paid: false });
    await page.clock.install({ time: Date.now() + 2 * hour });
    await page.goto(`/payment/${id}`);
    const inMinutes = /Reserved for (\d+ min )?\d+ s/;
    await expect(page.getByText(inMinutes)).toBeVisible();
    // A clock that is late, and is then set forward while the page is open.
    await page.clock.setSystemTime(Date.now() - 2 * hour);
    await page.reload();
    await expect(page.getByText(inMinutes)).toBeVisible();
    await page.clock.fastForward("04:00:00");
    await expect(page.getByText(inMinutes)).toBeVisible();
    await page.getByRole("button", { name: /^Pay €/ }).click();
    await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  },
);

test("R7 C11 a bank transfer shows and copies the account, and another payment can be chosen", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { number } = await orderToPay(page);
  // The choices of the demo card belong to it: only the chosen card is open.
  const choices = page.getByRole("group", { name: "What should the demo card do?" });
  await expect(choices).toBeVisible();
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await expect(choices).toBeHidden();
  await page.getByRole("button", { name: "Show bank details" }).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  await expect(page.getByText(String(number), { exact: true })).toBeVisible();
  await expect(page.getByText(/Reserved for/)).toContainText(/days?/);
  await page.getByRole("button", { name: "Copy IBAN" }).click();
  await expect(page.getByText("IBAN copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[A-Z]{2}\d{2}\w+$/);
  await checkLoadedScreen(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  await page.getByRole("button", { name: "Choose another payment method" }).click();
  await page.getByRole("radio", { name: /Demo card/ }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("C11 an admin who records a transfer marks the order paid", async ({ page }) => {
  const { id, total } = await orderToPay(page);
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await page.getByRole("button", { name: "Show bank details" }).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  const admin = await signIn(page, { username: "admin", password: "admin-kiosk" });
  expect((await recordTransfer(page, admin, id, total.amount)).status).toBe("captured");
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("R7 R8 C11 an underpaid transfer shows what arrived and where to send the rest", async ({ page }) => {
  const { id, total } = await orderToPay(page);
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await page.getByRole("button", { name: "Show bank details" }).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  const admin = await signIn(page, demoAdmin);
  const arrives = (amount: number) => recordTransfer(page, admin, id, amount);
  await arrives(total.amount - 100);
  await expect(page.getByRole("heading", { name: "We're reviewing your payment" })).toBeVisible();
  await expect(page.getByText("€1.00 is still due.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Transfer the remaining €1.00" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy IBAN" })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByText("€1.00 is still due.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Payments" })).toContainText("Partially paid");
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "Go to payment" }).click();
  await expect(page.getByRole("heading", { name: "Transfer the remaining €1.00" })).toBeVisible();
  await arrives(100);
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("A6 C11 the dashboard shows that a transfer is refunded by hand, before and after", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id, number, total } = await placeOrder(page, token, { paid: false });
  await callApi(page, token, "post", `/payments/${id}`, { provider: "bank" });
  await recordTransfer(page, await signIn(page, demoAdmin), id, total.amount);
  await page.goto(`/dashboard/orders/${id}`);
  const byHand = "Refunds of bank transfers must be sent manually.";
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: `Refund order ${number}` });
  await refund.getByLabel(/^Amount/).fill("1");
  await expect(refund.getByRole("status")).toContainText("You send €1.00 to the customer yourself.");
  await refund.getByLabel("Reason").fill("Scratched");
  await refund.getByRole("button", { name: /^Refund €/ }).click();
  await expect(page.getByText("Refund recorded")).toBeVisible();
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("To be sent");
  await chooseMore(page, "Cancel order");
  await expect(page.getByRole("dialog", { name: `Cancel order ${number}?` })).toContainText(byHand);
  await checkLoadedScreen(page);
  await page.goto("/account/notifications");
  await expect(
    page.getByText(`Refund €1.00 for order ${number} manually because it was paid by bank transfer.`),
  ).toBeVisible();
});

test("C11 A6 a received transfer is recorded in the dashboard with a prefilled amount", async ({ page }) => {
  const customer = await signIn(page, demoCustomer);
  await emptyCart(page, customer);
  await fillCart(page, customer);
  const { id, number } = await placeOrder(page, customer, { paid: false });
  const answer = await page.request.post(`/v1/payments/${id}`, {
    headers: { authorization: `Bearer ${customer}`, "idempotency-key": crypto.randomUUID() },
    data: { provider: "bank" },
  });
  expect((await answer.json()).data.status).toBe("requires_action");
  await signIn(page, demoAdmin);
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole("button", { name: "Record transfer" }).click();
  const dialog = page.getByRole("dialog", { name: `Record transfer for order ${number}` });
  await expect(dialog.getByRole("status")).toHaveText("The order is marked as paid and the customer is notified.");
  const amount = dialog.getByLabel(/^Amount received/);
  const requested = await amount.inputValue();
  await amount.fill("1");
  await expect(dialog.getByRole("status")).toContainText("put on hold");
  await amount.fill(requested);
  await checkLoadedScreen(page);
  await dialog.getByRole("button", { name: "Record transfer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByText("Paid", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Cancel order" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Record transfer" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await checkLoadedScreen(page);
});

async function emptyCart(page: Page, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await (await page.request.get("/v1/cart", { headers })).json();
  for (const { id } of items) await page.request.delete(`/v1/cart/${id}`, { headers });
}

// This shop has no Stripe account and no network: these are the responses of Stripe's host.
const stripeScript = `
  window.Stripe = (key) => ({
    elements: ({ clientSecret }) => ({
      create: () => ({
        on: (event, then) => event === "ready" && setTimeout(then),
        mount: (place) => { place.innerHTML = '<label>Card number <input name="number" autocomplete="cc-number"></label>'; },
        destroy: () => undefined,
      }),
    }),
    confirmPayment: async () => {
      const number = document.querySelector('[name="number"]').value;
      if (number.startsWith("3000")) throw new Error("Stripe is offline.");
      if (number.startsWith("4000")) return { error: { type: "card_error", message: "Your card was declined." } };
      if (number.startsWith("5555")) await new Promise((answer) => addEventListener("bank answers", answer, { once: true }));
      return {};
    },
  });`;

/** Responses about payments are made up and contain no times. */
const notOfPayments = /\/v1\/(?!payments\/)/;

/** An order to be paid by card, and `count`, the number of confirmations sent to the shop. */
async function orderToPayByCard(page: Page) {
  const message = { count: 0 };
  let status = "requires_action";
  const payment = (order_id: string) => ({
    payment_id: "0190a5a0-0000-7000-8000-000000000001",
    order_id,
    provider: "stripe",
    status,
    amount: { amount: 1490, currency: "EUR" },
    failure_message: null,
    client: status === "requires_action" ? { client_secret: "pi_1_secret_2" } : {},
    redirect_url: null,
    created_at: new Date().toISOString(),
  });
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripeScript }),
  );
  await page.route("**/v1/payments/*/methods", (route) =>
    route.fulfill({ json: { data: [{ provider: "stripe", client: { publishable_key: "pk_test_1" } }] } }),
  );
  const placed = await orderToPay(page);
  const { id } = placed;
  await expect(page.locator("script[src*='stripe']")).toHaveCount(0);
  let isBegun = false;
  await page.route(`**/v1/payments/${id}`, (route) => {
    const begins = route.request().method() === "POST";
    isBegun ||= begins;
    // Fetched before the button is pressed, as an event may cause: there is no payment yet.
    return isBegun ? route.fulfill({ status: begins ? 201 : 200, json: { data: payment(id) } }) : route.continue();
  });
  await page.route(`**/v1/payments/${id}/confirm`, (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ token: "pi_1_secret_2" });
    message.count += 1;
    status = "processing";
    return route.fulfill({ json: { data: payment(id) } });
  });
  await page.getByRole("button", { name: "Continue to card details" }).click();
  const capture = () => {
    status = "captured";
  };
  return { ...placed, message, capture };
}

isolated.test.describe("with Stripe", () => {
  isolated.test.use({ bypassCSP: true });

  isolated.test(
    "R7 C11 a card is entered in Stripe's own fields: a decline says why, a success thanks",
    async ({ page }) => {
      const { id, capture } = await orderToPayByCard(page);
      await page.getByLabel("Card number").fill("3000000000000000");
      await page.getByRole("button", { name: /^Pay €/ }).click();
      await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
      await page.getByLabel("Card number").fill("4000000000000002");
      await page.getByRole("button", { name: /^Pay €/ }).click();
      await expect(page.getByText("Your card was declined.")).toBeVisible();
      await checkLoadedScreen(page);
      await page.getByLabel("Card number").fill("4242424242424242");
      await page.getByRole("button", { name: /^Pay €/ }).click();
      await expect(page.getByText("Processing your payment")).toBeVisible();
      // Without a message over the socket.
      await page.route(`**/v1/orders/${id}`, async (route) => {
        const answer = await route.fetch();
        const { data } = await answer.json();
        const paid = { status: "confirmed", payment_status: "paid", paid: data.total };
        await route.fulfill({ response: answer, json: { data: { ...data, ...paid } } });
      });
      capture();
      await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
    },
  );

  isolated.test(
    "R7 C11 a card being authorized at the deadline is awaited, and nothing is claimed meanwhile",
    async ({ page }) => {
      await page.clock.install();
      const { number, message } = await orderToPayByCard(page);
      await page.getByLabel("Card number").fill("5555555555554444");
      const otherWay = page.getByRole("button", { name: "Choose another payment method" });
      await expect(otherWay).toBeVisible();
      await page.getByRole("button", { name: /^Pay €/ }).click();
      await expect(otherWay).toHaveCount(0);
      await clockOfShop(page, 2 * hour, notOfPayments);
      await page.clock.fastForward("02:00:00");
      await expect(page.getByText(/Reserved for/)).toHaveCount(0);
      await expect(page.getByLabel("Card number")).toBeVisible();
      expect(message.count).toBe(0);
      await page.evaluate(() => dispatchEvent(new Event("bank answers")));
      await expect(page.getByText("Processing your payment")).toBeVisible();
      expect(message.count).toBeGreaterThan(0);
      await expect(page.getByRole("heading", { name: `Pay order ${number}` })).toBeVisible();
    },
  );

  isolated.test(
    "R7 C11 an expired card payment claims neither that it was paid nor that it was not",
    async ({ page }) => {
      await page.clock.install();
      const { number } = await orderToPayByCard(page);
      await expect(page.getByLabel("Card number")).toBeVisible();
      await clockOfShop(page, 2 * hour, notOfPayments);
      await page.clock.fastForward("02:00:00");
      await expect(page.getByText("The payment time has expired")).toBeVisible();
      await expect(page.getByText(`We're checking whether order ${number} was paid in time.`)).toBeVisible();
      await expect(page.getByText(/nothing was charged/i)).toHaveCount(0);
    },
  );
});
