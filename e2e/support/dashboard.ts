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
