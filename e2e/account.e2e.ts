import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes } from "./buying.ts";
import { test } from "./shop-test.ts";
import { answerSignIn, demoCustomer, newCustomer, signInByDialog, visit } from "./signed-in.ts";
import { atEachWidth, expectPlainAtEachWidth, hold, isSmall } from "./states.ts";

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
  await expect.poll(() => stored(page)).toEqual([null, null, null, null]);
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toHaveCount(0);
  const refresh = () =>
    page.request.post("/v1/auth/refresh", { headers: { authorization: `Bearer ${session.refresh_token}` } });
  await expect.poll(async () => (await refresh()).status()).toBe(401);
});

test("S6 a protected page asks to sign in over a blank cover, then shows itself", async ({ page }) => {
  await page.goto("/account/profile");
  await expect(page.getByTestId("cover")).toBeVisible();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await answerSignIn(page, demoCustomer);
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(page.getByTestId("cover")).toHaveCount(0);
  await expect(page).toHaveURL(/\/account\/profile$/);
});

test("R17 S6 a screen of one's own says that the account can't be fetched, and shows itself once it can", async ({
  page,
}) => {
  await newCustomer(page);
  for (const [path, heading, way] of [
    ["/account", "Hi, Robin Reader", /^Cart, /],
    ["/checkout", "Your cart is empty", "Back to cart"],
  ] as const) {
    await page.route("**/v1/account/profile", (route) =>
      route.fulfill({ status: 503, json: { message: "The shop is being mended." } }),
    );
    await page.goto(path);
    const said = page.getByRole("alert").filter({ hasText: "The shop is being mended." });
    await expect(said).toBeVisible();
    await expect(page.getByRole("link", { name: way })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeAttached();
    await expectAccessibleInBothThemes(page);
    await page.unroute("**/v1/account/profile");
    await said.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
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
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toHaveCount(0);
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
  await expectAccessibleInBothThemes(page);
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
  await expectAccessibleInBothThemes(page);
  await menu.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Hi, Robin Reader" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("R8 name and e-mail are changed, a taken one is said at its field", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByLabel("Name", { exact: false }).first().fill("Robin Writer");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Your profile is saved")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("textbox", { name: /^Username/ }).fill("demo");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByRole("main").getByText(/already|taken/i)).toBeVisible();
});

test("D9 R8 links to new addresses are not sent without end, and the form says so", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/profile");
  const wish = async (email: string) => {
    await page.getByRole("textbox", { name: /^E-mail/ }).fill(email);
    await page.getByRole("button", { name: "Save profile" }).click();
  };
  for (let turn = 1; turn <= 5; turn++) {
    const email = `wish-${crypto.randomUUID()}@example.com`;
    await wish(email);
    await expect(page.getByText(`We sent a link to ${email}.`, { exact: false })).toBeVisible();
  }
  await wish("one-too-many@example.com");
  await expect(page.getByRole("alert").getByText("Too many attempts. Wait a little, then try again.")).toBeVisible();
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

test("R8 an account is deleted with its password, and nothing of it is left in the browser, at 390, 768 and 1440 px", async ({
  page,
}) => {
  const { email, password } = await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByText("You are signed out everywhere", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("Password required")).toBeVisible();
  await expectPlainAtEachWidth(page);
  await dialog.getByLabel("Current password").fill("not-this-one");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("That is not your present password.")).toBeVisible();
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await expectPlainAtEachWidth(page, "[role=dialog]");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Your account was deleted")).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([null, null, null, null]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const again = await page.request.post("/v1/auth/login", { data: { username: email, password } });
  expect(again.status()).toBe(400);
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
  await expectAccessibleInBothThemes(page);
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
  await expectAccessibleInBothThemes(page);
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

/** How long the loading bar stays, in milliseconds, after the browser has the whole answer of a call. */
const shownAfterAnswer = (page: Page, path: string) =>
  page.evaluate(
    (called) =>
      new Promise<number>((tell) => {
        const bar = document.querySelector("[role=progressbar]") as Element;
        new MutationObserver(() => {
          const calls = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          const last = calls.findLast(({ name }) => name.includes(called));
          if (bar.ariaHidden === "true" && last) tell(performance.now() - last.responseEnd);
        }).observe(bar, { attributes: true });
      }),
    path,
  );

test("S12 the loading bar shows while something is asked for, and 300 ms longer, at 390, 768 and 1440 px", async ({
  page,
}) => {
  await visit(page, "/");
  const bar = page.getByRole("progressbar");
  await atEachWidth(page, async (width) => {
    await expect(bar).toBeHidden();
    const release = await hold(page, "**/v1/product/search-suggestion*");
    if (isSmall(width)) await page.getByRole("link", { name: "Search" }).click();
    await page
      .getByRole("combobox", { name: "Search products" })
      .fill({ 390: "shoe", 768: "boot", 1440: "tee" }[width]);
    await expect(bar).toBeVisible();
    await expect(bar).toBeInViewport();
    const longerMs = shownAfterAnswer(page, "/v1/product/search-suggestion");
    await release();
    await expect(page.getByRole("option").first()).toBeVisible();
    await expect(bar).toBeHidden();
    expect(await longerMs).toBeGreaterThanOrEqual(300);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeHidden();
  });
});
