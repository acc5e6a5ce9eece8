import fc from "fast-check";
import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { Declined } from "./gateway.ts";
import {
  eventsOfDispute,
  eventsOfIntent,
  eventsOfRefund,
  fromStripe,
  stripeSupports,
  toStripe,
} from "./stripe-events.ts";

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

test("Stripe: money counts at the time of its charge, refund or dispute, whatever reports it and when", () => {
  const [created, reported] = [1_700_000_000, new Date(1_700_090_000_000)];
  const charge = { id: "ch_1", object: "charge", created };
  const intent = { id: "pi_1", status: "succeeded", amount_received: 500, currency: "eur", latest_charge: charge };
  const timesOf = (events: { kind: string; at: Date }[]) => events.map(({ kind, at }) => [kind, at.getTime() / 1000]);
  const paid = eventsOfIntent({ ...intent, capture_method: "automatic" } as unknown as Stripe.PaymentIntent, reported);
  expect(timesOf(paid)).toEqual([["capture", created]]);
  expect(paid[0]?.objectRef).toBe("ch_1");
  const later = eventsOfIntent({ ...intent, capture_method: "manual" } as unknown as Stripe.PaymentIntent, reported);
  expect(timesOf(later)).toEqual([["capture", 1_700_090_000]]);
  const about = { id: "x_1", amount: 500, currency: "eur", created };
  const refund = { ...about, status: "failed", metadata: {} } as unknown as Stripe.Refund;
  expect(timesOf(eventsOfRefund(refund, reported))).toEqual([
    ["refund", created],
    ["refund_fail", 1_700_090_000],
  ]);
  const dispute = { ...about, status: "won" } as unknown as Stripe.Dispute;
  expect(timesOf(eventsOfDispute(dispute, reported))).toEqual([
    ["chargeback", created],
    ["chargeback_won", 1_700_090_000],
  ]);
});
