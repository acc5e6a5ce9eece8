import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { callApi, deliverShipment, shipOrder } from "#e2e/support/api.ts";
import { customerWithCart, placeOrder } from "#e2e/support/orders.ts";
import { entriesOf } from "#e2e/support/reviews.ts";
import { checkLoadedScreen, checkScreen } from "#e2e/support/screens.ts";
import { demoAdmin, fillSignIn, newCustomer, signInByDialog, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

/** A customer with a delivered order. */
async function receiver(page: Page) {
  const customer = await customerWithCart(page);
  const { id } = await placeOrder(page, customer.token);
  const { access_token: admin } = await callApi(page, "", "post", "/auth/login", demoAdmin);
  await shipOrder(page, admin, id);
  await deliverShipment(page, admin, id);
  const [product] = (await callApi(page, customer.token, "get", "/reviews/waiting")).data;
  return { ...customer, admin, product: product as { id: number; slug: string; name: string } };
}
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name: `Your review of ${name}` });
const image = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: "#c0ffee" } })
    .png()
    .toBuffer();

test("C4 R3 R8 a customer reviews a delivered product: stars are required, it appears at once, and can be edited", async ({
  page,
}) => {
  const { product } = await receiver(page);
  await visit(page, "/account/reviews");
  await page.getByRole("button", { name: `Review ${product.name}` }).click();
  const dialog = dialogOf(page, product.name);
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(dialog.getByText("Select a rating")).toBeVisible();
  await checkLoadedScreen(page);
  await dialog.getByRole("radio", { name: /^4 stars/ }).check({ force: true });
  const words = `Good for ${crypto.randomUUID()}`;
  await dialog.getByLabel("Title").fill(words);
  await dialog.getByLabel("Your review").fill("Holds what it says.");
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Thank you for your review")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Waiting for your review")).toBeHidden();
  await expect(page.getByText(words)).toBeVisible();
  await visit(page, `/details/${product.slug}`);
  const entry = page.getByRole("region", { name: "Reviews" }).getByRole("listitem").filter({ hasText: words });
  await expect(entry).toContainText("Verified buyer");
  await page.getByRole("button", { name: "Write a review" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue(words);
  await dialog.getByLabel("Title").fill("Better than I thought");
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Thank you. We'll review it before it's published.")).toBeVisible();
  await expect(entry).toBeHidden();
});

test("C4 D8 the review form starts at its stars, and keeps a draft when closed", async ({ page }) => {
  const { product } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  const opener = page.getByRole("button", { name: "Write a review" });
  await opener.click();
  const dialog = dialogOf(page, product.name);
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await dialog.getByLabel("Title").fill("Half a thought");
  await dialog.getByLabel("Your review").fill("It began well");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByText("We've restored your unsent draft.")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(dialog.getByLabel("Your review")).toHaveValue("It began well");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName(/^2 stars/);
  await checkLoadedScreen(page);
  await visit(page, `/details/${product.slug}`);
  await opener.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName(/^2 stars/);
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(dialog.getByText("We've restored your unsent draft.")).toBeHidden();
});

test("C4 D8 a sent or deleted review leaves no draft, nor images", async ({ page }) => {
  const { product } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  const opener = page.getByRole("button", { name: "Write a review" });
  const dialog = dialogOf(page, product.name);
  const adminPage = { name: "mine.png", mimeType: "image/png", buffer: await image() };
  const images = dialog.getByRole("list", { name: "Photos in your review" }).getByRole("listitem");
  const lastTime = dialog.getByText("We've restored your unsent draft.");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await opener.click();
  };
  await opener.click();
  await dialog.getByLabel("Title").fill("Taken back");
  await dialog.getByLabel("Photos").setInputFiles(adminPage);
  await close();
  await expect(lastTime).toBeVisible();
  await expect(dialog.getByLabel("Photos (optional)")).toHaveValue(/mine\.png$/);
  await dialog.getByLabel("Title").fill("");
  await dialog.getByRole("button", { name: "Remove mine.png" }).click();
  await expect(dialog.getByLabel("Photos (optional)")).toHaveValue("");
  await close();
  await expect(dialog.getByLabel("Title")).toHaveValue("");
  await expect(lastTime).toBeHidden();
  await dialog.getByRole("radio", { name: /^5 stars/ }).check({ force: true });
  await dialog.getByLabel("Title").fill("Sent once");
  await dialog.getByLabel("Photos").setInputFiles(adminPage);
  await expect(images).toHaveCount(1);
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Sent once");
  await expect(lastTime).toBeHidden();
  await expect(images).toHaveCount(1);
});

test("C4 D8 a review sent as the session ends is restored after sign-in, and cleared by logout", async ({ page }) => {
  const { product, email, password } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  const dialog = dialogOf(page, product.name);
  const lastTime = dialog.getByText("We've restored your unsent draft.");
  // A client-side navigation: a reload would lose the images of the draft.
  const go = (path: string) => page.evaluate((to) => window.__reactRouterDataRouter?.navigate(to), path);
  const signInAndOpen = async () => {
    await signInByDialog(page, { username: email, password });
    await go(`/details/${product.slug}`);
    await page.getByRole("button", { name: "Write a review" }).click();
    await expect(dialog.getByLabel("Title")).toBeVisible();
  };
  await page.getByRole("button", { name: "Write a review" }).click();
  await dialog.getByRole("radio", { name: /^4 stars/ }).check({ force: true });
  await dialog.getByLabel("Title").fill("Held up by the shop");
  const file = { name: "mine.png", mimeType: "image/png", buffer: await image() };
  await dialog.getByLabel("Photos").setInputFiles(file);
  await page.route("**/v1/review", (route) => route.fulfill({ status: 422, json: { message: "Sign in again." } }));
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press("Escape");
  await signInAndOpen();
  await expect(lastTime).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Held up by the shop");
  await expect(dialog.getByRole("img", { name: "mine.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await go("/account");
  await page.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You're logged Out")).toBeVisible();
  await signInAndOpen();
  await expect(dialog.getByLabel("Title")).toHaveValue("");
  await expect(lastTime).toBeHidden();
});

test("C4 R3 review images are moderated; the shop publishes and replies, others vote once", async ({
  page,
  browser,
}) => {
  const { product, admin, token } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  await page.getByRole("button", { name: "Write a review" }).click();
  const dialog = dialogOf(page, product.name);
  await dialog.getByRole("radio", { name: /^5 stars/ }).check({ force: true });
  await dialog.getByLabel("Photos").setInputFiles({ name: "mine.png", mimeType: "image/png", buffer: await image() });
  await expect(dialog.getByRole("img", { name: "mine.png" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Photos/ })).toHaveValue(/mine\.png$/);
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(page.getByText("Thank you. We'll review it before it's published.")).toBeVisible();
  const [adminPage] = (await callApi(page, token, "get", "/reviews")).data;
  expect([adminPage.status, adminPage.images.length]).toEqual(["pending", 1]);
  const answer = await page.request.patch(`/v1/reviews/${adminPage.id}`, {
    headers: { authorization: `Bearer ${admin}` },
    data: { version: adminPage.version, status: "published", reply: `Glad to hear it, ${adminPage.id}.` },
  });
  expect(answer.status()).toBe(200);

  const context = await browser.newContext({ baseURL: process.env.SHOP_URL ?? "", locale: "en-GB" });
  const other = await context.newPage();
  const voter = await newCustomer(other);
  await visit(other, `/details/${product.slug}`);
  const reviews = other.getByRole("region", { name: "Reviews" });
  const entry = reviews.getByRole("listitem").filter({ hasText: `Glad to hear it, ${adminPage.id}.` });
  await expect(entry.getByRole("link", { name: /zoom in$/ })).toBeVisible();
  const helpful = entry.getByRole("button", { name: /^Helpful/ });
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect(helpful).toContainText("1");
  await expect
    .poll(
      async () =>
        (await (await other.request.get(`/v1/product/${product.id}/reviews`)).json()).data.find(
          ({ id }: { id: number }) => id === adminPage.id,
        ).helpful,
    )
    .toBe(1);
  const sort = () => reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Most helpful first");
  await sort();
  await expect(entriesOf(other).first()).toContainText(`Glad to hear it, ${adminPage.id}.`);
  await checkScreen(other);
  await visit(other, "/account");
  await other.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(other.getByText("You're logged Out")).toBeVisible();
  await visit(other, `/details/${product.slug}`);
  // The document may be older than the vote.
  await sort();
  await expect(helpful).toContainText(/^Helpful 1,/);
  const voted = other.waitForResponse((answer) => answer.url().endsWith("/vote"));
  await helpful.click();
  await fillSignIn(other, { username: voter.email, password: voter.password });
  expect((await voted).ok()).toBe(true);
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect(helpful).toContainText(/^Helpful 1,/);
  await context.close();
});

test("R3 P2 a customer who has not received the product cannot review it, and sees why after signing in", async ({
  page,
}) => {
  await newCustomer(page);
  await visit(page, "/details/field-tee");
  await page.getByRole("button", { name: "Write a review" }).click();
  await expect(dialogOf(page, "Field Tee").getByText("once it's been delivered")).toBeVisible();
  await checkScreen(page);
  await page.getByRole("link", { name: "View your orders" }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});

test("R8 P2 a customer without reviews sees an empty state with a way on", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/reviews");
  await expect(page).toHaveURL(/\/account\/reviews$/);
  await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "View your orders" }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});
