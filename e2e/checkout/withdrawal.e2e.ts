import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { fillAddress, orderButton } from "#e2e/support/checkout.ts";
import { emailTo, linkIn } from "#e2e/support/emails.ts";
import { fillCart, otherCustomersOrder, placeOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen, expectFits } from "#e2e/support/screens.ts";
import { demoAdmin, signIn, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("a guest buys with an email alone and withdraws by the link of the confirmation, in three clicks", async ({
  page,
  browser,
}) => {
  const email = `guest-${crypto.randomUUID()}@example.com`;
  await visit(page, "/details/yard-broom");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
  await visit(page, "/cart");
  await page.getByRole("link", { name: "Go to checkout" }).first().click();
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Continue with this email" }).click();
  await fillAddress(page);
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await orderButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  const confirmation = await emailTo(email, /^Order \d+ is confirmed/);
  const number = /\d+/.exec(confirmation.subject ?? "")?.[0];

  // The first click, in a browser that knows nothing of the order; then "Continue" and "Confirm withdrawal".
  const other = await (await browser.newContext()).newPage();
  await other.goto(linkIn(confirmation, "withdraw"));
  await expect(other.getByRole("list", { name: "Items to withdraw from" })).toContainText("Yard Broom");
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await expectFits(other);
  // As long as an email is not confirmed, its reader may be somebody else than the buyer: the name is theirs to give.
  await other.getByLabel("Name").fill("Robin Reader");
  await other.getByRole("button", { name: "Continue" }).click();
  const declared = other.getByRole("region", { name: "Your withdrawal" });
  await expect(declared).toContainText(`I withdraw from the contract of order ${number}.`);
  await expectFits(other);
  await other.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(other.getByText("We received your withdrawal on")).toBeVisible();
  await expectFits(other);
  await other.context().close();
  const receipt = await emailTo(email, new RegExp(`^We've received your withdrawal: order ${number}`));
  expect(receipt.text).toContain("What we hadn't shipped is cancelled.");
  const admin = await signIn(page, demoAdmin);
  const { data } = await callApi(page, admin, "get", "/orders?per_page=1");
  expect(data.map((order: { number: number; status: string }) => [String(order.number), order.status])).toEqual([
    [number, "cancelled"],
  ]);
});

test("who bought with an account withdraws by the link of an email, without signing in", async ({ page }) => {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const person = { email, password: "quiet-river-stone", fullname: "Robin Reader" };
  const { access_token: token } = await callApi(page, undefined, "post", "/auth/register", person);
  await fillCart(page, token, 2);
  const { id, number } = await placeOrder(page, token);
  // The first click is that on the link of the email.
  await page.goto(linkIn(await emailTo(email, new RegExp(`Order ${number} is confirmed`)), "withdraw"));
  await expect(page.getByRole("list", { name: "Items to withdraw from" })).toContainText(
    /Until \d+ days after the last delivery/,
  );
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page).toHaveURL(/\/withdraw$/);
  await page.getByLabel("Name").fill("Robin Reader");
  await checkLoadedScreen(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Continue" }).click();
  const declared = page.getByRole("region", { name: "Your withdrawal" });
  await expect(declared).toContainText(`I withdraw from the contract of order ${number}.`);
  await expect(declared).toContainText("2 × ");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByText("We received your withdrawal on")).toBeVisible();
  await checkLoadedScreen(page);
  const receipt = await emailTo(email, new RegExp(`We've received your withdrawal: order ${number}`));
  expect(receipt.text).toContain("What we hadn't shipped is cancelled.");
  expect((await callApi(page, token, "get", `/orders/${id}`)).data.status).toBe("cancelled");
});

test("without a link an order is withdrawn from by its number and address, from the footer of every page", async ({
  page,
}) => {
  const { number } = await otherCustomersOrder(page);
  await visit(page, "/returns");
  await page.getByRole("contentinfo").getByRole("link", { name: "Withdraw from contract here" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the number of the order, such as 1004.")).toBeVisible();
  await page.getByLabel("Name").fill("Sam Stranger");
  await page.getByLabel("Order number").fill(String(number));
  await page.getByLabel("Email").fill("nobody@example.com");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Your withdrawal" })).toContainText("The whole order");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Order number")).toHaveValue(String(number));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  // The same whether there is such an order.
  await expect(page.getByText(`If order ${number} was placed with nobody@example.com`)).toBeVisible();
});
