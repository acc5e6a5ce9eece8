import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { emailRule, toPatch } from "./edit-order-form.tsx";

const base = {
  fullname: "Ada Person",
  company: "",
  vat_id: "",
  line1: "Lindenstr. 1",
  line2: "",
  postal_code: "10969",
  city: "Berlin",
  region_code: "",
  phone: "",
  email: "ada@example.com",
  note: "Ring twice",
};
const order = { shipping_address: { country: "DE" } } as Order;

test("what wasn't changed of an order is not sent, as others may have changed it", () => {
  expect(toPatch(base, base, order)).toEqual({});
  expect(toPatch({ ...base, note: " " }, base, order)).toEqual({ customer_note: null });
  expect(toPatch({ ...base, email: "ada@new.example" }, base, order)).toEqual({ email: "ada@new.example" });
});

test("a changed address is sent whole, with its country", () => {
  const { email: _email, note: _note, ...address } = { ...base, city: "Potsdam" };
  expect(toPatch({ ...base, city: "Potsdam" }, base, order)).toEqual({
    shipping_address: { ...address, country: "DE" },
  });
});

// The order was reported as updated, with the email it had.
test("an emptied email is refused, unless the order had none", () => {
  expect(emailRule("ada@example.com")(" ")).toBe("Enter an email address.");
  expect(emailRule("ada@example.com")("ada@new.example")).toBe(true);
  expect(emailRule(null)("")).toBe(true);
});
