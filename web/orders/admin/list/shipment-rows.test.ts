import { expect, test } from "vitest";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { parseShipmentRows, rowProblem } from "./shipment-rows.ts";

test("A6 a pasted list is read with tabs, semicolons or commas, with a head row and empty lines", () => {
  expect(parseShipmentRows("Number\tCarrier\tTracking\n#1001\tDHL\t JD01 \r\n\n1002;UPS;1Z\n1003,,\nx\tDHL")).toEqual([
    { text: "#1001", number: 1001, carrier: "DHL", tracking: "JD01" },
    { text: "1002", number: 1002, carrier: "UPS", tracking: "1Z" },
    { text: "1003", number: 1003, carrier: "", tracking: "" },
    { text: "x", number: null, carrier: "DHL", tracking: "" },
  ]);
});

test("A6 each row of the list that can't be shipped has a reason", () => {
  const row = (text: string) => parseShipmentRows(text)[0] ?? { text, number: null, carrier: "", tracking: "" };
  const order = (status: string, fulfilment_status = "unfulfilled") => ({ status, fulfilment_status }) as OrderSummary;
  const none = new Set<number>();
  expect(rowProblem(row("1001"), order("confirmed"), none)).toBeUndefined();
  expect(rowProblem(row("1001"), order("processing", "partial"), none)).toBeUndefined();
  expect(rowProblem(row("1001"), order("processing", "fulfilled"), none)).toBe("Already shipped");
  expect(rowProblem(row("1001"), order("on_hold"), none)).toBe("Can't be shipped now");
  expect(rowProblem(row("1001"), undefined, none)).toBe("Not found");
  expect(rowProblem(row("1001"), order("confirmed"), new Set([1001]))).toBe("Listed twice");
  expect(rowProblem(row("1-1"), undefined, none)).toBe("No order number");
});
