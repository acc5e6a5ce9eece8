import fc from "fast-check";
import { expect, test } from "vitest";
import { PaymentStatus } from "#contract/payments.ts";
import type { EventKind } from "./gateway.ts";
import { type LedgerEntry, mayReach, paymentMoves, standingOf } from "./machine.ts";

const entry = (kind: EventKind, amount: number, second = 0, object_ref = "charge"): LedgerEntry => ({
  object_ref,
  kind,
  amount,
  provider_event_at: `2026-03-01T09:00:${String(second).padStart(2, "0")}.000Z`,
});

test("C11 every payment status is in the table, and what is final stays", () => {
  expect(Object.keys(paymentMoves).sort()).toEqual([...PaymentStatus.options].sort());
  for (const status of PaymentStatus.options) expect(mayReach("voided", status)).toBe(status === "voided");
  expect(mayReach("captured", "voided")).toBe(false);
  expect(mayReach("refunded", "authorized")).toBe(false);
  expect(mayReach("expired", "captured")).toBe(true);
});

test("Payment: a failure told after the success changes nothing, a success after the failure counts", () => {
  expect(standingOf("processing", [entry("capture", 500, 1), entry("fail", 0, 2)]).status).toBe("captured");
  expect(standingOf("failed", [entry("fail", 0, 1), entry("capture", 500, 2)])).toMatchObject({
    status: "captured",
    captured: 500,
  });
  expect(standingOf("created", [entry("auth", 500, 1), entry("fail", 0, 2)]).status).toBe("failed");
  expect(standingOf("authorized", [entry("auth", 500, 1), entry("fail", 0, 2)]).status).toBe("authorized");
});

test("Payment: a chargeback is disputed until it is won or the money is gone", () => {
  const paid = entry("capture", 500, 1);
  expect(standingOf("captured", [paid, entry("chargeback", 500, 2)]).status).toBe("disputed");
  const won = [paid, entry("chargeback", 500, 2), entry("chargeback_won", 500, 3)];
  expect(standingOf("disputed", won).status).toBe("captured");
});

test("Payment: events in any order and told any number of times come to the same", () => {
  const events = [
    entry("auth", 900, 1),
    entry("capture", 900, 2),
    entry("refund", 300, 3, "r1"),
    entry("refund", 600, 4, "r2"),
    entry("refund_fail", 600, 5, "r2"),
    entry("fail", 0, 6),
  ];
  const truth = standingOf("created", events);
  expect(truth).toEqual({ status: "partially_refunded", authorized: 900, captured: 900, refunded: 300 });
  const shuffled = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 });
  fc.assert(
    fc.property(shuffled, (told) => {
      expect(standingOf("created", told)).toEqual(truth);
      const oneByOne = told.reduce(
        ({ status }, _, index) => standingOf(status, told.slice(0, index + 1)),
        standingOf("created", []),
      );
      expect(oneByOne).toEqual(truth);
    }),
  );
});

test("Payment: what went back never exceeds what was taken", () => {
  const kinds = fc.constantFrom<EventKind>("auth", "capture", "fail", "void", "refund", "refund_fail", "chargeback");
  const told = fc.array(
    fc.record({ kind: kinds, amount: fc.nat(1000), second: fc.nat(59), ref: fc.constantFrom("a", "b", "c") }),
  );
  fc.assert(
    fc.property(told, (list) => {
      const { captured, refunded } = standingOf(
        "created",
        list.map(({ kind, amount, second, ref }) => entry(kind, amount, second, ref)),
      );
      expect(refunded).toBeLessThanOrEqual(captured);
    }),
  );
});
