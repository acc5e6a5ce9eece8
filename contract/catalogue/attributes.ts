/** Kinds of attribute values. All are stored as text: numbers with a decimal point, yes and no as `true` and `false`. */
export const attributeKinds = ["text", "number", "bool", "select"] as const;
export type AttributeKind = (typeof attributeKinds)[number];

/** An attribute of a product type, such as its material. */
export interface Attribute {
  key: string;
  label: string;
  kind: AttributeKind;
  unit?: string | null | undefined;
  /** Products on sale must have a value. */
  required: boolean;
  /** Customers can filter product lists by it. */
  filterable: boolean;
  /** The values of a `select`. */
  choices: string[];
}

/** Names that every object in JavaScript has a value for. */
export const reservedKeys = ["__proto__", "constructor", "prototype"];
export const attributeKeyPattern = new RegExp(`^(?!(?:${reservedKeys.join("|")})$)[a-z0-9_]{1,60}$`);

/** What is wrong with the value of an attribute; undefined if nothing is. */
export function attributeProblem(
  { kind, label, choices }: Pick<Attribute, "kind" | "label" | "choices">,
  value: string,
) {
  if (kind === "number" && !/^-?\d{1,12}(\.\d{1,6})?$/.test(value)) return "Enter a number, such as 12.5.";
  if (kind === "bool" && value !== "true" && value !== "false") return "Choose yes or no.";
  if (kind === "select" && !choices.includes(value)) return `Choose one of the values of ${label}.`;
  return undefined;
}

type Values = Record<string, string | undefined>;

/** The attributes whose values are missing or invalid; values are required for products on sale only. */
export const attributeProblems = (schema: readonly Attribute[], values: Values, { onSale }: { onSale: boolean }) =>
  schema.flatMap((attribute) => {
    const value = (Object.hasOwn(values, attribute.key) && values[attribute.key]?.trim()) || "";
    const missing = attribute.required && onSale ? `${attribute.label} required` : undefined;
    const problem = value === "" ? missing : attributeProblem(attribute, value);
    return problem ? [{ key: attribute.key, problem }] : [];
  });
