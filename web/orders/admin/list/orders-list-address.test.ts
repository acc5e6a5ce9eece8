import { expect, test } from "vitest";
import { ordersList } from "./orders-list-address.ts";

const query = (text: string) => ordersList.read(new URLSearchParams(text));

test("A6 filters, search, sort and page are in the URL and read from it", () => {
  const filters = { status: "on_hold", name: "ada", sort: "-total", page: 3, per_page: 50 } as const;
  const path = ordersList.write(filters);
  expect(path).toBe("/dashboard/orders?status=on_hold&name=ada&sort=-total&per_page=50&page=3");
  expect(query(path.split("?")[1] ?? "")).toEqual(filters);
  expect(ordersList.write(query(""))).toBe("/dashboard/orders");
  const more = "view=to_ship&from=2026-01-02&payment_method=bank&shipping_method=3&country=DE&total_min=1000";
  expect(ordersList.write(query(more))).toBe(`/dashboard/orders?${more}`);
});

test("A6 invalid values in the URL are ignored", () => {
  expect(
    query(
      "status=eaten&from=yesterday&country=XX&total_min=-1&product_id=x&view=x&sort=color&page=-2&per_page=7&name=%20",
    ),
  ).toEqual({ page: 1, per_page: 20 });
});
