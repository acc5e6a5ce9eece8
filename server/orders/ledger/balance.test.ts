import { expect, test } from "vitest";
import type { OrderStatus } from "#contract/orders/orders.ts";
import {
  adjustmentFor,
  amountOwed,
  availableFunds,
  balanceDue,
  creditFor,
  isPaidInFull,
  outstandingAmount,
  overpaidAmount,
  paymentStatusOf,
  refundableAmount,
  refundFor,
  wasPaidInFull,
} from "./balance.ts";
import { noBalance } from "./ledger.sql.ts";

const account = (sums: object, status: OrderStatus = "confirmed") => ({
  ...noBalance,
  status,
  total_amount: 1000,
  ...sums,
});
const funds = { authorized: 0, is_voided: false, is_disputed: false };

test.each([
  [{}, 0, "unpaid"],
  [{}, 1000, "authorized"],
  [{ paid_amount: 400 }, 0, "partially_paid"],
  [{ paid_amount: 1000 }, 0, "paid"],
  [{ paid_amount: 2000, refunded_amount: 1000 }, 0, "paid"],
  [{ paid_amount: 1000, refunded_amount: 300, credited_amount: 300 }, 0, "partially_refunded"],
  [{ paid_amount: 1000, refunded_amount: 300, adjusted_amount: 300 }, 0, "partially_refunded"],
  [{ paid_amount: 1000, refunded_amount: 300, chargeback_amount: 300 }, 0, "partially_refunded"],
  [{ paid_amount: 1000, refunded_amount: 1000, credited_amount: 1000 }, 0, "refunded"],
  [{ paid_amount: 999, refunded_amount: 300, credited_amount: 300 }, 0, "partially_paid"],
  [{ paid_amount: 999, refunded_amount: 999, credited_amount: 999 }, 0, "refunded"],
  [{ gift_card_amount: 1000 }, 0, "paid"],
  [{ gift_card_amount: 400 }, 0, "unpaid"],
  [
    { gift_card_amount: 400, paid_amount: 600, credited_amount: 100, gift_card_refunded_amount: 100 },
    0,
    "partially_refunded",
  ],
])("C11 an order of 1000 with %j and %i authorized is %s", (sums, authorized, status) => {
  expect(paymentStatusOf(account(sums), { ...funds, authorized })).toBe(status);
  expect(paymentStatusOf(account(sums), { ...funds, authorized, is_disputed: true })).toBe("disputed");
});

test("C11 a voided authorization makes an order voided", () => {
  expect(paymentStatusOf(account({}), { ...funds, is_voided: true })).toBe("voided");
});

test("C11 units cancelled before they were paid are not outstanding", () => {
  const paid = account({ paid_amount: 700, credited_amount: 300 });
  expect(paymentStatusOf(paid, funds)).toBe("paid");
  expect(paymentStatusOf({ ...paid, paid_amount: 1000, refunded_amount: 300 }, funds)).toBe("partially_refunded");
});

test.each([
  [{}, "unpaid"],
  [{ paid_amount: 1000 }, "paid"],
  [{ paid_amount: 400 }, "partially_paid"],
  [{ paid_amount: 1000, refunded_amount: 1000 }, "refunded"],
])("C11 a cancelled order of 1000 has nothing outstanding: with %j it is %s", (sums, status) => {
  expect(paymentStatusOf(account({ ...sums, credited_amount: 1000 }, "cancelled"), funds)).toBe(status);
});

/** Every sum has a value of its own, so that a sign or a term that is wrong changes the result. */
const busy = account({
  total_amount: 10_000,
  credited_amount: 1000,
  adjusted_amount: 200,
  gift_card_amount: 3000,
  gift_card_refunded_amount: 400,
  paid_amount: 5000,
  refunded_amount: 600,
});
const held = { authorized: 70, capture_reduction: 20, pending_refunds: 300, cancelled_funds: 100 };
const none = { authorized: 0, capture_reduction: 0, pending_refunds: 0, cancelled_funds: 0 };

test("C11 sums of an order with entries of every kind", () => {
  expect(amountOwed(busy)).toBe(10_000 - 3000 + 400 - 1000 - 200);
  expect(amountOwed({ ...busy, credited_amount: 9000 })).toBe(0);
  expect(availableFunds(busy, held)).toBe(5000 - 600 - 300 - 100 + 70 - 20);
  expect(balanceDue(busy, held)).toBe(6200 - 4050);
  expect(refundableAmount(busy)).toBe(5000 - 600 + 3000 - 400);
});

test.each([
  [{ paid_amount: 1000 }, none, true, true],
  [{ paid_amount: 999 }, none, false, false],
  [{ paid_amount: 1000, refunded_amount: 1 }, none, false, true],
  [{ paid_amount: 600 }, { ...none, authorized: 400 }, true, true],
  [{ paid_amount: 600 }, { ...none, authorized: 400, capture_reduction: 1 }, false, false],
  [{ gift_card_amount: 1000 }, none, false, false],
  [{ gift_card_amount: 1000, paid_amount: 1 }, none, true, true],
])(
  "C11 an order of 1000 with %j and funds %j is paid in full now: %s, and was before refunds: %s",
  (sums, funds, isPaid, wasPaid) => {
    expect([isPaidInFull(account(sums), funds), wasPaidInFull(account(sums), funds)]).toEqual([isPaid, wasPaid]);
  },
);

test("C11 only an order that is sold or on hold has something outstanding, and never less than nothing", () => {
  const open = { ...none, in_other_currency: false };
  expect(outstandingAmount(account({ paid_amount: 400 }), open)).toBe(600);
  expect(outstandingAmount(account({ paid_amount: 1400 }), open)).toBe(0);
  expect(outstandingAmount(account({ paid_amount: 400 }), { ...open, in_other_currency: true })).toBe(0);
  expect(outstandingAmount(account({ paid_amount: 400 }, "cancelled"), open)).toBe(0);
});

test.each([
  [{ paid_amount: 1000 }, 300, 300],
  [{ paid_amount: 800 }, 300, 100],
  [{ paid_amount: 500 }, 300, 0],
  [{ paid_amount: 1200 }, 300, 300],
])("C11 of an order of 1000 with %j units worth %i are refunded by %i", (sums, value, refund) => {
  expect(refundFor(account(sums), none, value)).toBe(refund);
});

test.each([
  [{ paid_amount: 1000 }, none, 300, 300],
  [{ paid_amount: 1000 }, none, 1300, 1000],
  [{ paid_amount: 1000, credited_amount: 900, refunded_amount: 900 }, none, 300, 100],
  [{ paid_amount: 1200 }, none, 300, 100],
  [{ paid_amount: 1500 }, none, 300, 0],
  [{ paid_amount: 900 }, none, 300, 300],
  [{ paid_amount: 1200 }, { ...none, cancelled_funds: 150 }, 300, 100],
])("C11 of an order of 1000 with %j and funds %j a refund of %i credits %i", (sums, funds, amount, credit) => {
  expect(creditFor(account(sums), overpaidAmount(account(sums), funds), amount)).toBe(credit);
});

test.each([
  [{ paid_amount: 1000, refunded_amount: 300 }, 300, 300],
  [{ paid_amount: 1200, refunded_amount: 300 }, 300, 100],
  [{ paid_amount: 1000, refunded_amount: 300, credited_amount: 300 }, 300, 0],
  [{ paid_amount: 1000, refunded_amount: 500, credited_amount: 600 }, 200, 0],
  [{ paid_amount: 600, gift_card_amount: 400, gift_card_refunded_amount: 100, refunded_amount: 50 }, 500, 150],
])(
  "C11 of an order of 1000 with %j, of which %i was refunded at the provider, %i is credited",
  (sums, back, adjusted) => {
    expect(adjustmentFor(account(sums), none, back)).toBe(adjusted);
  },
);

test.each([
  [{ gift_card_amount: 1000, gift_card_refunded_amount: 1000, credited_amount: 1000 }, 0, "refunded"],
  [{ gift_card_amount: 400, gift_card_refunded_amount: 400, credited_amount: 400 }, 0, "unpaid"],
  [{ gift_card_amount: 400, paid_amount: 600, refunded_amount: 600, gift_card_refunded_amount: 100 }, 0, "unpaid"],
  [{ gift_card_amount: 400, gift_card_refunded_amount: 400, credited_amount: 1000 }, 0, "paid"],
  [{ gift_card_amount: 400 }, 600, "authorized"],
  [{ credited_amount: 1000 }, 0, "paid"],
  [{ credited_amount: 1000 }, 1000, "authorized"],
])(
  "C11 gift cards count once the rest is paid: an order of 1000 with %j and %i authorized is %s",
  (sums, authorized, status) => {
    expect(paymentStatusOf(account(sums), { ...funds, authorized })).toBe(status);
  },
);
