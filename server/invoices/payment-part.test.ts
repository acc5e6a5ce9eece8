import { expect, test } from "vitest";
import { noBalance } from "#server/orders/ledger/ledger.sql.ts";
import type { OrderRow } from "#server/orders/orders.ts";
import type { CaptureRow } from "#server/payments/payments.ts";
import { paymentPart } from "./payment-part.ts";

const order = {
  number: 1042,
  status: "confirmed",
  total_amount: 5000,
  ...noBalance,
  gift_card_amount: 1000,
} as OrderRow;
const account = { account_holder: "Kiosk GmbH", iban: "DE89370400440532013000", bic: "COBADEFFXXX", bank_name: "Bank" };
const funds = { pending_refunds: 0, cancelled_funds: 0 };
const unpaid = { payments: [], captures: [] as CaptureRow[], funds, account };
const transferOf = (amount: number) => [{ provider: "bank" as const, amount, at: "2026-11-27T10:00:00Z" }];
/** Its rows and what is due of it, which add up. */
function figuresOf(change: Partial<OrderRow>, payments: Partial<typeof unpaid>) {
  const changed = { ...order, gift_card_amount: 0, ...change };
  const part = paymentPart(changed, { ...unpaid, ...payments });
  const rows = part?.rows.map(({ label, amount }) => [label, amount] as const) ?? [];
  const left = rows.reduce((sum, [, amount]) => sum - amount, changed.total_amount);
  expect(left).toBe(part?.due);
  return { rows, due: part?.due, note: part?.note };
}

test("C11 an invoice that is not paid in full asks for a transfer of the rest, with IBAN, BIC and reference", () => {
  expect(paymentPart(order, unpaid)).toEqual({
    rows: [{ label: "Paid with a gift card", amount: 1000, at: null }],
    due: 4000,
    note: "Transfer {amount} to Kiosk GmbH, IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX. Reference: 1042.",
  });
});

test("C11 without a bank account, or with nothing due, an invoice asks for no transfer", () => {
  expect(paymentPart(order, { ...unpaid, account: null })?.note).toBeNull();
  expect(paymentPart({ ...order, gift_card_amount: 5000 }, unpaid)).toMatchObject({ due: 0, note: null });
  expect(paymentPart({ ...order, status: "expired" }, unpaid)).toBeNull();
});

test("C11 an invoice asks for no transfer of what was cancelled since it was sold", () => {
  const change = { paid_amount: 2500, credited_amount: 2500 };
  expect(figuresOf(change, { captures: transferOf(2500) })).toEqual({
    rows: [
      ["Paid by bank transfer on {date}", 2500],
      ["Credited", 2500],
    ],
    due: 0,
    note: null,
  });
  const agreed = { paid_amount: 4000, adjusted_amount: 1000 };
  expect(figuresOf(agreed, { captures: transferOf(4000) })).toMatchObject({ due: 0, note: null });
});

test("C11 an invoice names what was refunded of an overpaid order, or that it is overpaid", () => {
  const captures = transferOf(6000);
  const refunded = [
    ["Paid by bank transfer on {date}", 6000],
    ["Refunded", -1000],
  ];
  expect(figuresOf({ paid_amount: 6000, refunded_amount: 1000 }, { captures }).rows).toEqual(refunded);
  const pending = { ...funds, pending_refunds: 1000 };
  expect(figuresOf({ paid_amount: 6000 }, { captures, funds: pending }).rows).toEqual(refunded);
  expect(figuresOf({ paid_amount: 6000 }, { captures })).toMatchObject({
    rows: [refunded[0], ["Overpaid", -1000]],
    due: 0,
  });
});

test("C11 an invoice lists what is back on a gift card below what was paid with it", () => {
  const change = { gift_card_amount: 5000, gift_card_refunded_amount: 2000, credited_amount: 2000 };
  expect(figuresOf(change, {})).toEqual({
    rows: [
      ["Paid with a gift card", 5000],
      ["Refunded to a gift card", -2000],
      ["Credited", 2000],
    ],
    due: 0,
    note: null,
  });
});

test("C11 a payment that was cancelled and is refunded is not on an invoice", () => {
  const twice = { paid_amount: 10_000, refunded_amount: 0 };
  expect(figuresOf(twice, { captures: transferOf(5000), funds: { ...funds, cancelled_funds: 5000 } })).toMatchObject({
    rows: [["Paid by bank transfer on {date}", 5000]],
    due: 0,
  });
});
