import { expect, test } from "vitest";
import { attributeKeyPattern } from "#contract/catalogue/attributes.ts";
import { blankAttribute, toFields, toTypeForm } from "./product-type-fields.ts";

test("A5 a saved product type has the same attributes when it is saved again, new ones get a free key", () => {
  const attribute = { key: "made_in", label: "Origin", kind: "select" as const, unit: null, required: true };
  const attribute_schema = [{ ...attribute, filterable: true, choices: ["Italy", "Spain"] }];
  const type = {
    id: 1,
    name: "Shoes",
    slug: "shoes",
    is_shippable: true,
    tax_class_id: 2,
    return_days: 0,
    withdrawal_exclusion: "sealed_hygiene" as const,
    requires_unit_price: true,
    safety: null,
    country_of_origin: null,
    version: 3,
    size_guide_html: "<p>S</p>",
  };
  const fields = toFields({ ...type, attribute_schema });
  expect(toTypeForm(fields)).toEqual({
    name: "Shoes",
    is_shippable: true,
    tax_class_id: 2,
    return_days: 0,
    withdrawal_exclusion: "sealed_hygiene",
    requires_unit_price: true,
    safety: null,
    country_of_origin: null,
    attribute_schema,
    size_guide_html: "<p>S</p>",
  });
  const added = [blankAttribute(), blankAttribute()].map((one) => ({ ...one, label: "Made in", choices: "not sent" }));
  const { attribute_schema: saved = [] } = toTypeForm({ ...fields, attributes: [...fields.attributes, ...added] });
  expect(saved.map(({ key, choices }) => [key, choices])).toEqual([
    ["made_in", ["Italy", "Spain"]],
    ["made_in_2", []],
    ["made_in_3", []],
  ]);
});

test("A5 a new attribute never gets a key that every object has a value for", () => {
  const { attribute_schema = [] } = toTypeForm({
    ...toFields(undefined),
    attributes: ["Constructor", "Prototype"].map((label) => ({ ...blankAttribute(), label })),
  });
  expect(attribute_schema.map(({ key }) => key)).toEqual(["constructor_2", "prototype_2"]);
  expect(attribute_schema.every(({ key }) => attributeKeyPattern.test(key))).toBe(true);
});
