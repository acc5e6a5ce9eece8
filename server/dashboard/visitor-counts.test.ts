import { expect, test } from "vitest";
import { noVisitors, pageOf, VisitorCounts } from "./visitor-counts.ts";

test.each([
  ["GET", "/", "home"],
  ["GET", "/v1/product?name=mug", "lists"],
  ["GET", "/details/mug", "products"],
  ["GET", "/v1/product/details/mug", "products"],
  ["POST", "/v1/cart", "products"],
  ["GET", "/cart", "cart"],
  ["GET", "/v1/checkout/quote?country=DE", "checkout"],
  ["GET", "/account/orders", "account"],
  ["GET", "/v1/cart", undefined],
  ["GET", "/dashboard/home", undefined],
  ["GET", "/v1/product/admin", undefined],
  // Staff check prices.
  ["GET", "/v1/checkout/preview?country=DE", undefined],
  ["GET", "/assets/root.js", undefined],
])("Live visitors: %s %s is of a visitor on %s", (method, url, page) => {
  expect(pageOf(method, url)?.page).toBe(page);
});

test("Live visitors: a visitor is counted once, on the last page, for a minute", () => {
  const counts = new VisitorCounts(60_000);
  const see = (visitor: string, method: string, url: string, at: number) => {
    const page = pageOf(method, url);
    if (page) counts.note(visitor, page, at);
  };
  see("ada", "GET", "/", 0);
  see("ada", "GET", "/details/mug", 1000);
  see("ada", "POST", "/v1/cart", 2000);
  see("bo", "GET", "/cart", 3000);
  see("bo", "PATCH", "/v1/cart", 4000);
  see("bo", "GET", "/checkout", 50_000);
  expect(counts.count(50_000)).toEqual({
    visitors: 2,
    carts_filling: 1,
    pages: { home: 0, lists: 0, products: 1, cart: 0, checkout: 1, account: 0 },
  });
  expect(counts.count(62_001)).toMatchObject({ visitors: 1, carts_filling: 0 });
  expect(counts.count(110_001)).toEqual(noVisitors());
});

test("Live visitors: what another process saw before counts for the cart only, what it saw later for the page too", () => {
  const counts = new VisitorCounts(60_000);
  counts.add("ada", { page: "lists", at: 5000, cartAt: Number.NEGATIVE_INFINITY });
  counts.add("ada", { page: "home", at: 1000, cartAt: 1000 });
  expect(counts.find("ada")).toEqual({ page: "lists", at: 5000, cartAt: 1000 });
  counts.add("ada", { page: "cart", at: 6000, cartAt: Number.NEGATIVE_INFINITY });
  expect(counts.find("ada")).toEqual({ page: "cart", at: 6000, cartAt: 1000 });
});
