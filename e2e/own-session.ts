import type { Page } from "@playwright/test";

const keys = ["access_token", "refresh_token", "role", "account_status"];

/** What the browser keeps of a session, null where it keeps nothing. */
export const stored = (page: Page) => page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);

/** Stands in the top bar of whoever is signed in. */
export const accountButton = (page: Page) => page.getByRole("button", { name: /Account menu/ });
