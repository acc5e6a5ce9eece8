import { expect, type Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { callApi } from "#e2e/support/api.ts";
import routes from "#web/routes.ts";
import { checkScreenAtEachWidth } from "./screens.ts";
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
    await goTo(page, path);
  }
  await expect(page.locator("h1:not([data-left])")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
}

/** As `openPage`, for a list whose calls fail first: expects a skeleton, then an error whose Retry loads it. */
export async function openByRetry(page: Page, path: string) {
  const held = Promise.withResolvers<void>();
  const calls = "**/v1/**";
  await page.route(calls, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    await held.promise;
    // A status of 5xx would be tried three times more before it is shown.
    await route.fulfill({ status: 400, json: { code: "bad_input", message: "Not now." } });
  });
  const main = page.getByRole("main");
  const skeleton = main.locator(".animate-breathe").first();
  await goTo(page, path);
  await expect(skeleton, path).toBeVisible();
  await checkScreenAtEachWidth(page, "main");
  held.resolve();
  const notice = main.getByRole("alert").filter({ hasText: "Not now." });
  const retry = notice.getByRole("button", { name: "Retry" });
  await expect(retry, path).toBeVisible();
  await expect(skeleton, path).toHaveCount(0);
  await checkScreenAtEachWidth(page, "main");
  await page.unroute(calls);
  await retry.click();
  await expect(notice, path).toHaveCount(0);
  await openPage(page, path);
}

/** Goes to another page without loading the document again. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** The addresses of all pages of the dashboard, those of a product, an order and so on with the first one. */
export async function dashboardPages(page: Page, token: string): Promise<string[]> {
  const ids = await exampleIds(page, token);
  const pathsOf = ({ path = "", children = [] }: RouteConfigEntry): string[] =>
    children.length === 0 ? [path] : children.flatMap((child) => pathsOf(child).map((below) => `${path}/${below}`));
  const dashboard = (await routes).find(({ path }) => path === "dashboard");
  return (dashboard ? pathsOf(dashboard) : [])
    .filter((path) => !path.endsWith("*"))
    .flatMap((path) => (path.endsWith("?") ? [path.replace(/\/:\w+\?$/, ""), path] : path))
    .map((path) => `/${path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(ids[name] ?? name))}`);
}

/** Something of each kind that has a page of its own. */
async function exampleIds(page: Page, token: string): Promise<Record<string, unknown>> {
  const firstOf = async (path: string) => (await callApi(page, token, "get", path)).data[0]?.id;
  return {
    order_id: await firstOf("/orders?status=completed"),
    user_id: await firstOf("/customers?role=customer"),
    category_id: await firstOf("/categories/admin"),
    product_id: await firstOf("/product/admin"),
    variation_id: (await callApi(page, token, "get", "/stock")).data[0]?.variation_id,
    coupon_id: await firstOf("/coupons"),
    gift_card_id: await firstOf("/gift-cards"),
    type_id: await firstOf("/product-types"),
  };
}
