import { expect, test } from "vitest";
import type { GridRow } from "#contract/catalogue/variation-grid.ts";
import {
  conflictsOf,
  type GridEdits,
  parseCells,
  pasteCells,
  savedText,
  setCell,
  toCellErrors,
  toChanges,
  withoutSaved,
} from "./grid-edits.ts";

const row = (variation_id: number, more: Partial<GridRow> = {}): GridRow => ({
  variation_id,
  version: 3,
  product_id: 1,
  product: "Cup",
  variation: "",
  sku: "C",
  price_amount: 1000,
  compare_at_amount: null,
  measure: null,
  on_hand: 5,
  track_stock: true,
  low_stock_level: null,
  currency: "EUR",
  ...more,
});
const rows = [row(1), row(2), row(3)];
const none: GridEdits = new Map();

test("the low-stock level is a whole number, or nothing for the default of the shop", () => {
  const change = (text: string) =>
    toChanges(setCell(none, row(1, { low_stock_level: 3 }), "low_stock_level", text), rows);
  expect(change("")).toEqual({ changes: [{ variation_id: 1, version: 3, low_stock_level: null }] });
  expect(change("12")).toEqual({ changes: [{ variation_id: 1, version: 3, low_stock_level: 12 }] });
  expect(change("few")).toHaveProperty("errors");
});

test("Unit price: a quantity is read with its unit and base, and nothing removes it", () => {
  const measure = { amount: 250, unit: "g" as const, base: "100g" as const };
  const change = (text: string) =>
    toChanges(setCell(none, row(1, { measure }), "measure", text), [row(1, { measure })]);
  expect(savedText(row(1, { measure }), "measure")).toBe("250 g per 100 g");
  expect(change("")).toEqual({ changes: [{ variation_id: 1, version: 3, measure: null }] });
  expect(change("0,75 l")).toMatchObject({ changes: [{ measure: { amount: 0.75, unit: "l" } }] });
  expect(change("some")).toHaveProperty("errors");
});

test("A5 a cell set back to its saved value is no edit", () => {
  const edited = setCell(none, row(1), "price", "12");
  expect([...edited]).toEqual([[1, { price: "12" }]]);
  expect(setCell(edited, row(1), "price", "10.00").size).toBe(0);
});

test("A5 stock that isn't tracked is no number, and is left as it is", () => {
  const untracked = row(1, { track_stock: false });
  expect(savedText(untracked, "on_hand")).toBe("Not tracked");
  const pasted = pasteCells(none, [untracked], { row: 0, column: "price" }, [["1.299,00", "", "7"]]);
  expect(toChanges(pasted, [untracked])).toEqual({ changes: [{ variation_id: 1, version: 3, price_amount: 129_900 }] });
});

test("A5 cells of a spreadsheet are pasted over rows and columns, and the rest is left out", () => {
  const cells = parseCells("12,50\t15\t7\t4\t500 g\textra\r\n13\t\t8\r\n");
  expect(cells).toEqual([
    ["12,50", "15", "7", "4", "500 g", "extra"],
    ["13", "", "8"],
  ]);
  const pasted = pasteCells(none, rows, { row: 1, column: "price" }, [...cells, ["99"]]);
  expect([...pasted]).toEqual([
    [2, { price: "12,50", compare_at: "15", on_hand: "7", low_stock_level: "4", measure: "500 g" }],
    [3, { price: "13", on_hand: "8" }],
  ]);
  expect(toChanges(pasted, rows)).toEqual({
    changes: [
      {
        variation_id: 2,
        version: 3,
        price_amount: 1250,
        compare_at_amount: 1500,
        on_hand: 7,
        on_hand_was: 5,
        low_stock_level: 4,
        measure: { amount: 500, unit: "g", base: null },
      },
      { variation_id: 3, version: 3, price_amount: 1300, on_hand: 8, on_hand_was: 5 },
    ],
  });
});

test("A5 invalid cells are named, and so are those the server refuses", () => {
  const edits = setCell(setCell(none, row(1), "price", "free"), row(2), "on_hand", "-1");
  expect(toChanges(edits, rows)).toEqual({
    errors: { "1.price": "Enter an amount, such as 20.", "2.on_hand": "Enter a whole number, such as 12." },
  });
  const changes = [{ variation_id: 7, version: 1 }];
  expect(toCellErrors(changes, [{ field: "body.changes.0.sku", message: "Taken." }])).toEqual({ "7.sku": "Taken." });
});

test("A5 only cells that both have changed are conflicts", () => {
  const edits = setCell(none, row(1), "price", "12");
  const theirs = [row(1, { price_amount: 1100, on_hand: 9, version: 4 })];
  expect(conflictsOf(edits, rows, theirs)).toEqual({ "1.price": "Saved by someone else: 11.00" });
});

test("A5 what is typed while the grid is saved stays as an edit", () => {
  const sent: GridEdits = new Map([
    [1, { price: "12", sku: "A" }],
    [2, { on_hand: "5" }],
  ]);
  const now: GridEdits = new Map([
    [1, { price: "13", sku: "A" }],
    [2, { on_hand: "5", sku: "B" }],
    [3, { sku: "D" }],
  ]);
  expect([...withoutSaved(now, sent, rows)]).toEqual([
    [1, { price: "13" }],
    [2, { sku: "B" }],
    [3, { sku: "D" }],
  ]);
  expect(withoutSaved(sent, sent, rows).size).toBe(0);
});
