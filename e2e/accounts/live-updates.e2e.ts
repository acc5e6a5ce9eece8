import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoCustomer, newCustomer, signInByDialog, visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("L1 the socket is a websocket that opens with the access token and closes at logout", async ({ page }) => {
  const lines: { url: string; closed: boolean }[] = [];
  page.on("websocket", (line) => {
    if (!line.url().includes("/socket.io/")) return;
    const saved = { url: line.url(), closed: false };
    lines.push(saved);
    line.on("close", () => {
      saved.closed = true;
    });
  });
  await visit(page, "/");
  expect(lines).toEqual([]);
  await signInByDialog(page, demoCustomer);
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]?.url).toContain("transport=websocket");
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => lines.map(({ closed }) => closed)).toEqual([true]);
});

test("L1 a socket closed for an expired token reconnects with a refreshed one", async ({ page }) => {
  await newCustomer(page);
  let opened = 0;
  let answers = 0;
  await page.routeWebSocket(/socket\.io/, (browserSide) => {
    opened += 1;
    if (opened === 1) {
      // The server accepts the connection and then closes it.
      browserSide.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}');
      browserSide.onMessage((message) => {
        if (!String(message).startsWith("40")) return;
        browserSide.send('40{"sid":"b"}');
        browserSide.send("41");
      });
      return;
    }
    const shop = browserSide.connectToServer();
    shop.onMessage((message) => {
      if (String(message).startsWith("40{")) answers += 1;
      browserSide.send(message);
    });
  });
  const renewed = page.waitForRequest("**/v1/auth/refresh");
  await page.goto("/");
  await renewed;
  await expect.poll(() => answers).toBe(1);
});

test("L3 L5 the unread count is live, and notifications are read one by one or all over the socket", async ({
  browser,
  page,
}) => {
  const { session } = await newCustomer(page);
  await page.goto("/account/notifications");
  await expect(page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
  await checkLoadedScreen(page);
  const orderId = await placeOrder(page, session.access_token ?? "");
  await expect(page.getByRole("button", { name: "Account menu, 1 unread" })).toBeVisible();
  const row = page.getByRole("main").getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link")).toHaveAttribute("href", `/account/orders/${orderId}`);
  await checkLoadedScreen(page);
  // Another window of the same user is updated too.
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const second = await other.newPage();
  await second.goto(new URL("/account/notifications", page.url()).href);
  await expect(second.getByRole("button", { name: "Account menu, 1 unread" })).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await row.getByRole("button", { name: /Mark as read/ }).click();
  await expect(page.getByRole("button", { name: "Account menu", exact: true })).toBeVisible();
  await expect(second.getByRole("button", { name: "Account menu", exact: true })).toBeVisible();
  expect(calls).toEqual([]);
  await other.close();
  await placeOrder(page, session.access_token ?? "");
  await expect(page.getByRole("button", { name: "Account menu, 1 unread" })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Account menu", exact: true })).toBeVisible();
  await expect(row.getByText("New", { exact: true })).toHaveCount(0);
});

test("L3 without a socket notifications are read by an API call", async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (line) => line.close());
  const { session } = await newCustomer(page);
  await placeOrder(page, session.access_token ?? "");
  // This page receives no events.
  const countNotifications = async () =>
    (await callApi(page, session.access_token ?? "", "get", "/notifications")).data.length;
  await expect.poll(countNotifications).toBe(1);
  await page.goto("/account/notifications");
  const answered = page.waitForResponse(/\/notifications\/\d+\/read$/);
  await page.getByRole("button", { name: /Mark as read/ }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole("main").getByText("New", { exact: true })).toHaveCount(0);
});

/** Places an order with cash on delivery by the API, which notifies the customer. Returns its id. */
async function placeOrder(page: Page, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const list = await (await page.request.get("/v1/product?in_stock=true&per_page=1")).json();
  const added = await page.request.post("/v1/cart", {
    headers,
    data: { variation_id: list.data[0].default_variation_id, quantity: 1 },
  });
  expect(added.ok()).toBe(true);
  const { id: cart_id } = await added.json();
  const quote = await (await page.request.get("/v1/checkout/quote?country=AT", { headers })).json();
  const shipping_address = {
    fullname: "Robin Reader",
    line1: "Lindenweg 8",
    city: "Vienna",
    postal_code: "1010",
    country: "AT",
  };
  const once = () => ({ ...headers, "idempotency-key": crypto.randomUUID() });
  const placed = await page.request.post("/v1/orders", {
    headers: once(),
    data: { cart_id, quote_hash: quote.data.quote_hash, shipping_address },
  });
  expect(placed.status()).toBe(201);
  const { id } = (await placed.json()).data;
  const paid = await page.request.post(`/v1/payments/${id}`, { headers: once(), data: { provider: "cod" } });
  expect(paid.status()).toBe(201);
  return id;
}
