import { expect, test } from "vitest";
import { escapeFormula } from "./error-file.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"])(
  "A7 a cell that begins like %j is not run by a spreadsheet",
  (cell) => expect(escapeFormula(cell)).toBe(`'${cell}`),
);

test("A7 other cells stay as they are", () => expect(escapeFormula("a=1")).toBe("a=1"));
