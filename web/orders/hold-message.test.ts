import { expect, test } from "vitest";
import { canTransferRest, holdMessage } from "./hold-message.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const held = (payment_status: Parameters<typeof holdMessage>[0]["payment_status"], paid: number, missing: number) =>
  holdMessage({ number: 1001, payment_status, paid: euros(paid), outstanding: euros(missing) });
const captured = { id: "019a-one", status: "captured" as const, created_at: "2026-03-01T12:00:00Z" };

test("R7 R8 an underpaid order on hold names what was paid and what is outstanding", () => {
  expect(held("partially_paid", 1000, 490)).toEqual({
    title: "We're reviewing your payment",
    says: "We received €10.00 for order 1001. €4.90 is still due.",
  });
});

test("R7 R8 an order on hold for another reason asks for no payment", () => {
  expect(held("paid", 1490, 0).says).toMatch(/^We received your payment of €14\.90\. Order 1001 is on hold/);
  for (const status of ["paid", "authorized", "voided", "refunded", "disputed"] as const)
    expect(held(status, 0, 1490).says).toMatch(/^Order 1001 is on hold while we review it/);
});

test("R7 R8 the payment is linked only when the rest of a transfer is outstanding", () => {
  const canPayRest = (provider: "bank" | "stripe", missing: number) =>
    canTransferRest({
      payment_status: "partially_paid",
      outstanding: euros(missing),
      payments: [
        {
          ...captured,
          provider,
          amount: euros(1490),
          captured: euros(1490 - missing),
          refundable: euros(0),
          transfers: [],
        },
      ],
    });
  expect([canPayRest("bank", 490), canPayRest("stripe", 490), canPayRest("bank", 0)]).toEqual([true, false, false]);
});
