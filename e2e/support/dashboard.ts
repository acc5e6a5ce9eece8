import { expect, type Page } from "@playwright/test";
import { demoAdmin, signIn } from "./session.ts";

/** Waits until the dashboard's socket is connected. */
export const expectLive = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();

/** Signs the demo admin in, opens a page of the dashboard and returns the access token. */
export async function openDashboard(page: Page, path = "/dashboard/home") {
  const token = await signIn(page, demoAdmin);
  await page.goto(path);
  await expectLive(page);
  return token;
}

/** Chooses an action from the menu "More" of an order. */
export async function chooseMore(page: Page, name: string) {
  await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/**
 * Goes from a page of the dashboard to another without loading the document again, which would take most of the time, and
 * waits until it is loaded.
 */
export async function openPage(page: Page, path: string) {
  const heading = page.getByRole("heading", { level: 1 });
  // All pages that may not be seen have the same heading.
  if (/permission/.test(await heading.innerText())) await page.goto(path);
  // Otherwise a redirect has led there.
  else if (new URL(page.url()).pathname !== path) {
    await heading.evaluate((element) => element.setAttribute("data-left", ""));
    await page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  }
  await expect(page.locator("h1:not([data-left])")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
}
