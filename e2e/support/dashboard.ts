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
