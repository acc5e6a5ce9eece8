import { expect, test } from "vitest";
import { Login } from "./accounts/accounts.ts";
import { api } from "./api.ts";
import { Country, type Endpoint, Id, PageQuery } from "./endpoint.ts";
import { ordersApi } from "./orders/orders-api.ts";

test("C11 ids and page numbers are decimal digits, nothing JavaScript also reads as a number", () => {
  for (const id of ["1", 1, "9007199254740991"]) expect(Id.parse(id)).toBe(Number(id));
  for (const id of [
    "1e2",
    "0x10",
    "0b1",
    " 1",
    "1.0",
    "01",
    "+1",
    "",
    "0",
    0,
    -1,
    1.5,
    true,
    null,
    [1],
    "9007199254740992",
  ])
    expect([id, Id.safeParse(id).success]).toEqual([id, false]);
  expect(PageQuery.safeParse({ page: "1e2" }).success).toBe(false);
});

test("C11 what moves money or units of an order has to be sent with an Idempotency-Key", () => {
  const endpoints: Record<string, Endpoint> = api;
  for (const name of [
    "POST /orders",
    "POST /orders/:id/cancel",
    "POST /orders/:id/lines/cancel",
    "POST /orders/:id/fulfilments",
    "POST /orders/:id/refunds",
    "POST /orders/:id/refunds/:refund_id/sent",
    "POST /orders/:id/capture",
    "POST /payments/:order_id",
    "POST /payments/:order_id/confirm",
    "POST /payments/:order_id/received",
    "POST /returns",
    "POST /returns/:id/receive",
    "POST /gift-cards",
  ])
    expect([name, endpoints[name]?.idempotency]).toEqual([name, "required"]);
});

test("C11 unknown countries are refused", () => {
  expect([Country.safeParse("DE").success, Country.safeParse("XK").success]).toEqual([true, true]);
  for (const code of ["XX", "ZZ", "EU", "de", "D", "", 1])
    expect([code, Country.safeParse(code).success]).toEqual([code, false]);
});

test("D2 a missing name or password says that it is required", () => {
  const { error } = Login.safeParse({});
  expect(error?.issues.map(({ message }) => message)).toEqual(["Username required", "Password required"]);
});

test("C11 a tracking address is a web address", () => {
  const { body } = ordersApi["POST /orders/:id/fulfilments"];
  const read = (tracking_url: string) =>
    body
      ?.safeParse({ version: 1, items: [{ order_item_id: 1, quantity: 1 }], tracking_url })
      .error?.issues.map(({ path }) => path[0]);
  expect(read("https://carrier.example/1")).toBeUndefined();
  for (const url of ["javascript:alert(1)", "data:text/html,x", "ftp://carrier.example/1", "//carrier.example"])
    expect(read(url)).toEqual(["tracking_url"]);
});
