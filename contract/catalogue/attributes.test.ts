import { expect, test } from "vitest";
import { attributeProblems } from "#contract/catalogue/attributes.ts";

test.each(["constructor", "__proto__", "length"])("A5 an attribute that is called %s may be empty or filled", (key) => {
  const schema = [{ key, label: "Maker", kind: "text" as const, required: true, filterable: false, choices: [] }];
  expect(attributeProblems(schema, {}, { onSale: true })).toEqual([{ key, problem: "Maker required" }]);
  expect(attributeProblems(schema, { [key]: "LEGO" }, { onSale: true })).toEqual([]);
});
