import fc from "fast-check";
import { expect, test } from "vitest";
import { Declined } from "./gateway.ts";
import { fromStripe, stripeSupports, toStripe } from "./stripe-events.ts";

test.each([
  [1999, "EUR", 1999],
  [500, "JPY", 500],
  [500, "ISK", 50_000],
  [500, "UGX", 50_000],
  [100_000, "MGA", 1000],
  [5120, "KWD", 5120],
])("C11 Stripe: %i minor units of %s are %i there", (amount, currency, there) => {
  expect(toStripe(amount, currency)).toBe(there);
  expect(fromStripe(there, currency.toLowerCase())).toBe(amount);
});

test("C11 Stripe: an amount it can't move is never rounded", () => {
  for (const [amount, currency] of [
    [5124, "KWD"],
    [1, "BHD"],
    [9, "JOD"],
    [1001, "OMR"],
    [1999, "TND"],
    [150, "MGA"],
  ] as const)
    expect(() => toStripe(amount, currency)).toThrow(Declined);
  const currencies = fc.constantFrom("EUR", "JPY", "ISK", "UGX", "MGA", "KWD", "BHD", "JOD", "OMR", "TND");
  fc.assert(
    fc.property(fc.nat(1_000_000_000), currencies, (amount, currency) => {
      if (stripeSupports(amount, currency)) expect(fromStripe(toStripe(amount, currency), currency)).toBe(amount);
    }),
  );
});
