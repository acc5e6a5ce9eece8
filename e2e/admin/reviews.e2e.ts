import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { callApi, deliverShipment, shipOrder } from "#e2e/support/api.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { fillCart, placeOrder } from "#e2e/support/orders.ts";
import { entriesOf } from "#e2e/support/reviews.ts";
import { checkLoadedScreen, checkScreen } from "#e2e/support/screens.ts";
import { demoAdmin, newCustomer, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

/** A review by a new customer who received the product; with a link in its text it is pending. */
async function newReview(page: Page, body: string) {
  const { token } = await newAccount(page, "Rita Reviewer");
  await fillCart(page, token);
  const { id } = await placeOrder(page, token);
  const { access_token: admin } = await callApi(page, undefined, "post", "/auth/login", demoAdmin);
  await shipOrder(page, admin, id);
  await deliverShipment(page, admin, id);
  const [product] = (await callApi(page, token, "get", "/reviews/waiting")).data;
  await callApi(page, token, "post", "/review", { product_id: product.id, rating: 3, body });
  return product as { id: number; slug: string; name: string };
}
const uniqueText = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;
const itemOf = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });

test("A7 a pending review has a badge, is published, answered, and shown with the answer in the shop", async ({
  page,
}) => {
  const token = await openDashboard(page, "/dashboard/home");
  const text = uniqueText("Compare www.example.com");
  const product = await newReview(page, text);
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  await menu.getByRole("link", { name: /Reviews.*to check/ }).click();
  await page
    .getByRole("navigation", { name: "Review status" })
    .getByRole("link", { name: /^Pending/ })
    .click();
  await expect(page).toHaveURL(/view=pending/);
  await page.keyboard.press("/");
  await page.keyboard.type(text.slice(-8));
  await expect(page).toHaveURL(/name=/);
  const item = itemOf(page, text);
  await expect(page.getByRole("status").filter({ hasText: "1–1 of 1 reviews" })).toBeVisible();
  await checkLoadedScreen(page);
  await item.getByRole("button", { name: "Reply" }).click();
  await item.getByLabel(/^Reply to/).fill("Thank you. We compared it.");
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await page
    .getByRole("dialog", { name: /unsaved changes/ })
    .getByRole("button", { name: "Cancel" })
    .click();
  // Somebody else replies first.
  const found = await callApi(page, token, "get", `/reviews/admin?name=${text.slice(-8)}`);
  const [{ id, version }] = found.data;
  await callApi(page, token, "patch", `/reviews/${id}`, { version, reply: "Soon." });
  await item.getByRole("button", { name: "Save reply" }).click();
  await expect(item.getByText("Someone else has changed this review")).toBeVisible();
  await item.getByRole("button", { name: "Save reply" }).click();
  await expect(item.getByText("Reply from the shop")).toBeVisible();
  await item.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { name: "No reviews found" })).toBeVisible();
  await page.getByRole("dialog").filter({ hasText: "Review published" }).getByRole("button", { name: "Undo" }).click();
  await item.getByRole("button", { name: "Publish" }).click();
  // Until it has left this list, its link is that of a review that is not in the shop yet.
  await expect(page.getByRole("heading", { name: "No reviews found" })).toBeVisible();
  await page.getByRole("link", { name: "Published" }).click();
  await item.getByRole("link", { name: "View in shop" }).click();
  await expect(page).toHaveURL(new RegExp(`/details/${product.slug}`));
  await expect(entriesOf(page).filter({ hasText: text })).toContainText("We compared it.");
});

test("A7 a customer reports a review in the shop; it is dismissed, reopened by undo, and rejected with a reason", async ({
  page,
  browser,
}) => {
  const text = uniqueText("Cheap watches by phone");
  const product = await newReview(page, text);
  const shopper = await browser.newContext({ baseURL: process.env.SHOP_URL ?? "" });
  const shopPage = await shopper.newPage();
  await newCustomer(shopPage);
  await visit(shopPage, `/details/${product.slug}`);
  await entriesOf(shopPage)
    .filter({ hasText: text })
    .getByRole("button", { name: /^Report/ })
    .click();
  const form = shopPage.getByRole("dialog", { name: /^Report the review by/ });
  await form.getByRole("radio", { name: "It contains personal data" }).check();
  await checkScreen(shopPage);
  await form.getByRole("button", { name: "Report review" }).click();
  await expect(shopPage.getByText("Thank you. The shop will check this review.")).toBeVisible();
  await shopper.close();

  await openDashboard(page, "/dashboard/reviews?view=reported");
  const item = itemOf(page, text);
  await expect(item).toContainText("Reported once: Personal data");
  await checkLoadedScreen(page);
  await item.getByRole("button", { name: "Dismiss reports" }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await item.getByRole("button", { name: "Reject…" }).click();
  const why = page.getByRole("dialog", { name: /^Reject the review by/ });
  await why.getByRole("button", { name: "Reject review" }).click();
  await expect(why.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await why.getByLabel("Reason").fill("Advertising");
  await checkLoadedScreen(page);
  await why.getByRole("button", { name: "Reject review" }).click();
  await page.getByRole("link", { name: "Rejected" }).click();
  await expect(item).toContainText("Rejected because: Advertising");
});

test("A7 a new review is announced; reviews are published in bulk and undone, those that failed are listed", async ({
  page,
}) => {
  const [first, second] = [uniqueText("See www.one.example"), uniqueText("See www.two.example")];
  const product = await newReview(page, first);
  const token = await openDashboard(page, "/dashboard/reviews?view=pending&sort=-created_at");
  await expect(itemOf(page, first)).toBeVisible();
  await newReview(page, second);
  await page.getByRole("button", { name: "1 new review. Show" }).click();
  for (const text of [first, second]) await itemOf(page, text).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected reviews" });
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await checkLoadedScreen(page);
  await page.route(
    "**/v1/reviews/moderate",
    async (route) => {
      const { data } = await callApi(
        page,
        token,
        "get",
        `/reviews/admin?product_id=${product.id}&name=${first.slice(-8)}`,
      );
      await callApi(page, token, "patch", `/reviews/${data[0].id}`, { version: data[0].version, reply: "Soon." });
      await route.continue();
    },
    { times: 1 },
  );
  await bar.getByRole("button", { name: "Publish" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Some reviews weren't changed" });
  await expect(alert.getByRole("listitem")).toHaveText(/Someone else has changed this/);
  await expect(itemOf(page, second)).toHaveCount(0);
  await expect(itemOf(page, first)).toContainText("Soon.");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(itemOf(page, second)).toBeVisible();
});
