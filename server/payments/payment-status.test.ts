import fc from "fast-check";
import { expect, test } from "vitest";
import { PaymentStatus } from "#contract/payments.ts";
import type { EventKind } from "#server/payments/gateways/gateway.ts";
import { type LedgerEntry, mayReach, paymentMoves, totalsAndStatus } from "./payment-status.ts";

const entry = (kind: EventKind, amount: number, object_ref = "charge"): LedgerEntry => ({ object_ref, kind, amount });

test("C11 every payment status is in the table, and what is final stays", () => {
  expect(Object.keys(paymentMoves).sort()).toEqual([...PaymentStatus.options].sort());
  expect(paymentMoves.voided).toEqual(["captured"]);
  for (const status of ["voided", "authorized", "failed", "expired", "processing"] as const)
    expect(mayReach("captured", status)).toBe(false);
  expect(mayReach("refunded", "authorized")).toBe(false);
  expect(mayReach("expired", "captured")).toBe(true);
});

test("C11 Payment: a failure told after the success changes nothing, a success after the failure counts", () => {
  expect(totalsAndStatus("processing", [entry("capture", 500), entry("fail", 0)]).status).toBe("captured");
  expect(totalsAndStatus("failed", [entry("fail", 0), entry("capture", 500)])).toMatchObject({
    status: "captured",
    captured: 500,
  });
  for (const before of ["created", "failed", "authorized"] as const)
    expect(totalsAndStatus(before, [entry("auth", 500), entry("fail", 0)]).status).toBe("authorized");
  const again = entry("processing", 0, "another try");
  expect(totalsAndStatus("failed", [entry("processing", 0), entry("fail", 0), again]).status).toBe("processing");
  expect(totalsAndStatus("processing", [entry("fail", 0), entry("processing", 0)]).status).toBe("failed");
  expect(totalsAndStatus("requires_action", []).status).toBe("requires_action");
});

test("C11 Payment: a chargeback is disputed until it is won or the money is gone", () => {
  const paid = entry("capture", 500);
  expect(totalsAndStatus("captured", [paid, entry("chargeback", 500)]).status).toBe("disputed");
  const won = [paid, entry("chargeback", 500), entry("chargeback_won", 500)];
  expect(totalsAndStatus("disputed", won).status).toBe("captured");
  const lost = [paid, entry("chargeback", 500), entry("chargeback_lost", 500)];
  expect(totalsAndStatus("disputed", lost)).toMatchObject({ status: "refunded", refunded: 500, chargedBack: 500 });
  const both = [paid, entry("refund", 200, "r1"), entry("chargeback", 300, "d1"), entry("chargeback_lost", 300, "d1")];
  expect(totalsAndStatus("disputed", both)).toMatchObject({ status: "refunded", refunded: 500, chargedBack: 300 });
  expect(totalsAndStatus("created", [entry("chargeback", 500)]).status).toBe("created");
});

test("C11 Payment: events in any order and told any number of times come to the same", () => {
  const events = [
    entry("auth", 900),
    entry("capture", 900),
    entry("refund", 300, "r1"),
    entry("refund", 600, "r2"),
    entry("refund_fail", 600, "r2"),
    entry("fail", 0),
  ];
  const truth = totalsAndStatus("created", events);
  expect(truth).toEqual({
    status: "partially_refunded",
    authorized: 900,
    captured: 900,
    refunded: 300,
    chargedBack: 0,
  });
  const shuffled = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 });
  fc.assert(
    fc.property(shuffled, (told) => {
      expect(totalsAndStatus("created", told)).toEqual(truth);
      const oneByOne = told.reduce(
        ({ status }, _, index) => totalsAndStatus(status, told.slice(0, index + 1)),
        totalsAndStatus("created", []),
      );
      expect(oneByOne).toEqual(truth);
    }),
  );
});

test("C11 Payment: what went back never exceeds what was taken", () => {
  const kinds = fc.constantFrom<EventKind>("auth", "capture", "fail", "void", "refund", "refund_fail", "chargeback");
  const told = fc.array(fc.record({ kind: kinds, amount: fc.nat(1000), ref: fc.constantFrom("a", "b", "c") }));
  fc.assert(
    fc.property(told, (list) => {
      const { captured, refunded } = totalsAndStatus(
        "created",
        list.map(({ kind, amount, ref }) => entry(kind, amount, ref)),
      );
      expect(refunded).toBeLessThanOrEqual(captured);
    }),
  );
});
