import { expect, test } from "vitest";
import type { OrderRow } from "#server/orders/orders.ts";
import { paymentPart } from "./payment-part.ts";

const order = {
  number: 1042,
  status: "confirmed",
  total_amount: 5000,
  gift_card_amount: 1000,
  gift_card_refunded_amount: 0,
} as OrderRow;
const account = { account_holder: "Kiosk GmbH", iban: "DE89370400440532013000", bic: "COBADEFFXXX", bank_name: "Bank" };
const unpaid = { payments: [], captures: [], account };

test("C11 an invoice that is not paid in full asks for a transfer of the rest, with IBAN, BIC and reference", () => {
  expect(paymentPart(order, unpaid)).toEqual({
    rows: [{ label: "Paid with a gift card", amount: 1000, at: null }],
    due: 4000,
    note: "Transfer {amount} to Kiosk GmbH, IBAN DE89370400440532013000, BIC COBADEFFXXX. Reference: 1042.",
  });
});

test("C11 without a bank account, or with nothing due, an invoice asks for no transfer", () => {
  expect(paymentPart(order, { ...unpaid, account: null })?.note).toBeNull();
  expect(paymentPart({ ...order, gift_card_amount: 5000 }, unpaid)).toMatchObject({ due: 0, note: null });
  expect(paymentPart({ ...order, status: "expired" }, unpaid)).toBeNull();
});
