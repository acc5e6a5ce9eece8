import { expect, type Page } from "@playwright/test";
import { test } from "./shop-test.ts";
import { demoCustomer, expectAccessible, newCustomer, signInByDialog, visit } from "./signed-in.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const keys = ["access_token", "refresh_token", "role", "account_status"];
const accountButton = (page: Page) => page.getByRole("button", { name: /Account menu/ });
const stored = (page: Page) => page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);

test("S2 S5 what is stored means signed in after a reload, and the profile is asked for only then", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/account/profile") && asked.push(request.url()));
  await visit(page, "/");
  expect(asked).toEqual([]);
  await signInByDialog(page, demoCustomer);
  await expect(accountButton(page)).toBeVisible();
  await page.reload();
  await expect(accountButton(page)).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
});

test("S2 without an access token the rest of what is stored is cleared", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("role", "admin"));
  await visit(page, "/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([null, null, null, null]);
});

test("S4 signing out goes home, clears the session after 200 ms, says so, and the shop forgets it", async ({
  page,
}) => {
  const { session } = await newCustomer(page);
  await page.goto("/account");
  await page.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("You're logged Out")).toBeVisible();
  expect(await stored(page)).toEqual([null, null, null, null]);
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toHaveCount(0);
  const refresh = () =>
    page.request.post("/v1/auth/refresh", { headers: { authorization: `Bearer ${session.refresh_token}` } });
  await expect.poll(async () => (await refresh()).status()).toBe(401);
});

test("S6 a protected page asks to sign in over a blank cover, then shows itself", async ({ page }) => {
  await page.goto("/account/profile");
  await expect(page.getByTestId("cover")).toBeVisible();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await signInByDialog(page, demoCustomer);
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(page.getByTestId("cover")).toHaveCount(0);
  await expect(page).toHaveURL(/\/account\/profile$/);
});

test("S7 a refused access token is renewed once for all calls, and they are made again", async ({ page }) => {
  await newCustomer(page);
  let refreshes = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) refreshes += 1;
  });
  let refused = 0;
  await page.route(/\/v1\/account\/(profile|counts)/, async (route) => {
    if (refreshes > 0) return route.continue();
    refused += 1;
    await route.fulfill({ status: 401, json: { code: "token_expired", message: "Expired." } });
  });
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Hi, Robin Reader" })).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  expect(refreshes).toBe(1);
});

test("S7 S8 a failed refresh, or a 422, signs out and goes home", async ({ page }) => {
  await newCustomer(page);
  await page.route("**/v1/account/sessions", (route) => route.fulfill({ status: 422, json: { code: "token_broken" } }));
  await page.goto("/account/profile");
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => stored(page)).toEqual([null, null, null, null]);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("D7 after it was turned away the dialog does not open again within 500 ms", async ({ page }) => {
  await visit(page, "/");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const opener = page.getByRole("button", { name: "Sign in", exact: true });
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await opener.click();
  await page.clock.runFor(1000);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await page.clock.runFor(400);
  await opener.dispatchEvent("click");
  await page.clock.runFor(50);
  await expect(dialog).toBeHidden();
  await page.clock.runFor(100);
  await opener.dispatchEvent("click");
  await page.clock.runFor(1000);
  await expect(dialog).toBeVisible();
});

test("D9 R8 a newcomer signs up, is back where they came from, and is signed in", async ({ page }) => {
  await visit(page, "/products");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill(`new-${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("paragraph").filter({ hasText: "At least 8 characters." }).first()).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password").fill("long enough now");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(accountButton(page)).toBeVisible();
});

test("R8 the account has a menu of its own, and the bare addresses lead into it", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/wishlist");
  await expect(page).toHaveURL(/\/account\/wishlist$/);
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu.getByRole("link", { name: "Wishlist" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Hi, Robin Reader" })).toBeVisible();
  await expectAccessible(page);
});

test("R8 name and e-mail are changed, a taken one is said at its field", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByLabel("Name", { exact: false }).first().fill("Robin Writer");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Your profile is saved")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: /^Username/ }).fill("demo");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByRole("main").getByText(/already|taken/i)).toBeVisible();
});

test("R8 D9 the password is changed with the current one only", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByLabel("New password").fill("a-newer-stone");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("That is not your password.")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  const again = (word: string) => page.request.post("/v1/auth/login", { data: { username: email, password: word } });
  expect((await again("a-newer-stone")).status()).toBe(200);
  expect((await again(password)).status()).toBe(400);
});

test("R8 another session is listed and can be ended", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  const other = await page.request.post("/v1/auth/login", {
    data: { username: email, password },
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  });
  const { refresh_token } = await other.json();
  await page.goto("/account/profile");
  await expect(page.getByText("This device")).toBeVisible();
  await page.getByRole("button", { name: "End session: Firefox on Linux" }).click();
  await expect(page.getByText("The session is ended")).toBeVisible();
  await expect(page.getByRole("button", { name: /End session/ })).toHaveCount(0);
  const refreshed = await page.request.post("/v1/auth/refresh", {
    headers: { authorization: `Bearer ${refresh_token}` },
  });
  expect(refreshed.status()).toBe(401);
});

test("R8 addresses are added, changed, made the default and deleted", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/addresses");
  await expect(page.getByRole("heading", { name: "No address yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(dialog.getByText("Street and number required")).toBeVisible();
  await expectAccessible(page);
  await fillAddress(page, "Lindenweg 8");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Lindenweg 8" })).toContainText("Austria");
  await page.getByRole("button", { name: "Add address" }).click();
  await fillAddress(page, "Storgatan 3");
  await dialog.getByRole("button", { name: "Save address" }).click();
  const second = page.getByRole("listitem").filter({ hasText: "Storgatan 3" });
  await second.getByRole("button", { name: /Make default/ }).click();
  await expect(second.getByText("Default", { exact: true })).toBeVisible();
  await second.getByRole("button", { name: /Edit/ }).click();
  await dialog.getByLabel("City").fill("Graz");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(second).toContainText("Graz");
  await expectAccessible(page);
  await second.getByRole("button", { name: /Delete/ }).click();
  await page.getByRole("button", { name: "Delete address" }).click();
  await expect(second).toHaveCount(0);
});

async function fillAddress(page: Page, street: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Full name").fill("Robin Reader");
  await dialog.getByLabel("Street and number").fill(street);
  await dialog.getByLabel("Postal code").fill("1010");
  await dialog.getByLabel("City").fill("Vienna");
  await dialog.getByLabel("Country").selectOption("AT");
}

test("L1 the live line is a websocket, opened with the token when signed in and closed on leaving", async ({
  page,
}) => {
  const lines: { url: string; closed: boolean }[] = [];
  page.on("websocket", (line) => {
    if (!line.url().includes("/socket.io/")) return;
    const kept = { url: line.url(), closed: false };
    lines.push(kept);
    line.on("close", () => {
      kept.closed = true;
    });
  });
  await visit(page, "/");
  expect(lines).toEqual([]);
  await signInByDialog(page, demoCustomer);
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.url).toContain("transport=websocket");
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => lines.map(({ closed }) => closed)).toEqual([true]);
});

test("L1 when the shop hangs up because the token ran out, it is renewed and the line opens again", async ({
  page,
}) => {
  await newCustomer(page);
  let opened = 0;
  let answers = 0;
  await page.routeWebSocket(/socket\.io/, (browserSide) => {
    opened += 1;
    if (opened === 1) {
      // As the shop greets, takes the sign-in, and then hangs up.
      browserSide.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}');
      browserSide.onMessage((said) => {
        if (!String(said).startsWith("40")) return;
        browserSide.send('40{"sid":"b"}');
        browserSide.send("41");
      });
      return;
    }
    const shop = browserSide.connectToServer();
    shop.onMessage((said) => {
      if (String(said).startsWith("40{")) answers += 1;
      browserSide.send(said);
    });
  });
  const renewed = page.waitForRequest("**/v1/auth/refresh");
  await page.goto("/");
  await renewed;
  await expect.poll(() => answers, { timeout: 15_000 }).toBe(1);
});

test("L3 L5 unread notifications are live, and are read one by one or all over the live line", async ({
  browser,
  page,
}) => {
  const { session } = await newCustomer(page);
  await page.goto("/account/notifications");
  await expect(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  await expectAccessible(page);
  const orderId = await placeOrder(page, session.access_token ?? "");
  await expect(page.getByRole("button", { name: "Account menu, 1 unread" })).toBeVisible();
  const row = page.getByRole("main").getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link")).toHaveAttribute("href", `/account/orders/${orderId}`);
  await expectAccessible(page);
  // Another window of the same person hears of it too.
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const second = await other.newPage();
  await second.goto(new URL("/account/notifications", page.url()).href);
  await expect(second.getByRole("button", { name: "Account menu, 1 unread" })).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await row.getByRole("button", { name: /Mark as read/ }).click();
  await expect(page.getByRole("button", { name: "Account menu", exact: true })).toBeVisible();
  await expect(second.getByRole("button", { name: "Account menu", exact: true })).toBeVisible();
  expect(calls).toEqual([]);
  await other.close();
  await placeOrder(page, session.access_token ?? "");
  await expect(page.getByRole("button", { name: "Account menu, 1 unread" })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Account menu", exact: true })).toBeVisible();
  await expect(row.getByText("New", { exact: true })).toHaveCount(0);
});

test("L3 without a live line notifications are read by a call", async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (line) => line.close());
  const { session } = await newCustomer(page);
  await placeOrder(page, session.access_token ?? "");
  await page.goto("/account/notifications");
  const answered = page.waitForResponse(/\/notifications\/\d+\/read$/);
  await page.getByRole("button", { name: /Mark as read/ }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole("main").getByText("New", { exact: true })).toHaveCount(0);
});

/** Orders something by the API, paid on delivery, so that the customer is told it is confirmed. Returns the order's id. */
async function placeOrder(page: Page, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const list = await (await page.request.get("/v1/product?in_stock=true&per_page=1")).json();
  const added = await page.request.post("/v1/cart", {
    headers,
    data: { variation_id: list.data[0].default_variation_id, quantity: 1 },
  });
  expect(added.ok()).toBe(true);
  const { id: cart_id } = await added.json();
  const quote = await (await page.request.get("/v1/checkout/quote?country=AT", { headers })).json();
  const shipping_address = {
    fullname: "Robin Reader",
    line1: "Lindenweg 8",
    city: "Vienna",
    postal_code: "1010",
    country: "AT",
  };
  const once = () => ({ ...headers, "idempotency-key": crypto.randomUUID() });
  const placed = await page.request.post("/v1/orders", {
    headers: once(),
    data: { cart_id, quote_hash: quote.data.quote_hash, shipping_address },
  });
  expect(placed.status()).toBe(201);
  const { id } = (await placed.json()).data;
  const paid = await page.request.post(`/v1/payments/${id}`, { headers: once(), data: { provider: "cod" } });
  expect(paid.status()).toBe(201);
  return id;
}
