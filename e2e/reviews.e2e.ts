import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { customerWithCart, elsewhere, expectAccessibleInBothThemes, order } from "./buying.ts";
import { test } from "./shop-test.ts";
import { alive, answerSignIn, demoAdmin, expectAccessible, newCustomer, signInByDialog, visit } from "./signed-in.ts";

/** A customer whom something has just reached. */
async function receiver(page: Page) {
  const customer = await customerWithCart(page);
  const { id } = await order(page, customer.token);
  const { access_token: admin } = await elsewhere(page, "", "post", "/auth/login", demoAdmin);
  const { data } = await elsewhere(page, admin, "post", `/orders/${id}/fulfilments`, {});
  await elsewhere(page, admin, "post", `/fulfilments/${data.fulfilments[0].id}/deliver`);
  const [product] = (await elsewhere(page, customer.token, "get", "/reviews/waiting")).data;
  return { ...customer, admin, product: product as { id: number; slug: string; name: string } };
}
type Said = { id: number; author: string; title: string; body: string; helpful: number };
/** The reviews of others as they stand on a product's page. */
const entriesOf = (page: Page) =>
  page
    .getByRole("region", { name: "Reviews" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Helpful/ }) });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name: `Your review of ${name}` });
const picture = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: "#c0ffee" } })
    .png()
    .toBuffer();

test("C4 R3 R8 a customer reviews what arrived: stars are asked for, it shows at once, and can be changed", async ({
  page,
}) => {
  const { product } = await receiver(page);
  await visit(page, "/account/reviews");
  await page.getByRole("button", { name: `Review ${product.name}` }).click();
  const dialog = dialogOf(page, product.name);
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(dialog.getByText("Choose a number of stars")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("radio", { name: /^4 stars/ }).check({ force: true });
  const words = `Good for ${crypto.randomUUID()}`;
  await dialog.getByLabel("Title").fill(words);
  await dialog.getByLabel("Your review").fill("Holds what it says.");
  await dialog.getByRole("button", { name: "Send review" }).click();
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
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(page.getByText("Thank you. We look at it before it is shown")).toBeVisible();
  await expect(entry).toBeHidden();
});

test("C4 D8 the review form begins at its stars, and keeps what was written when it is closed unsent", async ({
  page,
}) => {
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
  await expect(dialog.getByText("This is what you wrote last time.")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(dialog.getByLabel("Your review")).toHaveValue("It began well");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveAccessibleName(/^2 stars/);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(dialog.getByText("This is what you wrote last time.")).toBeHidden();
});

test("C4 D8 what was sent does not come back as a draft, its pictures neither; nor does what was taken back", async ({
  page,
}) => {
  const { product } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  const opener = page.getByRole("button", { name: "Write a review" });
  const dialog = dialogOf(page, product.name);
  const mine = { name: "mine.png", mimeType: "image/png", buffer: await picture() };
  const pictures = dialog.getByRole("list", { name: "Pictures of your review" }).getByRole("listitem");
  const lastTime = dialog.getByText("This is what you wrote last time.");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await opener.click();
  };
  await opener.click();
  await dialog.getByLabel("Title").fill("Taken back");
  await dialog.getByLabel("Pictures").setInputFiles(mine);
  await close();
  await expect(lastTime).toBeVisible();
  await dialog.getByLabel("Title").fill("");
  await dialog.getByRole("button", { name: "Remove mine.png" }).click();
  await close();
  await expect(dialog.getByLabel("Title")).toHaveValue("");
  await expect(lastTime).toBeHidden();
  await dialog.getByRole("radio", { name: /^5 stars/ }).check({ force: true });
  await dialog.getByLabel("Title").fill("Sent once");
  await dialog.getByLabel("Pictures").setInputFiles(mine);
  await expect(pictures).toHaveCount(1);
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Sent once");
  await expect(lastTime).toBeHidden();
  await expect(pictures).toHaveCount(1);
});

test("C4 D8 a review being sent as the session ends by itself is there again after signing in; signing out forgets it", async ({
  page,
}) => {
  const { product, email, password } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  const dialog = dialogOf(page, product.name);
  const lastTime = dialog.getByText("This is what you wrote last time.");
  // As a link within the shop does: a page loaded anew has no draft.
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
  const file = { name: "mine.png", mimeType: "image/png", buffer: await picture() };
  await dialog.getByLabel("Pictures").setInputFiles(file);
  await page.route("**/v1/review", (route) => route.fulfill({ status: 422, json: { message: "Sign in again." } }));
  await dialog.getByRole("button", { name: "Send review" }).click();
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

test("C4 R3 pictures are looked at first; the shop publishes and answers, others find it helpful and count once", async ({
  page,
  browser,
}) => {
  const { product, admin, token } = await receiver(page);
  await visit(page, `/details/${product.slug}`);
  await page.getByRole("button", { name: "Write a review" }).click();
  const dialog = dialogOf(page, product.name);
  await dialog.getByRole("radio", { name: /^5 stars/ }).check({ force: true });
  await dialog
    .getByLabel("Pictures")
    .setInputFiles({ name: "mine.png", mimeType: "image/png", buffer: await picture() });
  await expect(dialog.getByRole("img", { name: "mine.png" })).toBeVisible();
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(page.getByText("Thank you. We look at it before it is shown")).toBeVisible();
  const [mine] = (await elsewhere(page, token, "get", "/reviews")).data;
  expect([mine.status, mine.pictures.length]).toEqual(["pending", 1]);
  const answer = await page.request.patch(`/v1/reviews/${mine.id}`, {
    headers: { authorization: `Bearer ${admin}` },
    data: { version: mine.version, status: "published", reply: `Glad to hear it, ${mine.id}.` },
  });
  expect(answer.status()).toBe(200);

  const context = await browser.newContext({ baseURL: process.env.SHOP_URL ?? "", locale: "en-GB" });
  const other = await context.newPage();
  const voter = await newCustomer(other);
  await visit(other, `/details/${product.slug}`);
  const reviews = other.getByRole("region", { name: "Reviews" });
  const entry = reviews.getByRole("listitem").filter({ hasText: `Glad to hear it, ${mine.id}.` });
  await expect(entry.getByRole("link", { name: /enlarge$/ })).toBeVisible();
  const helpful = entry.getByRole("button", { name: /^Helpful/ });
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect(helpful).toContainText("1");
  await expect
    .poll(
      async () =>
        (await (await other.request.get(`/v1/product/${product.id}/reviews`)).json()).data.find(
          ({ id }: { id: number }) => id === mine.id,
        ).helpful,
    )
    .toBe(1);
  const sort = () => reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Most helpful first");
  await sort();
  await expect(entriesOf(other).first()).toContainText(`Glad to hear it, ${mine.id}.`);
  await expectAccessible(other);
  await visit(other, "/account");
  await other.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(other.getByText("You're logged Out")).toBeVisible();
  await visit(other, `/details/${product.slug}`);
  // The document may be one from before the vote.
  await sort();
  await expect(helpful).toContainText(/^Helpful 1,/);
  const voted = other.waitForResponse((answer) => answer.url().endsWith("/vote"));
  await helpful.click();
  await answerSignIn(other, { username: voter.email, password: voter.password });
  expect((await voted).ok()).toBe(true);
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect(helpful).toContainText(/^Helpful 1,/);
  await context.close();
});

test("R3 C4 reviews are narrowed by stars and sorted, and say how many they are", async ({ page, request }) => {
  const { data } = await (await request.get("/v1/product?sort=rating&per_page=100&facets=false")).json();
  const many = data.toSorted(
    (a: { rating: { count: number } }, b: { rating: { count: number } }) => b.rating.count - a.rating.count,
  )[0];
  await visit(page, `/details/${many.slug}`);
  const reviews = page.getByRole("region", { name: "Reviews" });
  const bar = reviews
    .getByRole("button", { name: /^\d stars? \d+$/ })
    .and(reviews.locator(":enabled"))
    .first();
  const [, stars, count] = /^(\d) stars?(\d+)$/.exec((await bar.textContent()) ?? "") ?? [];
  await bar.click();
  await expect(reviews.getByRole("status")).toHaveText(
    `${count} ${count === "1" ? "review" : "reviews"} with ${stars} ${stars === "1" ? "star" : "stars"}`,
  );
  await bar.click();
  await reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Worst first");
  const asked = async (query: string) =>
    (await (await request.get(`/v1/product/${many.id}/reviews?${query}`)).json()).data as Said[];
  const worst = await asked("sort=worst&per_page=5");
  await expect(
    reviews
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { level: 3 }) })
      .first(),
  ).toContainText(worst[0]?.author ?? "nobody");
  // One that stands last by its date is found helpful once more than any other.
  const all = await asked("sort=newest&per_page=100");
  const last = all.at(-1) as Said;
  for (let most = Math.max(...all.map(({ helpful }) => helpful)); most >= last.helpful; most--) {
    const { session } = await newCustomer(page);
    await elsewhere(page, session.access_token ?? "", "post", `/reviews/${last.id}/vote`, { value: 1 });
  }
  await page.reload();
  await alive(page);
  await reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Most helpful first");
  const others = all.filter((one) => one !== last).toSorted((one, other) => other.helpful - one.helpful);
  await expect(entriesOf(page)).toContainText([last, ...others].slice(0, 5).map(({ title, body }) => title || body));
});

test("R3 the reviews of the next product are not narrowed, sorted or turned to as those of the one before", async ({
  page,
  request,
}) => {
  type Rated = { id: number; slug: string; name: string; rating: { count: number } };
  const asked = async (path: string) => (await (await request.get(`/v1${path}`)).json()).data as Rated[];
  const byCount = (await asked("/product?sort=rating&per_page=100&facets=false")).toSorted(
    (a, b) => b.rating.count - a.rating.count,
  );
  for (const { id, slug } of byCount) {
    const next = (await asked(`/product/related/${id}?per_page=4`)).find(({ rating }) => rating.count > 1);
    if (!next) continue;
    await visit(page, `/details/${slug}`);
    const reviews = page.getByRole("region", { name: "Reviews" });
    const order = reviews.getByRole("combobox", { name: "Sort reviews by" });
    await order.selectOption("Worst first");
    const bar = reviews.getByRole("button", { name: /^\d stars? \d+$/ }).and(reviews.locator(":enabled"));
    await bar.first().click();
    await expect(reviews.getByRole("status")).toContainText("with");
    await page.getByRole("main").getByRole("link", { name: next.name, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: next.name })).toBeVisible();
    await expect(reviews.getByRole("status")).toHaveText(`${next.rating.count} reviews`);
    await expect(order).toHaveValue("newest");
    return;
  }
  throw new Error("No product with reviews leads to another.");
});

test("R3 where the last review of a page went meanwhile, the way leads to the first page", async ({
  page,
  request,
}) => {
  const { data } = await (await request.get("/v1/product?sort=rating&per_page=1&facets=false")).json();
  const listed = await (await request.get(`/v1/product/${data[0].id}/reviews`)).json();
  const meta = { page: 1, per_page: 5, total: 6, pages: 2 };
  await page.route(/\/reviews\?/, (route) =>
    route.request().url().includes("page=2")
      ? route.fulfill({ json: { data: [], meta: { ...meta, page: 2, total: 5, pages: 1 } } })
      : route.fulfill({ json: { ...listed, meta } }),
  );
  await visit(page, `/details/${data[0].slug}`);
  const reviews = page.getByRole("region", { name: "Reviews" });
  await reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Oldest first");
  await reviews.getByRole("button", { name: "Next" }).click();
  await expect(reviews.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expectAccessible(page, "#reviews");
  await reviews.getByRole("button", { name: "Go to the first page" }).click();
  await expect(reviews.getByText("Page 1 of 2")).toBeVisible();
});

test("R3 P2 somebody whom the product has not reached is told so, kindly, after signing in", async ({ page }) => {
  await newCustomer(page);
  await visit(page, "/details/field-tee");
  await page.getByRole("button", { name: "Write a review" }).click();
  await expect(dialogOf(page, "Field Tee").getByText("as soon as it has arrived")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See your orders" }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});

test("R8 P2 my reviews: none yet, with a way on", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/reviews");
  await expect(page).toHaveURL(/\/account\/reviews$/);
  await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("link", { name: "See your orders" }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});
