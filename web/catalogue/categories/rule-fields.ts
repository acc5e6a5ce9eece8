import { type CategoryCondition, CategoryRules } from "#contract/catalogue/category-rules.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

/** A condition as it is edited: every value is text. */
export interface ConditionFields {
  field: CategoryCondition["field"];
  op: string;
  /** The key of an attribute. */
  key: string;
  value: string;
}

interface ConditionKind {
  label: string;
  ops: readonly { value: string; label: string }[];
  /** What to enter, if the value is missing or wrong. */
  problem: string;
}
const isOrIsNot = [
  { value: "is", label: "is" },
  { value: "is_not", label: "is not" },
];
export const conditionKinds: Record<CategoryCondition["field"], ConditionKind> = {
  tag: { label: "Tag", ops: isOrIsNot, problem: "Select a tag." },
  type: { label: "Product type", ops: isOrIsNot, problem: "Select a product type." },
  brand: { label: "Brand", ops: isOrIsNot, problem: "Select a brand." },
  price: {
    label: "Price",
    ops: [
      { value: "less_than", label: "is less than" },
      { value: "greater_than", label: "is greater than" },
    ],
    problem: "Enter an amount, such as 50.",
  },
  discount: {
    label: "Discount",
    ops: [{ value: "at_least", label: "is at least" }],
    problem: "Enter a whole number from 1 to 99.",
  },
  stock: { label: "Stock", ops: [{ value: "is", label: "is" }], problem: "Select in stock or out of stock." },
  published: {
    label: "Published",
    ops: [{ value: "within_days", label: "in the last" }],
    problem: "Enter a number of days from 1 to 3650.",
  },
  attribute: { label: "Attribute", ops: isOrIsNot, problem: "Select an attribute, then enter its value." },
};

/** An empty condition on a field. */
export const blankCondition = (field: ConditionFields["field"] = "tag"): ConditionFields => ({
  field,
  op: conditionKinds[field].ops[0]?.value ?? "",
  key: "",
  value: field === "stock" ? "in_stock" : "",
});

export function toConditionFields(condition: CategoryCondition, currency: string): ConditionFields {
  const { field, op, value } = condition;
  return {
    field,
    op,
    key: field === "attribute" ? condition.key : "",
    value: field === "price" ? decimalText(value, currency) : String(value),
  };
}

const toCondition = ({ field, op, key, value }: ConditionFields, currency: string) => ({
  field,
  op,
  ...(field === "attribute" ? { key } : {}),
  value: textFields.has(field) ? value : field === "price" ? amountFromText(value, currency) : Number(value),
});
const textFields = new Set<ConditionFields["field"]>(["brand", "attribute", "stock"]);

/** The rules that are entered: null without conditions, undefined while one is incomplete. */
export function toRules(match: CategoryRules["match"], conditions: readonly ConditionFields[], currency: string) {
  if (conditions.length === 0) return null;
  return CategoryRules.safeParse({ match, conditions: conditions.map((one) => toCondition(one, currency)) }).data;
}

/** What is wrong with a condition. */
export const conditionProblem = (condition: ConditionFields, currency: string) =>
  toRules("all", [condition], currency) ? undefined : conditionKinds[condition.field].problem;
