import { expect, type Page } from "@playwright/test";
import { atEachWidth, checkLoadedScreen, holdCalls, isSmall } from "#e2e/support/screens.ts";
import {
  accountButton,
  demoCustomer,
  fillSignIn,
  newCustomer,
  signInByDialog,
  storedSession,
  visit,
} from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";
import * as isolated from "#e2e/support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("S2 S5 a stored session is signed in after a reload, and only then is the profile fetched", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => request.url().endsWith("/account/profile") && requested.push(request.url()));
  await visit(page, "/");
  expect(requested).toEqual([]);
  await signInByDialog(page, demoCustomer);
  await expect(accountButton(page)).toBeVisible();
  await page.reload();
  await expect(accountButton(page)).toBeVisible();
  await expect.poll(() => requested.length).toBe(1);
});

test("S2 without an access token the rest of the session is cleared", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("role", "admin"));
  await visit(page, "/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => storedSession(page)).toEqual([null, null, null, null]);
});

test("S4 logout goes home, clears the session after 200 ms, shows a message and ends the session on the server", async ({
  page,
}) => {
  const { session } = await newCustomer(page);
  await page.goto("/account");
  await page.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("You're logged Out")).toBeVisible();
  await expect.poll(() => storedSession(page)).toEqual([null, null, null, null]);
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toHaveCount(0);
  const refresh = () =>
    page.request.post("/v1/auth/refresh", { headers: { authorization: `Bearer ${session.refresh_token}` } });
  await expect.poll(async () => (await refresh()).status()).toBe(401);
});

test("S6 a protected page shows the sign-in dialog over a blank cover, then its content", async ({ page }) => {
  await page.goto("/account/profile");
  await expect(page.getByTestId("cover")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  // Nothing darkens it.
  await expect(page.locator(".scrim")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await fillSignIn(page, demoCustomer);
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(page.getByTestId("cover")).toHaveCount(0);
  await expect(page).toHaveURL(/\/account\/profile$/);
});

test("R17 S6 a profile that fails to load shows an error with Retry", async ({ page }) => {
  await newCustomer(page);
  // A 503 is retried for seconds first, a 400 is not.
  for (const [path, heading, way, status] of [
    ["/account", "Hi, Robin Reader", /^Cart, /, 503],
    ["/checkout", "Your cart is empty", "Back to cart", 400],
  ] as const) {
    await page.route("**/v1/account/profile", (route) =>
      route.fulfill({ status, json: { message: "The shop is under maintenance." } }),
    );
    await page.goto(path);
    const said = page.getByRole("alert").filter({ hasText: "The shop is under maintenance." });
    await expect(said).toBeVisible();
    await expect(page.getByRole("link", { name: way })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeAttached();
    await checkLoadedScreen(page);
    await page.unroute("**/v1/account/profile");
    await said.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
});

test("S7 an expired access token is refreshed once for all requests, which are retried", async ({ page }) => {
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

isolated.test(
  "S7 S8 a failed refresh, or a 422, logs out and goes home; a note stays that leads back",
  async ({ page }) => {
    const { email, password } = await newCustomer(page);
    const sessions = "**/v1/account/sessions";
    await page.route(sessions, (route) => route.fulfill({ status: 422, json: { code: "token_broken" } }));
    await page.clock.install();
    await page.goto("/account/profile");
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedSession(page)).toEqual([null, null, null, null]);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toHaveCount(0);
    const note = page.getByText("Your session has ended");
    await expect(note).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(note).toBeVisible();
    await page.unroute(sessions);
    await page.getByRole("button", { name: "Sign in and continue" }).click();
    await fillSignIn(page, { username: email, password });
    await expect(page).toHaveURL(/\/account\/profile$/);
    await expect(note).toBeHidden();
  },
);

isolated.test("D7 the dismissed dialog does not reopen within 500 ms", async ({ page }) => {
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

/** How long the loading bar stays after the response of a call, in milliseconds. */
const shownAfterAnswer = (page: Page, path: string) =>
  page.evaluate(
    (called) =>
      new Promise<number>((resolve) => {
        const bar = document.querySelector("[role=progressbar]") as Element;
        new MutationObserver(() => {
          const calls = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          const last = calls.findLast(({ name }) => name.includes(called));
          if (bar.ariaHidden === "true" && last) resolve(performance.now() - last.responseEnd);
        }).observe(bar, { attributes: true });
      }),
    path,
  );

test("S12 the loading bar shows during a request and 300 ms longer", async ({ page }) => {
  await visit(page, "/");
  const bar = page.getByRole("progressbar");
  await atEachWidth(page, async (width) => {
    await expect(bar).toBeHidden();
    const release = await holdCalls(page, "**/v1/product/search-suggestion*");
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
