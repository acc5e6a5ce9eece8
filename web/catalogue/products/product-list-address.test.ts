import { expect, test } from "vitest";
import { productList, viewPath } from "./product-list-address.ts";

test("A5 the URL of the product list holds only its filters", () => {
  const address =
    "/dashboard/products?name=cup&status=draft&category=7&stock=low&brand=Nord&price_max=2000&no_image=true" +
    "&lacking=any&sort=-stock&per_page=50&page=3";
  const query = productList.read(new URL(address, "http://shop.test").searchParams);
  expect(query).toEqual({
    status: "draft",
    name: "cup",
    category: 7,
    stock: "low",
    brand: "Nord",
    price_max: 2000,
    no_image: true,
    lacking: "any",
    sort: "-stock",
    page: 3,
    per_page: 50,
  });
  expect(productList.write(query)).toBe(address);
  expect(productList.write({ sort: "-updated_at", page: 1, per_page: 20 })).toBe("/dashboard/products");
});

test("A5 invalid values in the URL of the product list are ignored", () => {
  const search = new URLSearchParams("status=constructor&category=-2&stock=perhaps&sort=colour&page=x&per_page=7");
  expect(productList.read(search)).toEqual({ page: 1, per_page: 20 });
  expect(productList.filtersOf(productList.read(search))).toEqual({});
  expect(productList.filtersOf({ stock: "low", sort: "name", page: 2 })).toEqual({ stock: "low" });
});

test("A5 a saved view holds filters and sort, not the page", () => {
  expect(viewPath({ status: "draft", sort: "name", page: 4, per_page: 100 })).toBe(
    "/dashboard/products?status=draft&sort=name",
  );
  expect(viewPath({ page: 2 })).toBe("/dashboard/products");
});
