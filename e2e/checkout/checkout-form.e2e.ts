import { type BrowserContext, expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { fillAddress, openCheckout, orderButton } from "#e2e/support/checkout.ts";
import { applyCoupon, customerWithCart, openReasons } from "#e2e/support/orders.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, fillSignIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

/** Opens the checkout in this tab and, with the same session and address, in another, both ready to order. */
async function openInOtherTab(page: Page, context: BrowserContext, session: Record<string, string>) {
  const other = await context.newPage();
  await other.addInitScript((stored: Record<string, string>) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, session);
  await openCheckout(page);
  await fillAddress(page);
  await openCheckout(other);
  await expect(other.getByLabel("City")).toHaveValue("Berlin");
  for (const tab of [page, other]) await expect(orderButton(tab)).not.toHaveAttribute("aria-busy");
  return other;
}

test("R6 the form is restored after the session ended and a new sign-in; logout clears it", async ({ page }) => {
  const { email, password } = await customerWithCart(page);
  await openCheckout(page);
  await fillAddress(page);
  await page.evaluate(() => {
    for (const key of ["access_token", "refresh_token", "role", "account_status"]) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await fillSignIn(page, { username: email, password });
  await expect(page.getByLabel("City")).toHaveValue("Berlin");
  await page.goto("/account");
  await page.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You're logged Out")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("mine:")))).toEqual([]);
});

test("R6 fields have autocomplete tokens and input modes", async ({ page }) => {
  await customerWithCart(page);
  await openCheckout(page);
  for (const [label, token] of [
    ["Email", "email"],
    ["Country", "shipping country"],
    ["Full name", "shipping name"],
    ["Street address", "shipping address-line1"],
    ["Postal code", "shipping postal-code"],
    ["City", "shipping address-level2"],
    ["Phone", "shipping tel"],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", token);
  for (const label of ["Full name", "Street address", "City"]) {
    await expect(page.getByLabel(label)).toHaveAttribute("autocapitalize", "words");
    await expect(page.getByLabel(label)).toHaveAttribute("spellcheck", "false");
  }
  await expect(page.getByLabel("Email")).toHaveAttribute("inputmode", "email");
  await expect(page.getByLabel("Phone")).toHaveAttribute("inputmode", "tel");
});

test("R6 D2 an invalid address is reported at its fields with an example, and errors clear when fixed", async ({
  page,
}) => {
  await customerWithCart(page);
  await openCheckout(page);
  await fillAddress(page);
  const [code, phone] = [page.getByLabel("Postal code"), page.getByLabel("Phone")];
  await code.fill("ABC");
  await phone.fill("not a phone");
  await expect(page.getByLabel("VAT ID")).toHaveCount(0);
  await page.getByLabel("Company").fill("Reader Ltd");
  await expect(page.getByLabel("VAT ID")).toBeVisible();
  await page.getByLabel("Full name").fill("");
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await orderButton(page).click();
  const summary = page.getByRole("alert").filter({ hasText: "Check these 3 fields" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([/^Name/, /^Enter a postal code/, /^Enter a phone number/]);
  await expect(code).toHaveAccessibleDescription(/Enter a postal code, such as 10115\./);
  await expect(phone).toHaveAccessibleDescription(/Enter a phone number, such as/);
  await checkLoadedScreen(page);
  await page.getByLabel("Full name").fill("Robin Reader");
  await expect(page.getByText("Name required")).toHaveCount(0);
  await expect(page.getByLabel("Full name")).not.toHaveAttribute("aria-invalid");
  await page.getByLabel("Country").selectOption("US");
  await expect(page.getByLabel("ZIP code")).toHaveAccessibleDescription(/Enter a ZIP code, such as 94105\./);
  await expect(page.getByLabel("State")).toHaveAccessibleDescription("");
  await expect(page.getByLabel("State").getByRole("option", { name: "California" })).toBeAttached();
  await page.getByLabel("Country").selectOption("DE");
  await code.fill("d-10115");
  await phone.fill("+49 (30) 1234567");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\//);
});

test("R6 a country without shipping is reported at the address, and the cart stays", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const far = { fullname: "Robin Reader", line1: "Ross Island", city: "McMurdo", postal_code: "96599", country: "AQ" };
  await callApi(page, token, "post", "/account/addresses", far);
  await page.goto("/checkout");
  const card = page.getByRole("radio", { name: "Robin Reader" });
  await expect(card).toBeDisabled();
  await expect(page.getByText("We don't deliver to Antarctica.")).toBeVisible();
  await checkLoadedScreen(page);
  expect((await callApi(page, token, "get", "/cart")).quantity).toBe(1);
});

test("R6 shipping follows the typed postal code before the address is saved", async ({ page }) => {
  const admin = await page.request.post("/v1/auth/login", { data: demoAdmin });
  const { access_token } = await admin.json();
  // Unique, as zones stay in the shop.
  const [place = 0, street = 0] = crypto.getRandomValues(new Uint16Array(2));
  const letter = (n: number) => String.fromCharCode(65 + (n % 26));
  const code = `KW${place % 10}${letter(place >> 4)}${street % 10}${letter(street >> 4)}${letter(street >> 9)}`;
  const isles = { name: `Isles ${code}`, countries: ["GB"], postal_patterns: [`${code}*`] };
  const { data: zone } = await callApi(page, access_token, "post", "/shipping/zones", isles);
  const boat = {
    zone_id: zone.id,
    name: "Boat to the isles",
    min_days: 8,
    max_days: 12,
    rates: [{ price_amount: 4500 }],
  };
  await callApi(page, access_token, "post", "/shipping/methods", boat);
  const { token } = await customerWithCart(page);
  await openCheckout(page);
  await fillAddress(page);
  await page.getByLabel("Country").selectOption("GB");
  const way = page.getByRole("radio", { name: /Boat to the isles/ });
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await expect(way).toHaveCount(0);
  await page.getByLabel("Postcode").fill(code.toLowerCase().replace(/(?=...$)/, " "));
  await expect(way).toBeChecked();
  await expect(page.getByRole("radio", { name: /Tracked/ })).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Delivery method" })).toContainText("€45.00");
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\//);
  const [order] = (await callApi(page, token, "get", "/orders")).data;
  const { data } = await callApi(page, token, "get", `/orders/${order.id}`);
  expect(data).toMatchObject({
    shipping_method: { name: "Boat to the isles" },
    totals: { shipping: { amount: 4500 } },
  });
});

test("R6 C11 a coupon that expired before ordering is reported with the new total, and ordering can go on", async ({
  page,
}) => {
  const admin = await page.request.post("/v1/auth/login", { data: demoAdmin });
  const { access_token } = await admin.json();
  const form = { code: `E2E-${crypto.randomUUID().slice(0, 8)}`, kind: "fixed", value: 300 };
  const { data: coupon } = await callApi(page, access_token, "post", "/coupons", form);
  const { token } = await customerWithCart(page);
  await applyCoupon(page, token, coupon.code);
  await openCheckout(page);
  await fillAddress(page);
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  const review = page.getByRole("region", { name: "Order summary" });
  await expect(review.getByRole("button", { name: "Discount details" })).toBeVisible();
  const amount = async () => ((await orderButton(page).textContent()) ?? "").replace("Order and pay €", "");
  const agreed = await amount();
  const ended = { ...form, version: coupon.version, ends_at: new Date(Date.now() - 1000).toISOString() };
  await callApi(page, access_token, "put", `/coupons/${coupon.id}`, ended);
  await orderButton(page).click();
  const without = (Number(agreed) + 3).toFixed(2);
  const message = page.getByRole("alert").filter({ hasText: "This coupon has expired." });
  await expect(message).toContainText(
    `The total changed from €${agreed} to €${without}. Your order hasn't been placed`,
  );
  expect((await callApi(page, token, "get", "/orders")).meta.total).toBe(0);
  await expect(orderButton(page)).toHaveText(`Order and pay €${without}`);
  await expect(review.getByRole("button", { name: "Discount details" })).toHaveCount(0);
  await checkLoadedScreen(page);
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\//);
  const [placed] = (await callApi(page, token, "get", "/orders")).data;
  expect((placed.total.amount / 100).toFixed(2)).toBe(without);
});

test("R6 two tabs place one order", async ({ page, context }) => {
  const { token, session } = await customerWithCart(page);
  const other = await openInOtherTab(page, context, session);
  // Both orders are held until both tabs have ordered: the first one placed empties the cart of the other.
  let letGo = () => {};
  const bothOrdered = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let ordered = 0;
  await context.route("**/v1/orders", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    if (++ordered === 2) letGo();
    await bothOrdered;
    return route.fallback();
  });
  for (const tab of [page, other]) await orderButton(tab).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/payment\//);
  expect(other.url()).toBe(page.url());
  expect((await callApi(page, token, "get", "/orders")).meta.total).toBe(1);
});

test("R6 a tab left at the checkout links to the order that another tab placed", async ({ page, context }) => {
  const { token, session } = await customerWithCart(page);
  const other = await openInOtherTab(page, context, session);
  await page.getByRole("radio", { name: /Decline/ }).check();
  await orderButton(page).click();
  await expect(page).toHaveURL(/\/payment\//);
  await other.getByRole("link", { name: /^Pay order / }).click();
  await expect(other).toHaveURL(page.url());
  expect((await callApi(page, token, "get", "/orders")).meta.total).toBe(1);
});

test("R6 C11 a coupon is applied in the checkout, and every amount is explained", async ({ page }) => {
  await customerWithCart(page);
  await openCheckout(page);
  await fillAddress(page);
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  const before = (await orderButton(page).textContent()) ?? "";
  await page.getByRole("button", { name: "Add a coupon or gift card" }).click();
  await page.getByLabel("Coupon or gift card", { exact: true }).fill("WELCOME10");
  await page.getByLabel("Coupon or gift card", { exact: true }).press("Enter");
  await expect(page.getByRole("list", { name: "Coupons and gift cards" })).toContainText("WELCOME10");
  await expect(orderButton(page)).not.toHaveText(before);
  const review = page.getByRole("region", { name: "Order summary" });
  await openReasons(review);
  // All explanations are open but the total's, which explains its tax.
  await expect(review.getByRole("button", { name: / details$/, expanded: false })).toHaveText([/^Total/]);
  await checkLoadedScreen(page);
});
