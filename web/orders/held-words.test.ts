import { expect, test } from "vitest";
import { heldWords } from "./held-words.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const held = (payment_status: Parameters<typeof heldWords>[0]["payment_status"], paid: number, missing: number) =>
  heldWords({ number: 1001, payment_status, paid: euros(paid), owing: euros(missing) });

test("R7 R8 of an order held as too little was paid it says what came and what is missing", () => {
  expect(held("partially_paid", 1000, 490)).toEqual({
    title: "We are looking at your payment",
    says: "€10.00 arrived for order 1001, and €4.90 is still missing.",
  });
});

test("R7 R8 of an order held for another reason it asks for no money, and promises nothing", () => {
  expect(held("paid", 1490, 0).says).toMatch(/^Your payment of €14\.90 arrived\. Order 1001 waits/);
  for (const status of ["paid", "authorized", "voided", "refunded", "disputed"] as const)
    expect(held(status, 0, 1490).says).toMatch(/^Order 1001 waits until we have looked at it/);
});
