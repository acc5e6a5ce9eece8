import { expect, test } from "vitest";
import { hasFilters, parseProductList, productListPath } from "./product-list-address.ts";

test("A5 the URL of the product list holds only its filters", () => {
  const address = "/dashboard/products?status=draft&category=7&low_stock=true&name=cup&sort=-stock&per_page=50&page=3";
  const query = parseProductList(new URL(address, "http://shop.test").searchParams);
  expect(query).toEqual({
    status: "draft",
    name: "cup",
    category: 7,
    low_stock: true,
    sort: "-stock",
    page: 3,
    per_page: 50,
  });
  expect(productListPath(query)).toBe(address);
  expect(productListPath({ sort: "-updated_at", page: 1, per_page: 20 })).toBe("/dashboard/products");
});

test("A5 invalid values in the URL of the product list are ignored", () => {
  const search = new URLSearchParams("status=constructor&category=-2&low_stock=perhaps&sort=colour&page=x&per_page=7");
  expect(parseProductList(search)).toEqual({ page: 1, per_page: 20 });
  expect(hasFilters(parseProductList(search))).toBe(false);
  expect(hasFilters({ low_stock: true })).toBe(true);
});
