import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { chooseOptions, getProduct } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { fillSignIn, visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

const badge = (page: Page) => page.getByRole("link", { name: /^Cart, / });

const drawer = (page: Page) => page.getByRole("dialog", { name: "Added to your cart" });

const guestCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === "guest_id");

/** Adds a product to the cart from its page and closes the drawer. */
async function add(page: Page, slug: string) {
  await visit(page, `/details/${slug}`);
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(drawer(page)).toBeVisible();
  await drawer(page).getByRole("button", { name: "Close" }).click();
  await expect(drawer(page)).toBeHidden();
}

/** Adds a product by the API to the cart that the shop then shows. */
async function addByApi(page: Page, slug: string, quantity = 1) {
  if (!(await guestCookie(page))) await callApi(page, undefined, "get", "/cart/guest/init");
  const [variation] = (await getProduct(page, slug)).variations;
  await callApi(page, undefined, "post", "/cart", { variation_id: variation?.id, quantity });
}

/** Waits until the server has this quantity in the guest's cart; the page shows it earlier. */
const expectKept = (page: Page, quantity: number) =>
  expect.poll(async () => (await (await page.request.get("/v1/cart")).json()).quantity).toBe(quantity);

async function signedIn(request: APIRequestContext, username: string, password: string) {
  const answer = await request.post("/v1/auth/login", { data: { username, password } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Record<"access_token" | "refresh_token" | "role" | "account_status", string>;
}

/** Stores a session for the next page. */
async function takeSession(page: Page, session: Awaited<ReturnType<typeof signedIn>>) {
  const { access_token, refresh_token, role, account_status } = session;
  await page.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { access_token, refresh_token, role, account_status },
  );
}

test("H8 the cart badge shows 0 before the cart is loaded", async ({ page }) => {
  await page.route("**/v1/cart**", (route) => route.abort());
  await page.goto("/");
  await expect(badge(page)).toHaveAccessibleName("Cart, 0 items");
  await expect(badge(page)).toHaveText("0");
});

test("S1 S10 a guest gets one cart: a guest_id cookie for 30 days on path /", async ({ page }) => {
  let started = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/cart/guest/init")) started += 1;
  });
  await page.goto("/");
  await expect.poll(() => guestCookie(page)).toBeDefined();
  const cookie = await guestCookie(page);
  expect(cookie?.path).toBe("/");
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  // The cart of the cookie is fetched, no new one is started.
  const requested = page.waitForResponse((answer) => answer.url().endsWith("/v1/cart"));
  await page.goto("/products");
  expect((await requested).status()).toBe(200);
  expect((await guestCookie(page))?.value).toBe(cookie?.value);
  expect(started).toBe(1);
});

test("S10 a guest cart that fails to start is only logged", async ({ page }) => {
  await page.route("**/v1/cart/guest/init", (route) => route.fulfill({ status: 500, json: { message: "No." } }));
  const logged = page.waitForEvent("console", (message) => message.text().includes("guest cart could not be started"));
  await page.goto("/");
  await logged;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName("Cart, 0 items");
});

test("S9 an unknown guest cart is discarded, and a new one is started", async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: "guest_id", value: "forgotten-long-ago", url: baseURL ?? "" }]);
  const refused = page.waitForResponse((answer) => answer.url().endsWith("/v1/cart") && answer.status() === 400);
  await page.goto("/");
  await refused;
  await expect.poll(async () => (await guestCookie(page))?.value).not.toBe("forgotten-long-ago");
  await expect.poll(() => guestCookie(page)).toBeDefined();
  await add(page, "field-tee");
  await expect(badge(page)).toHaveAccessibleName("Cart, 1 item");
});

test("P1 a guest adds to the cart: the drawer opens and the badge counts", async ({ page }) => {
  for (const slug of ["yard-broom", "field-tee"]) {
    await visit(page, `/details/${slug}`);
    await page.waitForFunction((viewed) => localStorage.getItem("mine:recently_viewed")?.includes(viewed), slug);
  }
  await chooseOptions(page);
  await page.getByRole("button", { name: "Quantity: increase" }).click();
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(drawer(page)).toContainText("Field Tee");
  await expect(drawer(page).getByRole("spinbutton", { name: /Quantity of Field Tee/ })).toHaveValue("2");
  // Best sellers have nothing to do with what is in the cart.
  await expect(drawer(page).getByRole("region", { name: "Best sellers" })).toHaveCount(0);
  await checkLoadedScreen(page);
  await drawer(page).getByRole("link", { name: "View cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(badge(page)).toHaveAccessibleName("Cart, 2 items");
  const viewed = page.getByRole("region", { name: "Recently viewed" });
  // The page replaces its skeleton meanwhile.
  await expect(() => viewed.scrollIntoViewIfNeeded()).toPass();
  await expect(viewed.getByRole("article")).toHaveCount(1);
  await expect(viewed.getByRole("article")).toContainText("Yard Broom");
});

test("R4 quantities change in place up to the stock, the totals follow, and a refused change rolls back", async ({
  page,
}) => {
  await addByApi(page, "field-tee");
  await page.goto("/cart");
  const lines = page.getByRole("list", { name: "In your cart" });
  const quantity = lines.getByRole("spinbutton");
  for (const _ of [1, 2, 3]) await lines.getByRole("button", { name: /: increase$/ }).click();
  await expect(quantity).toHaveValue("4");
  await expect(badge(page)).toHaveAccessibleName("Cart, 4 items");
  await expectKept(page, 4);
  await page.reload();
  await expect(quantity).toHaveValue("4");
  await expect(page.locator("dl > div").filter({ hasText: /^Subtotal/ })).toContainText("€136.00");
  await expect(page.getByText("You've got free delivery to Germany.")).toBeVisible();

  await page.route("**/v1/cart", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 409, json: { code: "out_of_stock", message: "Only 1 left in stock." } })
      : route.continue(),
  );
  await page.getByRole("button", { name: /: increase$/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Only 1 left in stock." })).toBeVisible();
  await expect(quantity).toHaveValue("4");
  await page.unroute("**/v1/cart");

  const [{ max_quantity }] = (await (await page.request.get("/v1/cart")).json()).items;
  await quantity.fill(String(max_quantity + 500));
  await quantity.press("Enter");
  await expect(quantity).toHaveValue(String(max_quantity));
  await expect(page.getByText(`You can order up to ${max_quantity} of this item.`)).toBeVisible();
  await expectKept(page, max_quantity);

  await quantity.fill("0");
  await quantity.press("Enter");
  const question = page.getByRole("dialog", { name: /^Remove Field Tee/ });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(quantity).toHaveValue(String(max_quantity));
  await quantity.fill("0");
  await quantity.press("Enter");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(lines).toHaveCount(0);
});

test("R4 a removed line comes back with Undo, at its position; others are saved for later", async ({ page }) => {
  await addByApi(page, "field-tee");
  await page.goto("/cart");
  await page.getByRole("button", { name: /^Remove Field Tee/ }).click();
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("list", { name: "In your cart" }).getByRole("listitem")).toHaveCount(1);
  await expect(badge(page)).toHaveAccessibleName("Cart, 1 item");

  for (const slug of ["park-football", "heather-honey"]) await addByApi(page, slug);
  await page.reload();
  const names = page.getByRole("list", { name: "In your cart" }).getByRole("listitem");
  await expect(names).toContainText(["Field Tee", "Park Football", "Heather Honey"]);
  await page.getByRole("button", { name: /^Remove Park Football/ }).click();
  await expect(names).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(names).toContainText(["Field Tee", "Park Football", "Heather Honey"]);
  await page.reload();
  await expect(names).toContainText(["Field Tee", "Park Football", "Heather Honey"]);

  await page.getByRole("button", { name: /^Save for later Field Tee/ }).click();
  await expect(page.getByRole("heading", { name: "Saved for later" })).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName("Cart, 2 items");
  await page.getByRole("button", { name: /^Move to cart Field Tee/ }).click();
  await expect(badge(page)).toHaveAccessibleName("Cart, 3 items");
});

test("R4 insufficient stock is shown at the line and fixed with one click", async ({ page, request, baseURL }) => {
  const { access_token } = await signedIn(request, "admin", "admin-kiosk");
  const headers = { authorization: `Bearer ${access_token}` };
  const details = await (await request.get("/v1/product/details/yard-broom")).json();
  const address = `${baseURL}/v1/product/${details.data.id}`;
  const read = async () => (await (await request.get(address, { headers })).json()).data;
  const stock = async (on_hand: number) => {
    const { images: _, currency: __, created_at: ___, updated_at: ____, id: _____, ...product } = await read();
    const variations = product.variations.map((one: { reserved: number }) => ({
      ...one,
      on_hand: on_hand + one.reserved,
    }));
    expect((await request.put(address, { headers, data: { ...product, variations } })).status()).toBe(200);
  };
  await stock(9);
  await addByApi(page, "yard-broom", 4);
  await stock(2);
  await page.goto("/cart");
  await expect(page.getByText("Only 2 left.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Go to checkout" })).toBeDisabled();
  await page.getByRole("button", { name: "Set to 2" }).click();
  await expect(page.getByRole("link", { name: "Go to checkout" })).toBeVisible();
  await stock(40);
});

test("P4 admins load no cart, also when they sign in over a guest's", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (sent) => sent.url().endsWith("/v1/cart") && requested.push(sent.url()));
  await visit(page, "/");
  await expect.poll(() => requested).toHaveLength(1);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await fillSignIn(page, { username: "admin", password: "admin-kiosk" });
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Administrators can't place orders" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  expect(requested).toHaveLength(1);
});

test("S10 a customer's cart is fetched after the profile, without a guest cart", async ({ page, request }) => {
  await takeSession(page, await signedIn(request, "demo", "demo-kiosk"));
  const requested: string[] = [];
  page.on(
    "request",
    (sent) => /\/v1\/(cart|account\/profile)/.test(sent.url()) && requested.push(new URL(sent.url()).pathname),
  );
  await page.goto("/cart");
  await expect.poll(() => requested).toContain("/v1/cart");
  expect(requested.indexOf("/v1/account/profile")).toBeLessThan(requested.indexOf("/v1/cart"));
  expect(requested).not.toContain("/v1/cart/guest/init");
});
