import { expect, test } from "vitest";
import { isNarrowed, productsAddress, productsAsked } from "./product-list-address.ts";

test("A5 the address of the product list says what narrows it and no more", () => {
  const address = "/dashboard/products?status=draft&category=7&low_stock=true&name=cup&sort=-stock&per_page=50&page=3";
  const asked = productsAsked(new URL(address, "http://shop.test").searchParams);
  expect(asked).toEqual({
    status: "draft",
    name: "cup",
    category: 7,
    low_stock: true,
    sort: "-stock",
    page: 3,
    per_page: 50,
  });
  expect(productsAddress(asked)).toBe(address);
  expect(productsAddress({ sort: "-updated_at", page: 1, per_page: 20 })).toBe("/dashboard/products");
});

test("A5 nonsense in the address of the product list is taken as not said", () => {
  const search = new URLSearchParams("status=constructor&category=-2&low_stock=perhaps&sort=colour&page=x&per_page=7");
  expect(productsAsked(search)).toEqual({ page: 1, per_page: 20 });
  expect(isNarrowed(productsAsked(search))).toBe(false);
  expect(isNarrowed({ low_stock: true })).toBe(true);
});
