import { expect, test } from "vitest";
import type { InsertedEvent } from "./payments.sql.ts";
import { nothing, transactionsOf } from "./transactions.ts";

const event = (id: number, payment_id = "p1") => ({ id, payment_id }) as InsertedEvent;

test("C11 Payment: entries are the differences of a payment's sums, named after its latest event", () => {
  const before = { captured: 500, refunded: 130, chargedBack: 30 };
  const after = { captured: 900, refunded: 450, chargedBack: 200 };
  expect(transactionsOf("p1", { before, after, fresh: [event(7), event(9), event(11, "p2"), event(8)] })).toEqual([
    { kind: "payment", amount: 400, payment: "p1", cause: "payment_event:9" },
    { kind: "refund", amount: 150, payment: "p1", cause: "payment_event:9" },
    { kind: "chargeback", amount: 170, payment: "p1", cause: "payment_event:9" },
  ]);
});

test("C11 Payment: a refund the bank sent back is negative, a chargeback that was won is reversed", () => {
  const before = { captured: 900, refunded: 450, chargedBack: 200 };
  const after = { captured: 900, refunded: 50, chargedBack: 0 };
  expect(transactionsOf("p1", { before, after, fresh: [event(3)] })).toMatchObject([
    { kind: "refund", amount: -200 },
    { kind: "chargeback_reversal", amount: 200 },
  ]);
});

test("C11 Payment: nothing is entered without a new event of the payment, nor when its sums are the same", () => {
  const after = { captured: 900, refunded: 0, chargedBack: 0 };
  expect(transactionsOf("p1", { before: nothing, after, fresh: [event(3, "p2")] })).toEqual([]);
  expect(transactionsOf("p1", { before: after, after, fresh: [event(3)] })).toEqual([]);
});
