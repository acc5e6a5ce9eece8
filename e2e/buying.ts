import { expect, type Locator, type Page } from "@playwright/test";
import { eitherWay, expectAccessible, newCustomer } from "./signed-in.ts";

type Token = string;
const bearer = (token: Token) => ({ authorization: `Bearer ${token}` });
const home = { fullname: "Robin Reader", line1: "Lindenweg 8", city: "Berlin", postal_code: "10115", country: "DE" };

async function ask(
  page: Page,
  method: "get" | "post" | "put",
  path: string,
  token?: Token,
  data?: object,
  key?: string,
) {
  const answer = await page.request[method](`/v1${path}`, {
    headers: { ...(token ? bearer(token) : {}), ...(key ? { "idempotency-key": key } : {}) },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Signs in by the API: the next page that is visited finds the session. */
export async function enter(page: Page, who: { username: string; password: string }): Promise<Token> {
  const { user: _, ...session } = await ask(page, "post", "/auth/login", undefined, who);
  await page.addInitScript((stored: Record<string, string>) => {
    if (sessionStorage.getItem("signed in")) return;
    sessionStorage.setItem("signed in", "once");
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, session);
  return session.access_token;
}

/** Puts units of a product into the cart of a customer. */
export async function fillCart(page: Page, token: Token, quantity = 1) {
  const { data } = await ask(page, "get", "/product?in_stock=true&sort=price&per_page=12");
  // Not the very cheapest: those may cost less than delivering them.
  const { data: product } = await ask(page, "get", `/product/details/${data[6].slug}`);
  const { data: cart } = { data: await ask(page, "get", "/cart", token) };
  expect(cart.quantity).toBe(0);
  for (const { id } of product.variations) {
    const answer = await page.request.post("/v1/cart", {
      headers: bearer(token),
      data: { variation_id: id, quantity },
    });
    if (answer.ok()) return product.name as string;
  }
  throw new Error("Nothing of this product can be bought.");
}

/** A new customer with something in the cart. */
export async function customerWithCart(page: Page, quantity = 1) {
  const customer = await newCustomer(page);
  const token = customer.session.access_token ?? "";
  return { ...customer, token, bought: await fillCart(page, token, quantity) };
}

/** Places an order by the API, and pays it where wished. */
export async function order(page: Page, token: Token, { paid = true } = {}) {
  const cart = await ask(page, "get", "/cart", token);
  const { data: quote } = await ask(page, "get", "/checkout/quote?country=DE", token);
  const wish = { cart_id: cart.id, quote_hash: quote.quote_hash, shipping_address: home };
  const { data } = await ask(page, "post", "/orders", token, wish, crypto.randomUUID());
  if (paid) {
    const payment = { provider: "demo", outcome: "approve" };
    await ask(page, "post", `/payments/${data.id}`, token, payment, crypto.randomUUID());
  }
  return data as { id: string; number: number; total: { amount: number } };
}

/** Puts a coupon into the cart of a customer. */
export const takeCoupon = (page: Page, token: Token, code: string) => ask(page, "put", "/cart/coupon", token, { code });

/** Somebody else's paid order, with a coupon where wished, who has no page open. */
export async function strangersOrder(page: Page, quantity = 1, coupon?: string) {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const person = { email, password: "quiet-river-stone", fullname: "Sam Stranger" };
  const { access_token } = await ask(page, "post", "/auth/register", undefined, person);
  await fillCart(page, access_token, quantity);
  if (coupon) await takeCoupon(page, access_token, coupon);
  return { ...(await order(page, access_token)), token: access_token as Token };
}

/** Opens why each figure of something bought with WELCOME10 is so much, and expects the reason of each. */
export async function openReasons(figures: Locator) {
  for (const [name, reason] of [
    [/^Subtotal why/, /\d items?/],
    [/^Discount why/, /WELCOME10/],
    [/^Delivery.* why/, /delivery/i],
    [/^Tax included why/, /\d\s?% of .*, included/],
  ] as const) {
    const opener = figures.getByRole("button", { name });
    await opener.click();
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    const why = figures.locator(`[id="${await opener.getAttribute("aria-controls")}"]`);
    await expect(why).toBeVisible();
    await expect(why).toHaveText(reason);
    await expect(why).toContainText("€");
  }
}

/** Asks the API as somebody; for what happens elsewhere while a page is open. */
export const elsewhere = (page: Page, token: Token, method: "get" | "post" | "put", path: string, data?: object) =>
  ask(page, method, path, token, data);

/** Expects that axe finds nothing in the light, nor in the dark from right to left, once nothing is under way. */
export async function expectAccessibleInBothThemes(page: Page, within?: string) {
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  await eitherWay(page, (rules) => expectAccessible(page, within, rules));
}
