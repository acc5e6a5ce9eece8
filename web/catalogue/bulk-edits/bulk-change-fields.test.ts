import { expect, test } from "vitest";
import { BulkChange } from "#contract/catalogue/bulk-edits.ts";
import { type BulkChangeFields, noChange, toBulkChange } from "./bulk-change-fields.ts";

const read = (fields: Partial<BulkChangeFields>) => toBulkChange({ ...noChange, ...fields }, "EUR");

test("A5 the form of a bulk edit becomes a change the server takes", () => {
  const cases: [Partial<BulkChangeFields>, object][] = [
    [{ value: "10" }, { kind: "price", by: "percent", value: 1000 }],
    [{ value: "12,5", direction: "decrease" }, { value: -1250 }],
    [
      { value: "5.50", by: "amount", direction: "decrease", rounding: "99" },
      { value: -550, rounding: "99" },
    ],
    [{ kind: "compare_at" }, { percent: null }],
    [{ kind: "compare_at", above: "25" }, { percent: 2500 }],
    [
      { kind: "stock", units_by: "add", units: "-3" },
      { by: "add", units: -3 },
    ],
    [
      { kind: "tag", tag_id: "4", action: "remove" },
      { action: "remove", tag_id: 4 },
    ],
    [{ kind: "measure", measure: "500 g" }, { measure: { amount: 500, unit: "g", base: null } }],
    [{ kind: "measure" }, { measure: null }],
    [{ kind: "status", status: "archived" }, { status: "archived" }],
    [{ kind: "schedule", publish_at: "2030-01-01T10:00" }, { unpublish_at: null }],
  ];
  for (const [fields, change] of cases) {
    const result = read(fields);
    expect(result).toMatchObject({ change });
    expect("change" in result && BulkChange.safeParse(result.change).success).toBe(true);
  }
});

test("A5 an incomplete form of a bulk edit names the field", () => {
  const cases: [Partial<BulkChangeFields>, keyof BulkChangeFields][] = [
    [{ value: "" }, "value"],
    [{ value: "0" }, "value"],
    [{ value: "101", direction: "decrease" }, "value"],
    [{ kind: "stock", units: "-3" }, "units"],
    [{ kind: "measure", measure: "500" }, "measure"],
    [{ kind: "category" }, "category_id"],
    [{ kind: "type" }, "product_type_id"],
    [{ kind: "schedule", publish_at: "2030-01-01T10:00", unpublish_at: "2030-01-01T09:00" }, "unpublish_at"],
  ];
  for (const [fields, field] of cases)
    expect(Object.keys((read(fields) as { errors: object }).errors)).toEqual([field]);
});
