import { expect, test } from "vitest";
import { visualRuns } from "./bidi.ts";

const shown = (line: string) => visualRuns(line, "regular").map(({ text }) => text);

test("C11 texts from left to right stay as they are", () => {
  expect(shown("Canal Bicycle (red)")).toEqual(["Canal Bicycle (red)"]);
});

test("C11 numbers and Latin words in an Arabic line stand where readers expect them", () => {
  // Words of Arabic are given to the font in reading order, which lays them out from right to left.
  expect(shown("فاتورة INV-1")).toEqual(["INV-1", " ", "فاتورة"]);
  expect(shown("شارع التحرير 15")).toEqual(["15", " ", "التحرير", " ", "شارع"]);
  expect(shown("\u200f2,459.00 €").join("")).toBe("€ 2,459.00");
});

test("C11 Arabic digits run from left to right, and brackets are mirrored", () => {
  expect(shown("مكتب (٣٤)").join("|")).toBe("(|٣|٤|) |مكتب");
});

test("C11 Hebrew in a line from left to right is turned in its place", () => {
  expect(shown("Company שלום כהן Ltd")).toEqual(["Company ", "כהן", " ", "שלום", " Ltd"]);
});
