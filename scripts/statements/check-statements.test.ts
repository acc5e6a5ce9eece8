import { expect, test } from "vitest";
import { checkStatements } from "./check-statements.mjs";

const [int8, text, jsonb, textArray] = [20, 25, 3802, 1009];
const column = (name: string, type: number, isNull = false) => ({ name, type, table: 0, column: 0, null: isNull });
const declares = (name: string | undefined, kinds: string[], isOptional = false) => ({
  name,
  type: kinds.join(" | "),
  kinds,
  isOptional,
  isNullable: kinds.includes("null") || kinds.includes("any"),
});
const select = "select id, name from coupons where id = ";
const statement = (columns: object[], parts = [select, ""], declared = "row") => ({
  at: "coupons.sql.ts:7",
  parts,
  declared,
  columns,
});
const both = [declares("id", ["number"]), declares("name", ["string"])];
const ran = (...columns: object[]) => [{ text: `${select}$1`, columns }];
const problemsOf = (declared: object, recorded: object[]) => checkStatements([declared], recorded).problems;

test("a row that is what its statement selects has no differences", () => {
  expect(problemsOf(statement(both), ran(column("id", int8), column("name", text)))).toEqual([]);
});

test("another type, a null, a missing and an undeclared column are differences", () => {
  const found = ran(column("id", text), column("name", text, true), column("since", text));
  expect(problemsOf(statement([...both, declares("uses", ["number"])]), found)).toEqual([
    "coupons.sql.ts:7 selects since, which its row does not declare",
    "coupons.sql.ts:7 declares id as number, and it is string",
    "coupons.sql.ts:7 declares name as string, and it was null",
    "coupons.sql.ts:7 declares uses, which it does not select",
  ]);
});

test("null and optional columns may be null, an optional one may be missing, json may be anything", () => {
  const row = [declares("id", ["number", "null"]), declares("name", ["object"]), declares("uses", ["number"], true)];
  expect(problemsOf(statement(row), ran(column("id", int8, true), column("name", jsonb)))).toEqual([]);
});

test("values are compared by their order", () => {
  const values = (...kinds: string[][]) =>
    statement(
      kinds.map((one) => declares(undefined, one)),
      undefined,
      "values",
    );
  expect(problemsOf(values(["number"], ["array"]), ran(column("id", int8), column("tags", textArray)))).toEqual([]);
  expect(problemsOf(values(["array"]), ran(column("id", int8)))).toEqual([
    "coupons.sql.ts:7 declares id as array, and it is number",
  ]);
  expect(problemsOf(values(["number"], ["string"]), ran(column("id", int8)))).toHaveLength(1);
});

test("a text belongs to the statement with most of it, and a statement that never ran is named", () => {
  const general = { ...statement([], ["select ", " from coupons where ", ""]), at: "general" };
  const other = { ...statement([], ["select id from orders where id = ", ""]), at: "other" };
  const { problems, missed } = checkStatements(
    [general, statement(both), other],
    ran(column("id", int8), column("name", text)),
  );
  expect(problems).toEqual([]);
  expect(missed).toEqual(["general", "other"]);
});
