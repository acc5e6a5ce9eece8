import { expect, type Page } from "@playwright/test";
import { customerWithCart, fillCart, placeOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { demoAdmin, demoCustomer, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

async function orderToPay(page: Page) {
  const { token } = await customerWithCart(page);
  const placed = await placeOrder(page, token, { paid: false });
  await page.goto(`/payment/${placed.id}`);
  await expect(page.getByRole("heading", { name: `Pay order ${placed.number}` })).toBeVisible();
  return { ...placed, token };
}

const hour = 60 * 60_000;
/** The shop's answers come from that much later, as its own clock can't be put forward. */
const clockOfShop = (page: Page, later: number, answers: string | RegExp = "**/v1/**") =>
  page.route(answers, async (route) => {
    const answer = await route.fetch();
    const date = new Date(Date.now() + later).toUTCString();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date } });
  });

test("R7 when the time to pay has run out the page says so by itself, at 390, 768 and 1440 px", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await page.clock.install();
  await page.goto(`/payment/${id}`);
  await expect(page.getByText(/Held for you for/)).toBeVisible();
  await clockOfShop(page, 2 * hour);
  await page.clock.fastForward("02:00:00");
  await expect(page.getByRole("heading", { name: "The time to pay has run out" })).toBeVisible();
  // The shop has not ended it yet: it may have been paid at the last moment.
  await expect(page.getByText(/whether order \d+ was still paid/)).toBeVisible();
  await expect(page.getByText(/nothing was charged/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View the order" })).toBeVisible();
  await checkScreenAtEachWidth(page);
});

test("R7 whatever time a device shows, an order can be paid for as long as the shop says", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await page.clock.install({ time: Date.now() + 2 * hour });
  await page.goto(`/payment/${id}`);
  const inMinutes = /Held for you for (\d+ min )?\d+ s/;
  await expect(page.getByText(inMinutes)).toBeVisible();
  // Far behind, and then put forward while the page is open.
  await page.clock.setSystemTime(Date.now() - 2 * hour);
  await page.reload();
  await expect(page.getByText(inMinutes)).toBeVisible();
  await page.clock.fastForward("04:00:00");
  await expect(page.getByText(inMinutes)).toBeVisible();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("R7 C11 a bank transfer says where to send the money, copies it, and lets me pay another way", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { number } = await orderToPay(page);
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await page.getByRole("button", { name: "Show me where to transfer" }).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  await expect(page.getByText(String(number), { exact: true })).toBeVisible();
  await expect(page.getByText(/Held for you for/)).toContainText(/days?/);
  await page.getByRole("button", { name: "Copy IBAN" }).click();
  await expect(page.getByText("IBAN copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[A-Z]{2}\d{2}\w+$/);
  await checkLoadedScreen(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  await page.getByRole("button", { name: "Pay another way" }).click();
  await page.getByRole("radio", { name: /Demo card/ }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("C11 an administrator who is told of a transfer sees the order paid", async ({ page }) => {
  const { id, total } = await orderToPay(page);
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await page.getByRole("button", { name: "Show me where to transfer" }).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  const admin = await signIn(page, { username: "admin", password: "admin-kiosk" });
  const answer = await page.request.post(`/v1/payments/${id}/received`, {
    headers: { authorization: `Bearer ${admin}`, "idempotency-key": crypto.randomUUID() },
    data: { amount: total.amount },
  });
  expect((await answer.json()).data.status).toBe("captured");
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("R7 R8 C11 of a transfer that was too little it says what came, and where to send the rest", async ({ page }) => {
  const { id, total } = await orderToPay(page);
  await page.getByRole("radio", { name: /Bank transfer/ }).check();
  await page.getByRole("button", { name: "Show me where to transfer" }).click();
  await expect(page.getByRole("heading", { name: /^Transfer €/ })).toBeVisible();
  const admin = await signIn(page, demoAdmin);
  const arrives = (amount: number) =>
    page.request.post(`/v1/payments/${id}/received`, {
      headers: { authorization: `Bearer ${admin}`, "idempotency-key": crypto.randomUUID() },
      data: { amount },
    });
  await arrives(total.amount - 100);
  await expect(page.getByRole("heading", { name: "We are looking at your payment" })).toBeVisible();
  await expect(page.getByText("€1.00 is still missing.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Transfer the missing €1.00" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy IBAN" })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "View the order" }).click();
  await expect(page.getByText("€1.00 is still missing.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Payments" })).toContainText("Partly paid");
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "Go to the payment" }).click();
  await expect(page.getByRole("heading", { name: "Transfer the missing €1.00" })).toBeVisible();
  await arrives(100);
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
});

test("A6 C11 the desk says that money of a transfer is sent back by hand, before and after", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id, number, total } = await placeOrder(page, token, { paid: false });
  const desk = await page.context().browser()?.newContext();
  const mine = (await desk?.newPage()) as Page;
  const send = (path: string, as: string, data: object) =>
    page.request.post(`/v1/payments/${id}${path}`, {
      headers: { authorization: `Bearer ${as}`, "idempotency-key": crypto.randomUUID() },
      data,
    });
  await send("", token, { provider: "bank" });
  await send("/received", await signIn(mine, demoAdmin), { amount: total.amount });
  await mine.goto(`/dashboard/orders/${id}`);
  const byHand = "What goes back of a bank transfer you send by hand.";
  await mine.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = mine.getByRole("dialog", { name: `Refund order ${number}` });
  await refund.getByLabel(/^Amount in/).fill("1");
  await expect(refund.getByRole("status")).toContainText(byHand);
  await refund.getByLabel("Reason").fill("Scratched");
  await refund.getByRole("button", { name: /^Refund €/ }).click();
  await expect(mine.getByText("The refund is noted")).toBeVisible();
  await expect(mine.getByRole("list", { name: "Refunds" })).toContainText("By hand");
  await mine.getByRole("button", { name: "Cancel order" }).click();
  await expect(mine.getByRole("dialog", { name: `Cancel order ${number}?` })).toContainText(byHand);
  await checkLoadedScreen(mine);
  await mine.goto("/account/notifications");
  await expect(mine.getByText(`Send back €1 of order ${number} by hand: it came by bank transfer.`)).toBeVisible();
  await desk?.close();
});

test("C11 A6 a transfer that came is noted at the desk: the amount is filled in, and the order turns paid", async ({
  page,
}) => {
  const customer = await signIn(page, demoCustomer);
  await emptyCart(page, customer);
  await fillCart(page, customer);
  const { id, number } = await placeOrder(page, customer, { paid: false });
  const answer = await page.request.post(`/v1/payments/${id}`, {
    headers: { authorization: `Bearer ${customer}`, "idempotency-key": crypto.randomUUID() },
    data: { provider: "bank" },
  });
  expect((await answer.json()).data.status).toBe("requires_action");
  const desk = await page.context().browser()?.newContext();
  const mine = (await desk?.newPage()) as Page;
  await signIn(mine, demoAdmin);
  await mine.goto(`/dashboard/orders/${id}`);
  await mine.getByRole("button", { name: "Transfer received" }).click();
  const dialog = mine.getByRole("dialog", { name: `Transfer for order ${number}` });
  await expect(dialog.getByRole("status")).toHaveText("The order counts as paid, and the customer is told.");
  const amount = dialog.getByLabel(/^Amount that came/);
  const asked = await amount.inputValue();
  await amount.fill("1");
  await expect(dialog.getByRole("status")).toContainText("put on hold");
  await amount.fill(asked);
  await checkLoadedScreen(mine);
  await dialog.getByRole("button", { name: "Transfer received" }).click();
  await expect(dialog).toBeHidden();
  await expect(mine.getByRole("main").getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(mine.getByRole("button", { name: "Transfer received" })).toHaveCount(0);
  await checkLoadedScreen(mine);
  await desk?.close();
});

async function emptyCart(page: Page, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const { items } = await (await page.request.get("/v1/cart", { headers })).json();
  for (const { id } of items) await page.request.delete(`/v1/cart/${id}`, { headers });
}

// The shop of these tests is not set up for Stripe and has no network: what Stripe's own host would send stands here.
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
      if (number.startsWith("4000")) return { error: { type: "card_error", message: "Your card was declined." } };
      if (number.startsWith("5555")) await new Promise((answer) => addEventListener("bank answers", answer, { once: true }));
      return {};
    },
  });`;

/** What was said of payments is made up, and tells no time. */
const notOfPayments = /\/v1\/(?!payments\/)/;

/** An order to be paid by card, and `count` to know how often the shop was told that Stripe has it. */
async function orderToPayByCard(page: Page) {
  const told = { count: 0 };
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
    // Asked for before the button is pressed, as news of the order may make it: there is no payment yet.
    return isBegun ? route.fulfill({ status: begins ? 201 : 200, json: { data: payment(id) } }) : route.continue();
  });
  await page.route(`**/v1/payments/${id}/confirm`, (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ token: "pi_1_secret_2" });
    told.count += 1;
    status = "processing";
    return route.fulfill({ json: { data: payment(id) } });
  });
  await page.getByRole("button", { name: "Go on to the card" }).click();
  return { ...placed, told };
}

test.describe("with Stripe", () => {
  test.use({ bypassCSP: true });

  test("R7 C11 a card is entered in Stripe's own fields: declined it says why, taken it thanks", async ({ page }) => {
    await orderToPayByCard(page);
    await page.getByLabel("Card number").fill("4000000000000002");
    await page.getByRole("button", { name: /^Pay €/ }).click();
    await expect(page.getByText("Your card was declined.")).toBeVisible();
    await checkLoadedScreen(page);
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByRole("button", { name: /^Pay €/ }).click();
    await expect(page.getByText("Your payment is on its way")).toBeVisible();
  });

  test("R7 C11 a card that is being asked when the time runs out is heard out, and nothing is claimed meanwhile", async ({
    page,
  }) => {
    await page.clock.install();
    const { number, told } = await orderToPayByCard(page);
    await page.getByLabel("Card number").fill("5555555555554444");
    await page.getByRole("button", { name: /^Pay €/ }).click();
    await clockOfShop(page, 2 * hour, notOfPayments);
    await page.clock.fastForward("02:00:00");
    await expect(page.getByText(/Held for you for/)).toHaveCount(0);
    await expect(page.getByLabel("Card number")).toBeVisible();
    expect(told.count).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event("bank answers")));
    await expect(page.getByText("Your payment is on its way")).toBeVisible();
    expect(told.count).toBeGreaterThan(0);
    await expect(page.getByRole("heading", { name: `Pay order ${number}` })).toBeVisible();
  });

  test("R7 C11 a card's time that runs out claims neither that it was paid nor that it was not", async ({ page }) => {
    await page.clock.install();
    const { number } = await orderToPayByCard(page);
    await expect(page.getByLabel("Card number")).toBeVisible();
    await clockOfShop(page, 2 * hour, notOfPayments);
    await page.clock.fastForward("02:00:00");
    await expect(page.getByText("The time to pay has run out")).toBeVisible();
    await expect(page.getByText(`We are looking whether order ${number} was still paid.`)).toBeVisible();
    await expect(page.getByText(/nothing was charged/i)).toHaveCount(0);
  });
});
