import { expect } from "vitest";
import { minorDigits } from "#contract/formats/currency-decimals.ts";

const sums = ["Total", "Amount due", "Due on delivery", "To be refunded"];

/**
 * Adds up the lines and figures of an order email's text, as a reader would, and expects each sum to be right. Returns the
 * figures by name, in minor units.
 */
export function expectSums(text: string, currency: string): Record<string, number> {
  const rows = rowsOf(text, currency);
  const figures: Record<string, number> = {};
  let running = 0;
  let lines = 0;
  for (const { name, amount } of rows) {
    if (/^\d+ × /.test(name)) {
      lines += amount;
      continue;
    }
    figures[name] = amount;
    if (name === "Subtotal") {
      expect(lines, "the lines are the subtotal").toBe(amount);
      running = amount;
    } else if (name === "Tax included") continue;
    else if (sums.includes(name)) expect(Math.abs(running), `${name} is the sum of what is above it`).toBe(amount);
    else running += amount;
  }
  expect(figures).toHaveProperty("Subtotal");
  expect(figures).toHaveProperty("Total");
  return figures;
}

/** How the rows of an order's sums begin. */
const sumLabels = [
  "Subtotal",
  "Discount",
  "Delivery",
  "Tax",
  "Total",
  "Gift cards",
  "Returned to",
  "Cancelled",
  "Credited",
  "Authorized",
  "Paid",
  "Refunded",
  "Amount due",
  "Due on",
  "To be",
];

/** Rows of name and amount, from the first line of the order on. */
function rowsOf(text: string, currency: string) {
  const unit = 10 ** minorDigits(currency);
  const found = text.matchAll(/^(.+?)\s+(−?)(?:Free|[^\d\s−]*\s?([\d.,]+))$/gm);
  return [...found].flatMap(([, name = "", minus, digits]) => {
    const amount = digits === undefined ? 0 : Math.round(Number(digits.replaceAll(",", "")) * unit);
    return /^\d+ × /.test(name) || sumLabels.some((label) => name.startsWith(label))
      ? [{ name: name.startsWith("Delivery") ? "Delivery" : name, amount: minus ? -amount : amount }]
      : [];
  });
}
