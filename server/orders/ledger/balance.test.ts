import { expect, test } from "vitest";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { paymentStatusOf } from "./balance.ts";
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

test("C11 units cancelled before they were paid are not owed", () => {
  const paid = account({ paid_amount: 700, credited_amount: 300 });
  expect(paymentStatusOf(paid, funds)).toBe("paid");
  expect(paymentStatusOf({ ...paid, paid_amount: 1000, refunded_amount: 300 }, funds)).toBe("partially_refunded");
});

test.each([
  [{}, "unpaid"],
  [{ paid_amount: 1000 }, "paid"],
  [{ paid_amount: 400 }, "partially_paid"],
  [{ paid_amount: 1000, refunded_amount: 1000 }, "refunded"],
])("C11 of a cancelled order of 1000 nothing is owed: with %j it is %s", (sums, status) => {
  expect(paymentStatusOf(account({ ...sums, credited_amount: 1000 }, "cancelled"), funds)).toBe(status);
});
