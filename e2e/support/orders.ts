import { expect, type Locator, type Page } from "@playwright/test";
import { callApi } from "./api.ts";
import { newCustomer } from "./session.ts";

const address = { fullname: "Robin Reader", line1: "Lindenweg 8", city: "Berlin", postal_code: "10115", country: "DE" };

/** Adds units of one product to the empty cart of a customer and returns its name. */
export async function fillCart(page: Page, token: string, quantity = 1) {
  const { data } = await callApi(page, token, "get", "/product?in_stock=true&sort=price&per_page=24");
  expect((await callApi(page, token, "get", "/cart")).quantity).toBe(0);
  // Not the cheapest: those may cost less than their shipping.
  for (const { slug } of data.slice(6)) {
    const { data: product } = await callApi(page, token, "get", `/product/details/${slug}`);
    // Not one that runs low: other tests buy it too.
    const variation = product.variations.find((one: { stock: { state: string } }) => one.stock.state === "in_stock");
    if (!variation) continue;
    await callApi(page, token, "post", "/cart", { variation_id: variation.id, quantity });
    return product.name as string;
  }
  throw new Error("No product has enough stock.");
}

/** A new customer with one product in the cart. */
export async function customerWithCart(page: Page, quantity = 1) {
  const customer = await newCustomer(page);
  const token = customer.session.access_token ?? "";
  return { ...customer, token, bought: await fillCart(page, token, quantity) };
}

/** Places an order of the cart by the API, and pays it unless `paid` is false. */
export async function placeOrder(page: Page, token: string, { paid = true } = {}) {
  const cart = await callApi(page, token, "get", "/cart");
  const { data: quote } = await callApi(page, token, "get", "/checkout/quote?country=DE");
  const form = { cart_id: cart.id, quote_hash: quote.quote_hash, shipping_address: address };
  const { data } = await callApi(page, token, "post", "/orders", form, crypto.randomUUID());
  if (paid) {
    const payment = { provider: "demo", outcome: "approve" };
    await callApi(page, token, "post", `/payments/${data.id}`, payment, crypto.randomUUID());
  }
  return data as { id: string; number: number; total: { amount: number } };
}

/** Applies a coupon to the cart of a customer. */
export const applyCoupon = (page: Page, token: string, code: string) =>
  callApi(page, token, "put", "/cart/coupon", { code });

/** A paid order of a customer who has no page open. */
export async function otherCustomersOrder(page: Page, quantity = 1, coupon?: string) {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const person = { email, password: "quiet-river-stone", fullname: "Sam Stranger" };
  const { access_token } = await callApi(page, undefined, "post", "/auth/register", person);
  await fillCart(page, access_token, quantity);
  if (coupon) await applyCoupon(page, access_token, coupon);
  return { ...(await placeOrder(page, access_token)), token: access_token as string };
}

/** Opens the explanation of each amount of an order with WELCOME10, and expects its text. */
export async function openReasons(figures: Locator) {
  for (const [name, reason] of [
    [/^Subtotal details/, /\d items?/],
    [/^Discount details/, /WELCOME10/],
    [/^Delivery.* details/, /delivery/i],
    [/^Tax included details/, /\d\s?% VAT on .*, included/],
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
