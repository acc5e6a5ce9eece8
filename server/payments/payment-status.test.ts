import fc from "fast-check";
import { expect, test } from "vitest";
import { PaymentStatus } from "#contract/payments.ts";
import type { EventKind } from "#server/payments/gateways/gateway.ts";
import {
  canReach,
  paymentTransitions,
  type RecordedEvent,
  totalsAndStatus,
  transactionsOf,
  zeroTotals,
} from "./payment-status.ts";

const entry = (kind: EventKind, amount: number, object_ref = "charge"): RecordedEvent => ({ object_ref, kind, amount });

test("C11 Payment: every status is in the transition table, and final statuses stay", () => {
  expect(Object.keys(paymentTransitions).sort()).toEqual([...PaymentStatus.options].sort());
  expect(paymentTransitions.voided).toEqual(["captured"]);
  for (const status of ["voided", "authorized", "failed", "expired", "processing"] as const)
    expect(canReach("captured", status)).toBe(false);
  expect(canReach("refunded", "authorized")).toBe(false);
  expect(canReach("expired", "captured")).toBe(true);
});

test("C11 Payment: a failure reported after a success changes nothing, a success after a failure counts", () => {
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

test("C11 Payment: a chargeback is disputed until it is won or lost", () => {
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

test("C11 Payment: events in any order and with any number of repeats give the same totals", () => {
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
    fc.property(shuffled, (reported) => {
      expect(totalsAndStatus("created", reported)).toEqual(truth);
      const oneByOne = reported.reduce(
        ({ status }, _, index) => totalsAndStatus(status, reported.slice(0, index + 1)),
        totalsAndStatus("created", []),
      );
      expect(oneByOne).toEqual(truth);
    }),
  );
});

test("C11 Payment: refunds never exceed captures", () => {
  const kinds = fc.constantFrom<EventKind>("auth", "capture", "fail", "void", "refund", "refund_fail", "chargeback");
  const reports = fc.array(fc.record({ kind: kinds, amount: fc.nat(1000), ref: fc.constantFrom("a", "b", "c") }));
  fc.assert(
    fc.property(reports, (list) => {
      const { captured, refunded } = totalsAndStatus(
        "created",
        list.map(({ kind, amount, ref }) => entry(kind, amount, ref)),
      );
      expect(refunded).toBeLessThanOrEqual(captured);
    }),
  );
});

const at = "2026-03-01T12:00:00.000Z";
const inserted = (id: number, payment_id = "p1") => ({ id, payment_id, at });

test("C11 Payment: ledger entries are the changes of a payment's totals, with its latest event as cause", () => {
  const before = { captured: 500, refunded: 130, chargedBack: 30 };
  const after = { captured: 900, refunded: 450, chargedBack: 200 };
  expect(
    transactionsOf("p1", { before, after, fresh: [inserted(7), inserted(9), inserted(11, "p2"), inserted(8)] }),
  ).toEqual([
    { kind: "payment", amount: 400, payment: "p1", cause: "payment_event:9", at },
    { kind: "refund", amount: 150, payment: "p1", cause: "payment_event:9", at },
    { kind: "chargeback", amount: 170, payment: "p1", cause: "payment_event:9", at },
  ]);
});

test("C11 Payment: a refund returned by the bank is negative, a won chargeback is reversed", () => {
  const before = { captured: 900, refunded: 450, chargedBack: 200 };
  const after = { captured: 900, refunded: 50, chargedBack: 0 };
  expect(transactionsOf("p1", { before, after, fresh: [inserted(3)] })).toMatchObject([
    { kind: "refund", amount: -200 },
    { kind: "chargeback_reversal", amount: 200 },
  ]);
});

test("C11 Payment: no ledger entry without a new event of the payment or with unchanged totals", () => {
  const after = { captured: 900, refunded: 0, chargedBack: 0 };
  expect(transactionsOf("p1", { before: zeroTotals, after, fresh: [inserted(3, "p2")] })).toEqual([]);
  expect(transactionsOf("p1", { before: after, after, fresh: [inserted(3)] })).toEqual([]);
});
