import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { emailTo, linkIn } from "#e2e/support/emails.ts";
import { fillCart, otherCustomersOrder, placeOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen, expectFits } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("who bought with an email withdraws by the link of an email in three clicks, without signing in", async ({
  page,
}) => {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const person = { email, password: "quiet-river-stone", fullname: "Robin Reader" };
  const { access_token: token } = await callApi(page, undefined, "post", "/auth/register", person);
  await fillCart(page, token, 2);
  const { id, number } = await placeOrder(page, token);
  // The first click is that on the link of the email.
  await page.goto(linkIn(await emailTo(email, new RegExp(`Order ${number} is confirmed`)), "withdraw"));
  await expect(page.getByRole("list", { name: "Items to withdraw from" })).toContainText(
    "Until 14 days after delivery",
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
