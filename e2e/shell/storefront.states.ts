import { expect, type Page } from "@playwright/test";
import { applyCoupon, customerWithCart, openReasons, placeOrder } from "#e2e/support/orders.ts";
import { chooseOptions } from "#e2e/support/products.ts";
import {
  atEachWidth,
  checkScreen,
  checkScreenAtEachWidth,
  holdCalls,
  isSmall,
  reduceMotion,
  widths,
} from "#e2e/support/screens.ts";
import { newCustomer, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("H2 H2b the menu at its first level, deeper, and back", async ({ page }) => {
  await reduceMotion(page);
  await atEachWidth(page, async (width) => {
    await visit(page, "/");
    await page.getByRole("button", { name: "Categories" }).click();
    const panel = dialog(page, isSmall(width) ? "Menu" : "Categories");
    await expect(panel.getByRole("button", { name: "Wear" })).toBeVisible();
    const box = await panel.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(Math.min(335, 0.8 * width));
    if (!isSmall(width)) expect(box?.height).toBeLessThanOrEqual(580);
    await checkScreen(page);
    await panel.getByRole("button", { name: "Wear" }).click();
    await panel.getByRole("button", { name: "Shoes" }).click();
    await expect(panel.getByRole("heading", { name: "Shoes" })).toBeVisible();
    await checkScreen(page, "[role=dialog]");
    await panel.getByRole("button", { name: "Back to Wear" }).click();
    await panel.getByRole("link", { name: "View All in Wear" }).click();
    await expect(page).toHaveURL(/category=wear$/);
    await expect(panel).toBeHidden();
  });
});

test("H3 H4 H5 H6 the search with suggestions and without, and its four ways of closing", async ({ page }) => {
  await atEachWidth(page, async (width) => {
    await visit(page, "/");
    const field = page.getByRole("combobox", { name: "Search products" });
    const list = page.getByRole("listbox", { name: "Suggestions" });
    const isClosed = () => expect(isSmall(width) ? field : list).toBeHidden();
    const search = async (text: string) => {
      await isClosed();
      if (isSmall(width)) await page.getByRole("link", { name: "Search" }).click();
      await field.fill(text);
      await expect(list.getByRole("option", { name: `View all results for “${text}”` })).toBeVisible();
    };
    await search("shoe");
    await expect(list.getByRole("group", { name: "Products" }).getByRole("option").first()).toBeVisible();
    await expect(
      list.getByRole("group", { name: "Categories" }).getByRole("option", { name: "Shoes", exact: true }),
    ).toBeVisible();
    await checkScreen(page);
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await search("zzqqxxyy");
    await expect(list.getByText("No results for “zzqqxxyy”.")).toBeVisible();
    await checkScreen(page, "#search");
    await page.getByRole("button", { name: "Close search" }).click();
    await expect(list).toBeHidden();
    await search("camrea");
    await expect(list.getByRole("option", { name: "Showing “camera”" })).toBeVisible();
    await page.getByTestId("search-backdrop").click({ position: { x: 20, y: 700 } });
    await expect(list).toBeHidden();
    await search("shoe");
    await list.getByRole("option", { name: "Shoes", exact: true }).click();
    await expect(page).toHaveURL(/category=wear%2Fshoes/);
    await expect(list).toBeHidden();
    await search("boot");
    await field.press("Enter");
    await expect(page).toHaveURL(/\/products\?name=boot$/);
    await isClosed();
  });
});

test("D1 D2 D3 S13 the sign-in dialog with a missing field and an error, and the offline message", async ({
  page,
  context,
}) => {
  await visit(page, "/privacy");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const form = dialog(page, "Sign in to continue");
  await form.getByRole("button", { name: "SIGN IN" }).click();
  await expect(form.getByText("Username required")).toBeVisible();
  await checkScreenAtEachWidth(page);
  await form.getByLabel("Username").fill("nobody");
  await form.getByLabel("Password").fill("wrong-password");
  await form.getByRole("button", { name: "SIGN IN" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await checkScreenAtEachWidth(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await context.setOffline(true);
  await expect(page.getByText("You're offline. This information may be out of date.")).toBeVisible();
  await checkScreenAtEachWidth(page);
});

test("R2 R3 R14 the filters, a slow product, a slow list, and a failed one", async ({ page }) => {
  await atEachWidth(page, async (width) => {
    await visit(page, "/products?category=wear");
    if (isSmall(width)) {
      await page.getByRole("button", { name: /^Filter/ }).click();
      const drawer = dialog(page, "Filter");
      await expect(drawer.getByRole("checkbox", { name: /^In stock/ })).toBeVisible();
      await checkScreen(page, "[role=dialog]");
      await drawer.getByRole("button", { name: /^Show \d+ products?$/ }).click();
      await expect(drawer).toBeHidden();
    } else {
      const filters = page.getByRole("complementary", { name: "Filters" });
      await filters.getByRole("checkbox", { name: /^In stock/ }).click();
      await expect(page.getByRole("link", { name: "Remove In stock" })).toBeVisible();
      await checkScreen(page);
    }
  });
  const isWaitedFor = async () => {
    await expect(page.getByTestId("pending-page")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeAttached();
    await checkScreenAtEachWidth(page);
  };
  const release = await holdCalls(page, "**/v1/product/details/**");
  const article = page.getByRole("region", { name: "Products", exact: true }).getByRole("article").first();
  await article.getByRole("link").first().click();
  await isWaitedFor();
  await release();
  await expect(page).toHaveURL(/\/details\//);
  await expect(page.getByTestId("pending-page")).toBeHidden();
  await page.route(/\/v1\/product\?/, (route) => route.fulfill({ status: 400, json: { message: "No." } }));
  await page.route(/\/products(\?|\.data|$)/, (route) => route.abort());
  const refuse = await holdCalls(page, "**/v1/product?*");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").nth(1).click();
  await isWaitedFor();
  await refuse();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("R3 R4 the zoom view, the cart drawer, and a refused line", async ({ page }) => {
  await visit(page, "/details/field-tee");
  await page
    .getByRole("button", { name: /zoom in/ })
    .first()
    .click();
  const zoom = dialog(page, "Images of Field Tee");
  await expect(zoom.getByText(/^1 of \d+$/)).toBeVisible();
  await checkScreenAtEachWidth(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(zoom).toBeHidden();
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const cart = dialog(page, "Added to your cart");
  await expect(cart.getByRole("link", { name: "View cart" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await page.route("**/v1/cart", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 409, json: { code: "out_of_stock", message: "Only 1 left in stock." } })
      : route.fallback(),
  );
  await cart.getByRole("button", { name: /: increase$/ }).click();
  await expect(cart.getByRole("alert")).toHaveText("Only 1 left in stock.");
  await checkScreenAtEachWidth(page, "[role=dialog]");
  await cart.getByRole("button", { name: /^Remove Field Tee/ }).click();
  await expect(dialog(page, "Your cart").getByText("Your cart is empty")).toBeVisible();
  await checkScreenAtEachWidth(page, "[role=dialog]");
});

test("R4 R5 R12 R13 an empty cart, a failed sign-in, 403, 404, sign-up and delivery", async ({ page }) => {
  for (const [path, heading, status] of [
    ["/cart", "Your cart is empty", 200],
    ["/login-success#code=no-such-code", "Couldn't sign you in", 200],
    ["/forbidden", "PAGE IS FORBIDDEN", 403],
    ["/no/such/page", "PAGE NOT FOUND", 404],
    ["/sign-up", "Create an account", 200],
    ["/delivery", "Where we deliver", 200],
  ] as const) {
    expect((await visit(page, path))?.status()).toBe(status);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await checkScreenAtEachWidth(page);
  }
});

test("R8 R17 an account that is loading, and its lists loading and empty", async ({ page }) => {
  await newCustomer(page);
  const release = await holdCalls(page, "**/v1/account/profile");
  await page.goto("/account/wishlist");
  await expect(page.getByText("Loading...")).toBeVisible();
  await checkScreenAtEachWidth(page);
  await release();
  for (const [path, call, words, none] of [
    ["/account/wishlist", "**/v1/wishlist*", "Loading your wishlist", "Your wishlist is empty"],
    ["/account/notifications", "**/v1/notifications?*", "Loading notifications", "No notifications yet"],
    ["/account/orders", "**/v1/orders?*", "Loading your orders", "No orders yet"],
    ["/account/reviews", "**/v1/reviews*", "Loading your reviews", "No reviews yet"],
    ["/account/addresses", "**/v1/account/addresses", "Loading your addresses", "No addresses yet"],
  ] as const) {
    const letCome = await holdCalls(page, call);
    await page.goto(path);
    await expect(isOnItsWay(page, words)).toBeVisible();
    await checkScreenAtEachWidth(page, "main");
    await letCome();
    await expect(page.getByRole("heading", { name: none })).toBeVisible();
    await checkScreenAtEachWidth(page);
  }
});

/** The loading message of a screen. */
const isOnItsWay = (page: Page, words: string) =>
  page.getByRole("status", { name: words }).or(page.getByRole("status").filter({ hasText: words }));

test("R4 R6 R7 R8 the filled cart, the checkout with and without errors, the payment and the account", async ({
  page,
}) => {
  const { token } = await customerWithCart(page);
  await applyCoupon(page, token, "WELCOME10");
  await page.goto("/cart");
  await expect(page.getByRole("list", { name: "In your cart" }).getByRole("listitem")).toHaveCount(1);
  await checkScreenAtEachWidth(page);
  const release = await holdCalls(page, "**/v1/checkout/**");
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Checkout", level: 1 })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await release();
  const orders = page.getByRole("button", { name: /^Order and pay €/ });
  await expect(orders).toBeEnabled();
  await orders.click();
  await expect(page.getByRole("alert").filter({ hasText: /Check th(is|ese \d+) fields?/ })).toBeFocused();
  await expect(page.getByLabel("City")).toHaveAccessibleDescription(/City required/);
  await checkScreenAtEachWidth(page);
  const { id } = await placeOrder(page, token, { paid: false });
  const letCome = await holdCalls(page, `**/v1/orders/${id}`);
  await page.goto(`/payment/${id}`);
  await expect(isOnItsWay(page, "Loading your order")).toBeVisible();
  await checkScreenAtEachWidth(page, "main");
  await letCome();
  await page.getByRole("radio", { name: /Decline/ }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByText("Your payment was declined")).toBeVisible();
  await checkScreenAtEachWidth(page);
  await page.getByRole("radio", { name: "Approve The payment succeeds" }).check();
  await page.getByRole("button", { name: /^Pay €/ }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  const show = await holdCalls(page, `**/v1/orders/${id}`);
  await page.goto(`/account/orders/${id}`);
  await expect(isOnItsWay(page, "Loading order")).toBeVisible();
  await checkScreenAtEachWidth(page, "main");
  await show();
  await expect(page.getByRole("list", { name: "Items" })).toBeVisible();
  await openReasons(page.getByRole("main"));
  // Otherwise the header covers a part of the buttons at the top.
  await page.evaluate(() => scrollTo(0, 0));
  await checkScreenAtEachWidth(page);
  for (const path of ["/account", "/account/orders", "/account/profile", "/account/addresses"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
    await checkScreenAtEachWidth(page);
  }
});

test("H1 H7 H8 F1 the bar, the menu of a signed-in user, and the footer", async ({ page }) => {
  const { email, session } = await newCustomer(page);
  const nameless = await page.request.put("/v1/account/profile", {
    headers: { authorization: `Bearer ${session.access_token}` },
    data: { fullname: null, email, username: null },
  });
  expect(nameless.status()).toBe(200);
  await visit(page, "/privacy");
  const bar = page.getByRole("banner");
  const menu = dialog(page, "Account menu");
  await atEachWidth(page, async (width) => {
    await expect(bar.getByRole("link", { name: "Kiosk" })).toBeVisible();
    await expect(bar.getByRole("button", { name: "Categories" })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Cart, 0 items" })).toHaveText("0");
    if (isSmall(width)) await expect(bar.getByRole("link", { name: "Search" })).toBeVisible();
    else await expect(bar.getByRole("combobox", { name: "Search products" })).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("img", { name: /Ways to pay/ })).toBeVisible();
    await expect(footer.getByRole("list", { name: "Contact" }).getByRole("link")).toHaveCount(4);
    await bar.getByRole("button", { name: /Account menu/ }).click();
    await expect(menu.getByText("Hi, there")).toBeVisible();
    await expect(menu.getByText(email)).toBeVisible();
    await expect(menu.getByRole("link", { name: "Orders 0" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Wishlist 0" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Notifications, 0 unread" })).toHaveText("0");
    await checkScreen(page);
    if (width === widths.at(-1)) return;
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  });
  await menu.getByRole("button", { name: "Logout" }).click();
  await expect(bar.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});
