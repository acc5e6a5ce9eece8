import { expect, type Page } from "@playwright/test";
import { elsewhere, enter, expectAccessibleInBothThemes, openReasons, strangersOrder } from "./buying.ts";
import { test } from "./shop-test.ts";
import { alive, answerSignIn, demoAdmin, demoCustomer } from "./signed-in.ts";
import { atEachWidth, expectFits, expectPlain, isSmall } from "./states.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const isLive = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();
const tile = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Figures" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

const menuButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: /the menu$/ });

async function openDashboard(page: Page, path = "/dashboard/home") {
  const token = await enter(page, demoAdmin);
  await page.goto(path);
  await isLive(page);
  return token;
}

test("P3 R12 the dashboard's document holds nothing, and customers are turned away", async ({ page }) => {
  for (const path of ["/dashboard/home", "/dashboard/orders"]) {
    const document = await (await page.request.get(path)).text();
    expect(document).not.toMatch(/Revenue|Low stock|Latest customers|Not shipped/);
  }
  await enter(page, demoCustomer);
  await page.goto("/dashboard/orders");
  await expect(page).toHaveURL(/\/unauthorized$/);
  await expect(page.getByRole("heading", { name: "PAGE IS FORBIDDEN" })).toBeVisible();
});

test("R9 S11 A1 A2 /dashboard leads to its home, under a bar with shop, name and logout, the menu folded where there is room, at 390, 768 and 1440 px", async ({
  page,
}) => {
  await enter(page, demoAdmin);
  const bar = page.getByRole("banner");
  await atEachWidth(page, async (width) => {
    await page.goto("/dashboard");
    await isLive(page);
    await expect(page).toHaveURL(/\/dashboard\/home$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Kiosk" })).toBeVisible();
    await expect(bar.getByText("Ada Keeper")).toBeVisible();
    await expect(menuButton(page)).toHaveAttribute("aria-expanded", String(isSmall(width)));
    const products = isSmall(width) ? [/All Products/, /Add Product/] : [/Products/];
    await expect(menu(page).getByRole("link")).toHaveText([
      /^Dashboard/,
      /Orders/,
      /Users/,
      /Category/,
      ...products,
      /Ledger/,
    ]);
    await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
    await expectPlain(page);
  });
  await bar.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("A1 S1 an administrator who signs in at a page of the dashboard stays there, anywhere else is led to it", async ({
  page,
}) => {
  await page.goto("/dashboard/orders?status=completed");
  await answerSignIn(page, demoAdmin);
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/orders\?status=completed$/);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await alive(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await answerSignIn(page, demoAdmin);
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});

test("A1 whoever has no name is 'Stranger'", async ({ page }) => {
  const token = await enter(page, demoAdmin);
  const { data } = await elsewhere(page, token, "get", "/account/profile");
  await page.route("**/v1/account/profile", (route) => route.fulfill({ json: { data: { ...data, fullname: null } } }));
  await page.goto("/dashboard/home");
  await expect(page.getByRole("banner").getByText("Stranger")).toBeVisible();
});

test("S11 the menu starts folded, unfolds on a press, and follows the screen when that becomes small or wide, at 390, 768 and 1440 px", async ({
  page,
}) => {
  await openDashboard(page);
  const toggle = menuButton(page);
  const isUnfolded = (unfolded: boolean) => expect(toggle).toHaveAttribute("aria-expanded", String(unfolded));
  await isUnfolded(false);
  await toggle.click();
  await isUnfolded(true);
  await toggle.click();
  await page.setViewportSize({ width: 768, height: 900 });
  await isUnfolded(true);
  await toggle.click();
  await expect(menu(page)).toBeHidden();
  // As small a screen as before: what was pressed last holds.
  await page.setViewportSize({ width: 390, height: 900 });
  await isUnfolded(false);
  await expect(menu(page)).toBeHidden();
  await toggle.click();
  await isUnfolded(true);
  await expect(menu(page).getByRole("link", { name: "Add Product" })).toBeInViewport({ ratio: 1 });
  await toggle.click();
  await expect(menu(page)).toBeHidden();
  await toggle.click();
  await page.setViewportSize({ width: 769, height: 900 });
  await isUnfolded(false);
  await expect(menu(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await isUnfolded(true);
});

test("A2 L2 figures and badge move by themselves when an order comes; opening the orders marks them seen", async ({
  page,
}) => {
  await openDashboard(page, "/dashboard/orders");
  await menu(page)
    .getByRole("link", { name: /Dashboard/ })
    .click();
  const today = tile(page, "Orders today").locator("p").first();
  await expect(today).toHaveText(/^\d+$/);
  const [before, users] = [
    Number(await today.textContent()),
    await tile(page, "Users").locator("p").first().textContent(),
  ];
  const { number } = await strangersOrder(page);
  await expect(today).toHaveText(String(before + 1));
  await expect(tile(page, "Users").locator("p").first()).not.toHaveText(users ?? "");
  await expect(page.getByText("Sam Stranger").first()).toBeVisible();
  await menu(page)
    .getByRole("link", { name: /Orders.*new/ })
    .click();
  await expect(page.getByRole("link", { name: String(number), exact: true })).toBeVisible();
  await expect(menu(page).getByRole("link", { name: /Orders.*new/ })).toHaveCount(0);
});

test("A2 the revenue of another period is drawn, and is there as a table", async ({ page }) => {
  await openDashboard(page);
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page.getByRole("heading", { name: "Revenue", exact: true }).locator("..")).toContainText("last 7 days");
  await page.getByText("Show as a table").click();
  const table = page.getByRole("table", { name: /by day/ });
  await expect(table.getByRole("row")).toHaveCount(8);
  await expect(page.getByRole("img", { name: /^Revenue by day/ }).locator("canvas")).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("A6 the orders: filters, search by '/' and sort stand in the address; new ones appear by themselves", async ({
  page,
}) => {
  await openDashboard(page, "/dashboard/orders");
  const table = page.getByRole("table", { name: "Orders" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await expectAccessibleInBothThemes(page);
  const { number } = await strangersOrder(page);
  await expect(table.getByRole("link").first()).toHaveText(String(number));
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search orders" });
  await expect(search).toBeFocused();
  await search.fill(String(number));
  await expect(page).toHaveURL(new RegExp(`name=${number}`));
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search orders" }).press("Escape");
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
});

test("A6 the orders: a state, a sort and the arrows lead to an order", async ({ page }) => {
  await openDashboard(page, "/dashboard/orders");
  const table = page.getByRole("table", { name: "Orders" });
  await page.getByRole("link", { name: "Completed" }).click();
  await expect(page).toHaveURL(/status=completed/);
  const sorted = page.waitForResponse(/sort=-total/);
  await table.getByRole("button", { name: "Total" }).click();
  await expect(page).toHaveURL(/sort=-total/);
  await sorted;
  await expect(table.getByRole("columnheader", { name: "Total" })).toHaveAttribute("aria-sort", "descending");
  // Until the sorted ones are there the rows are those of before.
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  await table.getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(table.getByRole("link").nth(1)).toBeFocused();
  await page.goto("/dashboard/orders?name=nobody-of-that-name");
  await expect(page.getByRole("heading", { name: "No order fits" })).toBeVisible();
  await page.getByRole("link", { name: "Show all orders" }).click();
  await table.getByRole("row").nth(1).getByRole("cell").nth(2).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
});

test("A6 C11 an order says why its figures are so, and goes its way: started, held, released, shipped in parts, delivered", async ({
  page,
}) => {
  const { id, number } = await strangersOrder(page, 2, "WELCOME10");
  await openDashboard(page, `/dashboard/orders/${id}`);
  const moves = page.getByRole("group", { name: "Moves" });
  await expect(page.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
  await openReasons(page.getByRole("main"));
  await expectAccessibleInBothThemes(page);
  await moves.getByRole("button", { name: "Start work" }).click();
  await expect(moves.getByRole("button", { name: "Start work" })).toHaveCount(0);
  await moves.getByRole("button", { name: "Hold" }).click();
  const why = page.getByRole("dialog", { name: "Put the order on hold" });
  await why.getByRole("button", { name: "Put on hold" }).click();
  await expect(why.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
  await why.getByLabel("Reason").fill("The customer asked us to wait");
  await expectAccessibleInBothThemes(page);
  await why.getByRole("button", { name: "Put on hold" }).click();
  await expect(page.getByText("The customer asked us to wait").first()).toBeVisible();
  await moves.getByRole("button", { name: "Take off hold" }).click();
  for (const [quantity, state] of [
    ["1", "Partly shipped"],
    ["1", "Shipped"],
  ] as const) {
    await moves.getByRole("button", { name: "Ship" }).click();
    const parcel = page.getByRole("dialog", { name: `Ship order ${number}` });
    await parcel
      .getByRole("textbox", { name: /^Quantity/ })
      .or(parcel.getByRole("spinbutton"))
      .first()
      .fill(quantity);
    await parcel.getByLabel("Carrier").fill("Swift Post");
    if (state === "Partly shipped") await expectAccessibleInBothThemes(page);
    await parcel.getByRole("button", { name: "Ship these items" }).click();
    await expect(parcel).toBeHidden();
    await expect(page.getByText(state, { exact: true })).toBeVisible();
  }
  await expect(moves.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await page.getByRole("button", { name: "Mark as delivered" }).first().click();
  await expect(page.getByRole("button", { name: "Mark as delivered" })).toHaveCount(1);
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(page.getByText("The parcel has arrived")).toHaveCount(0, { timeout: 15_000 });
  await expectAccessibleInBothThemes(page);
});

test("A6 cancelling says what happens to the money first", async ({ page }) => {
  const { id, number } = await strangersOrder(page);
  await openDashboard(page, `/dashboard/orders/${id}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  const question = page.getByRole("dialog", { name: `Cancel order ${number}?` });
  await expect(question).toContainText("is returned to the customer");
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByText("Refunded", { exact: true }).first()).toBeVisible();
});

test("A6 a move that comes too late is refused, and the page shows how the order stands", async ({ page }) => {
  const { id, token } = await strangersOrder(page);
  // A page that hears no news: its line is never answered.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await enter(page, demoAdmin);
  await page.goto(`/dashboard/orders/${id}`);
  await expect(page.getByRole("button", { name: "Start work" })).toBeVisible();
  await elsewhere(page, token, "post", `/orders/${id}/cancel`, {});
  await page.getByRole("button", { name: "Start work" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "That was not done" })).toBeVisible();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start work" })).toHaveCount(0);
});

test("A6 on a phone the orders are a table of what one looks for first, and a row leads to its order", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { number } = await strangersOrder(page);
  await openDashboard(page, `/dashboard/orders?name=${number}`);
  const table = page.getByRole("table", { name: "Orders" });
  await expect(table.getByRole("columnheader")).toHaveText([/^Order/, /^Customer/, /^Total/]);
  await expect(table.getByRole("row")).toHaveCount(2);
  const cells = table.getByRole("row").nth(1).getByRole("cell");
  await expect(cells.nth(0)).toContainText(String(number));
  await expect(cells.nth(1)).toContainText("Robin Reader");
  await expect(cells.nth(2)).toContainText("€");
  await expect(cells.nth(2)).toBeInViewport({ ratio: 1 });
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await cells.nth(2).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
});

test("A2 with reduced motion the revenue is drawn as well, and drawn anew for another period", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openDashboard(page);
  const canvas = page.getByRole("img", { name: /^Revenue by day/ }).locator("canvas");
  const drawn = () =>
    canvas.evaluate((one: HTMLCanvasElement) => {
      const { data } = (one.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, one.width, one.height);
      return data.some((value) => value > 0) ? one.toDataURL() : "";
    });
  await expect.poll(drawn).not.toBe("");
  const month = await drawn();
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page.getByRole("heading", { name: "Revenue", exact: true }).locator("..")).toContainText("last 7 days");
  await expect.poll(async () => ![month, ""].includes(await drawn())).toBe(true);
});

test("A1 in a shop of another language the dashboard is English, from left to right, and the shop is itself again after", async ({
  page,
}) => {
  await enter(page, demoAdmin);
  await page.goto("/privacy");
  await page.getByRole("button", { name: /Account menu/ }).click();
  const html = page.locator("html");
  // As in an Arabic shop.
  await html.evaluate((one: HTMLElement) => Object.assign(one, { lang: "ar", dir: "rtl" }));
  await page.getByRole("dialog", { name: "Account menu" }).getByRole("link", { name: "Dashboard" }).click();
  await isLive(page);
  await expect(html).toHaveAttribute("dir", "ltr");
  await expect(html).toHaveAttribute("lang", "en");
  await page.getByRole("banner").getByRole("link", { name: "Kiosk" }).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(html).toHaveAttribute("dir", "rtl");
  await expect(html).toHaveAttribute("lang", "ar");
});
