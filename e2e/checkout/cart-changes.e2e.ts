import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { customerWithCart, fillCart } from "#e2e/support/orders.ts";
import { changeProduct, chooseOptions, getProduct } from "#e2e/support/products.ts";
import { checkLoadedScreen, checkScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { signInByDialog, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const badge = (page: Page) => page.getByRole("link", { name: /^Cart, / });
const lines = (page: Page) => page.getByRole("list", { name: "In your cart" }).getByRole("listitem");

async function add(page: Page, slug: string) {
  await visit(page, `/details/${slug}`);
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Added to your cart" });
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
}

test("R4 an archived product is marked, does not count and is removed with one click", async ({ page }) => {
  const lamp = await getProduct(page, "yard-broom");
  await add(page, "field-tee");
  await add(page, "yard-broom");
  await changeProduct(page, lamp.id, () => ({ status: "archived" }));
  try {
    await visit(page, "/cart");
    await expect(lines(page)).toHaveCount(2);
    await expect(page.getByText("No longer available. It isn't included in the total.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Go to checkout" })).toBeDisabled();
    await checkLoadedScreen(page);
    await page.getByRole("button", { name: "Remove unavailable items" }).click();
    await expect(lines(page)).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Go to checkout" })).toBeVisible();
  } finally {
    await changeProduct(page, lamp.id, () => ({ status: "active" }));
  }
});

test("R3 P1 units sold meanwhile are refused, and the page then offers what is left", async ({ page }) => {
  const broom = await getProduct(page, "yard-broom");
  const stock = (left: number) =>
    changeProduct(page, broom.id, ({ variations }) => ({
      variations: variations.map((one) => ({ ...one, on_hand: left + one.reserved })),
    }));
  await stock(40);
  try {
    await visit(page, "/details/yard-broom");
    await expect(page.getByRole("status").filter({ hasText: "In stock" })).toBeVisible();
    const quantity = page.getByRole("spinbutton", { name: "Quantity" });
    await quantity.fill("4");
    await quantity.press("Enter");
    await stock(2);
    const button = page.getByRole("button", { name: "Add to cart" }).first();
    await button.click();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Only 2 left" })).toBeVisible();
    await expect(quantity).toHaveValue("2");
    await button.click();
    await expect(badge(page)).toHaveAccessibleName("Cart, 2 items");
  } finally {
    await stock(40);
  }
});

test("R4 a changed price is shown at its line until it is dismissed", async ({ page }) => {
  const product = await getProduct(page, "yard-broom");
  await add(page, "yard-broom");
  const dearer = (by: number) =>
    changeProduct(page, product.id, ({ variations }) => ({
      variations: variations.map((one) => ({
        ...one,
        on_hand: one.on_hand,
        price_amount: one.price_amount + by,
      })),
    }));
  await dearer(100);
  try {
    await visit(page, "/cart");
    await expect(page.getByText(/The price increased from €/)).toBeVisible();
    const seen = page.waitForResponse(
      (answer) => answer.request().method() !== "GET" && answer.url().includes("/v1/cart"),
    );
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.getByText(/The price increased/)).toBeHidden();
    expect((await seen).ok()).toBe(true);
    await page.reload();
    await expect(lines(page)).toHaveCount(1);
    await expect(page.getByText(/The price increased/)).toBeHidden();
  } finally {
    await dearer(-100);
  }
});

test("R4 a coupon is applied, explained and removed; an unknown code is reported at the field", async ({ page }) => {
  test.slow();
  await add(page, "field-tee");
  await visit(page, "/cart");
  await page.getByRole("button", { name: "Add a coupon or gift card" }).click();
  const field = page.getByLabel("Coupon or gift card", { exact: true });
  const [box, button] = await Promise.all([
    field.boundingBox(),
    page.getByRole("button", { name: "Apply this code" }).boundingBox(),
  ]);
  expect(button?.y, "the button is next to its field").toBe(box?.y);
  await field.fill("NOSUCHCODE");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/That code isn't valid/);
  await expect(field).toBeFocused();
  await checkLoadedScreen(page);
  await field.fill("welcome10");
  await page.getByRole("button", { name: "Apply this code" }).click();
  const used = page.getByRole("list", { name: "Coupons and gift cards" });
  await expect(used).toContainText("WELCOME10");
  await page.getByRole("button", { name: "Discount details" }).click();
  await expect(page.getByRole("definition").filter({ hasText: /WELCOME10/ })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Remove WELCOME10" }).click();
  await expect(used).toBeHidden();
  await expect(page.getByRole("button", { name: "Discount details" })).toBeHidden();
});

test("R4 a gift card is applied and removed; an unknown one is reported at the field", async ({ page }) => {
  await add(page, "field-tee");
  await visit(page, "/cart");
  await page.getByRole("button", { name: "Add a coupon or gift card" }).click();
  const field = page.getByLabel("Coupon or gift card", { exact: true });
  await field.fill("KIOSK-GIFT-NONE");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/That code isn't valid/);
  await field.fill("kiosk-gift-demo");
  await field.press("Enter");
  const used = page.getByRole("list", { name: "Coupons and gift cards" });
  await expect(used.getByText("Gift card ending in DEMO")).toBeVisible();
  await expect(used).toContainText(/€\d+\.\d\d of the €\d+\.\d\d balance used with delivery to Germany\./);
  await expect(page.getByRole("definition").filter({ hasText: /^−€/ }).first()).toBeVisible();
  await checkScreen(page);
  await page.getByRole("button", { name: "Remove Gift card ending in DEMO" }).click();
  await expect(used).toBeHidden();
});

test("R4 a shared cart asks before it adds, and overwrites nothing", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await add(page, "field-tee");
  await visit(page, "/cart");
  await page.getByRole("button", { name: "Share cart" }).click();
  await expect(page.getByText("Cart link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/cart\?items=\d+:1$/);
  const { variations } = await getProduct(page, "yard-broom");
  await visit(page, `${link}:1,${variations[0]?.id}:2`.replace(":1:1", ":1"));
  const offer = page.getByRole("region", { name: "Someone shared a cart with you" });
  await expect(offer.getByRole("listitem")).toHaveCount(2);
  await expect(badge(page)).toHaveAccessibleName("Cart, 1 item");
  await checkLoadedScreen(page);
  await offer.getByRole("button", { name: "Add to my cart" }).click();
  await expect(badge(page)).toHaveAccessibleName("Cart, 4 items");
  await expect(offer).toBeHidden();
  await expect(page).toHaveURL(/\/cart$/);
  await visit(page, link);
  await offer.getByRole("button", { name: "No thanks" }).click();
  await expect(badge(page)).toHaveAccessibleName("Cart, 4 items");
  await visit(page, "/cart?items=nothing");
  await expect(offer).toContainText("These items are no longer available.");
});

test("R4 sign-in shows what was merged into a cart of the account, and Undo removes it", async ({ page }) => {
  const { email, password, token } = await newAccount(page);
  await fillCart(page, token);
  await add(page, "field-tee");
  await expect(badge(page)).toHaveAccessibleName("Cart, 1 item");
  await signInByDialog(page, { username: email, password });
  await expect(page.getByText("The item you added before signing in is now in your cart")).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName("Cart, 2 items");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(badge(page)).toHaveAccessibleName("Cart, 1 item");
});

test("R4 S10 a guest cart that fails to start shows an error, and recovers by Retry or when online", async ({
  page,
}) => {
  for (const again of ["Retry", "online"]) {
    await page.context().clearCookies();
    await page.route("**/v1/cart/guest/init", (route) => route.abort());
    await page.goto("/cart");
    const said = page.getByRole("alert").filter({ hasText: "Couldn't reach the shop" });
    await expect(said).toBeVisible();
    await page.unroute("**/v1/cart/guest/init");
    if (again === "Retry") await said.getByRole("button", { name: "Retry" }).click();
    else {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    }
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  }
});

test("R4 a cart that fails to load shows an error with Retry", async ({ page }) => {
  await add(page, "field-tee");
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/cart", async (route) => {
    await held.promise;
    await route.fulfill({ status: 403, json: { message: "Not today.", code: "forbidden" } });
  });
  await page.goto("/cart");
  await expect(page.getByText("Loading your cart")).toBeAttached();
  await checkScreenAtEachWidth(page);
  await expect(page.getByText("Loading your cart")).toBeAttached();
  held.resolve();
  const said = page.getByRole("alert").filter({ hasText: "Not today." });
  await expect(said).toBeVisible();
  await checkScreenAtEachWidth(page);
  await page.unroute("**/v1/cart");
  await said.getByRole("button", { name: "Retry" }).click();
  await expect(lines(page)).toHaveCount(1);
});

test("R4 S2 a cart event during an own change waits: the quantity does not jump back", async ({ page }) => {
  const { token, bought } = await customerWithCart(page);
  const other = await getProduct(page, "yard-broom");
  const event = Promise.withResolvers<void>();
  page.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => String(payload).includes("cart_changed") && event.resolve()),
  );
  await visit(page, "/cart");
  const line = lines(page).filter({ hasText: bought });
  const more = line.getByRole("button", { name: /increase$/ });
  const number = line.getByRole("spinbutton");
  const order: string[] = [];
  page.on("request", (one) => one.method() === "GET" && one.url().endsWith("/v1/cart") && order.push("asked"));
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let changes = 0;
  await page.route("**/v1/cart", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    await [first, second][changes++]?.promise;
    const answer = await route.fetch();
    order.push("changed");
    await route.fulfill({ response: answer });
  });
  await more.click();
  order.push("pressed");
  await more.click();
  first.resolve();
  await expect.poll(() => changes).toBe(2);
  // Another device changes the same cart: the event arrives while the second change is in flight.
  await callApi(page, token, "post", "/cart", { variation_id: other.variations[0]?.id, quantity: 1 });
  await event.promise;
  await expect(number).toHaveValue("3");
  second.resolve();
  // Events may be combined, so the number of fetches afterwards varies; in between there is none.
  await expect.poll(() => order.lastIndexOf("asked")).toBeGreaterThan(order.lastIndexOf("changed"));
  const sincePressed = order.slice(order.indexOf("pressed") + 1);
  expect(sincePressed.slice(0, 3)).toEqual(["changed", "changed", "asked"]);
  await expect(number).toHaveValue("3");
});
