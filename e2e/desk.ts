import { expect, type Page } from "@playwright/test";
import { enter } from "./buying.ts";
import { demoAdmin } from "./signed-in.ts";

/** Waits until the dashboard hears of what changes. */
export const isLive = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();

/** Signs the demo's administrator in and opens a page of the dashboard; answers their token. */
export async function openDashboard(page: Page, path = "/dashboard/home") {
  const token = await enter(page, demoAdmin);
  await page.goto(path);
  await isLive(page);
  return token;
}
