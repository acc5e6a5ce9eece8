import type { Args } from "#contract/api.ts";
import { type AttributeKind, reservedKeys } from "#contract/catalogue/attributes.ts";
import type { ProductType, WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { type SafetyFields, toSafety, toSafetyFields } from "#web/catalogue/safety/safety-fields.ts";

export interface AttributeFields {
  /** Empty until it is saved: then made from the label, and never changed. */
  attribute_key: string;
  label: string;
  kind: AttributeKind;
  unit: string;
  /** The values of a choice, a line each. */
  choices: string;
  required: boolean;
  filterable: boolean;
}
/** The form values of a product type. */
export interface TypeFields {
  name: string;
  is_shippable: boolean;
  tax_class_id: string;
  return_days: string;
  withdrawal_exclusion: WithdrawalExclusion;
  requires_unit_price: boolean;
  safety: SafetyFields;
  country_of_origin: string;
  size_guide_html: string;
  attributes: AttributeFields[];
}

export const typeFieldLabels: Record<keyof TypeFields, string> = {
  name: "Name",
  is_shippable: "Shipping",
  tax_class_id: "Tax class",
  return_days: "Return period in days",
  withdrawal_exclusion: "Right of withdrawal",
  requires_unit_price: "Unit price",
  safety: "Product safety",
  country_of_origin: "Country of origin",
  size_guide_html: "Size guide",
  attributes: "Attributes",
};

export const blankAttribute = (): AttributeFields => ({
  attribute_key: "",
  label: "",
  kind: "text",
  unit: "",
  choices: "",
  required: false,
  filterable: false,
});

/** Form values of a saved type, or of a new one. */
export const toFields = (type: ProductType | undefined): TypeFields => ({
  name: type?.name ?? "",
  is_shippable: type?.is_shippable ?? true,
  tax_class_id: type?.tax_class_id ? String(type.tax_class_id) : "",
  return_days: String(type?.return_days ?? ""),
  withdrawal_exclusion: type?.withdrawal_exclusion ?? "none",
  requires_unit_price: type?.requires_unit_price ?? false,
  safety: toSafetyFields(type?.safety),
  country_of_origin: type?.country_of_origin ?? "",
  size_guide_html: type?.size_guide_html ?? "",
  attributes: (type?.attribute_schema ?? []).map(({ key, unit, choices, ...attribute }) => ({
    ...attribute,
    attribute_key: key,
    unit: unit ?? "",
    choices: choices.join("\n"),
  })),
});

/** The request body of form values. */
export function toTypeForm(fields: TypeFields): Args<"POST /product-types">["body"] {
  const keys = new Set([...reservedKeys, ...fields.attributes.map(({ attribute_key }) => attribute_key)]);
  return {
    name: fields.name,
    is_shippable: fields.is_shippable,
    tax_class_id: Number(fields.tax_class_id) || null,
    return_days: fields.return_days.trim() === "" ? null : Number(fields.return_days),
    withdrawal_exclusion: fields.withdrawal_exclusion,
    requires_unit_price: fields.requires_unit_price,
    safety: toSafety(fields.safety),
    country_of_origin: fields.country_of_origin || null,
    size_guide_html: fields.size_guide_html,
    attribute_schema: fields.attributes.map(({ attribute_key, label, kind, unit, choices, required, filterable }) => ({
      key: attribute_key || freeKey(label, keys),
      label,
      kind,
      unit: kind === "text" || kind === "number" ? unit.trim() || null : null,
      choices: kind === "select" ? listChoices(choices) : [],
      required,
      filterable,
    })),
  };
}

export const listChoices = (text: string) => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** "Made in" becomes `made_in`, or `made_in_2` if that is taken. */
function freeKey(label: string, taken: Set<string>) {
  const base = slugify(label, 50).replaceAll("-", "_") || "attribute";
  let key = base;
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`;
  taken.add(key);
  return key;
}
