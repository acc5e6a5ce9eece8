import { expect, type Page } from "@playwright/test";
import { callApi } from "./api.ts";

/** The sign-ins of the demo data. */
export const demoCustomer = { username: "demo", password: "demo-kiosk" };
export const demoAdmin = { username: "admin", password: "admin-kiosk" };

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path);
  await waitForHydration(page);
  return response;
}

/** Waits until the page's scripts handle events. */
export const waitForHydration = (page: Page) => page.locator("html[data-hydrated]").waitFor({ state: "attached" });

/** Opens the sign-in dialog and signs in with it. */
export async function signInByDialog(page: Page, who: typeof demoCustomer) {
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await fillSignIn(page, who);
}

/** Fills in and submits the sign-in dialog that a protected page has opened. */
export async function fillSignIn(page: Page, { username, password }: typeof demoCustomer) {
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  const byPassword = dialog.getByRole("button", { name: "Sign in with a password" });
  // The checkout offers a code first.
  await expect(byPassword.or(dialog.getByLabel("Username"))).toBeVisible();
  if (await byPassword.isVisible()) await byPassword.click();
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
}

/** Signs in by the API: the next page that is opened is signed in. Returns the access token. */
export async function signIn(page: Page, who: { username: string; password: string }): Promise<string> {
  const { user: _, ...session } = await callApi(page, undefined, "post", "/auth/login", who);
  await storeSession(page, session);
  return session.access_token;
}

/** Registers a new customer by the API: the next page that is opened is signed in as them. */
export async function newCustomer(page: Page) {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const password = "quiet-river-stone";
  const form = { email, password, fullname: "Robin Reader" };
  const { user, ...session } = await callApi(page, undefined, "post", "/auth/register", form);
  await storeSession(page, session);
  return { email, password, user, session: session as Record<string, string> };
}

/** Stores a session for the next document that the page opens. */
async function storeSession(page: Page, session: Record<string, string>) {
  // A new page has no storage of the shop; this document has, and no scripts.
  if (page.url() === "about:blank") await page.goto("/robots.txt");
  await page.evaluate((values) => Object.assign(localStorage, values), session);
}

const sessionKeys = ["access_token", "refresh_token", "role", "account_status"];

/** The four stored values of the session, null where there is none. */
export const storedSession = (page: Page) =>
  page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), sessionKeys);

/** The button in the top bar of a signed-in user. */
export const accountButton = (page: Page) => page.getByRole("button", { name: /Account menu/ });
