import { expect, test } from "vitest";
import { findConflicts } from "#web/ui/forms/unsaved/rebase-form.ts";
import { type CategoryFields, toCategoryForm } from "./category-fields.ts";
import { blankCondition, conditionProblem, toConditionFields } from "./rule-fields.ts";

const before: CategoryFields = {
  name: "Chairs",
  slug: "chairs",
  description: "",
  parent_id: null,
  image: null,
  is_active: true,
  match: "all",
  conditions: [],
};
const image = { id: 7, url: "/images/a/640.webp", alt: "", width: 1, height: 1, dominant: "#fff" };

test("A4 the request has the image id, no empty slug and null for empty texts", () => {
  expect(toCategoryForm({ ...before, slug: " ", image }, "EUR")).toEqual({
    rules: null,
    name: "Chairs",
    description: null,
    parent_id: null,
    image_id: 7,
    is_active: true,
  });
  expect(toCategoryForm({ ...before, slug: " seats " }, "EUR").slug).toBe("seats");
});

test("A4 only fields both sides changed differently are conflicts", () => {
  const theirs = { ...before, name: "Seats", description: "Soft", image };
  const fields = (mine: Partial<CategoryFields>) => findConflicts(before, { ...before, ...mine }, theirs);
  expect(fields({})).toEqual([]);
  expect(fields({ name: "Seats", is_active: false })).toEqual([]);
  expect(fields({ name: "Stools", description: "Hard", image: { ...image, id: 8 } })).toEqual([
    "name",
    "description",
    "image",
  ]);
});

test("A4 rules are edited as texts and sent as conditions; an incomplete one is a problem", () => {
  const rules = {
    match: "any" as const,
    conditions: [
      { field: "tag" as const, op: "is_not" as const, value: 7 },
      { field: "price" as const, op: "less_than" as const, value: 1995 },
      { field: "attribute" as const, key: "wood", op: "is" as const, value: "92" },
      { field: "discount" as const, op: "at_least" as const, value: 20 },
      { field: "stock" as const, op: "is" as const, value: "out" as const },
    ],
  };
  const conditions = rules.conditions.map((condition) => toConditionFields(condition, "EUR"));
  expect(conditions.map(({ value }) => value)).toEqual(["7", "19.95", "92", "20", "out"]);
  expect(toCategoryForm({ ...before, match: "any", conditions }, "EUR").rules).toEqual(rules);
  expect(conditionProblem(blankCondition(), "EUR")).toBe("Select a tag.");
  expect(conditionProblem({ ...blankCondition("price"), value: "a lot" }, "EUR")).toMatch(/Enter an amount/);
  expect(conditionProblem({ ...blankCondition("published"), value: "1.5" }, "EUR")).toMatch(/days/);
  expect(conditionProblem({ ...blankCondition("price"), value: "19,9" }, "EUR")).toBeUndefined();
});
