import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Fields with personal data. */
const personal = /type="(?:password|email)"|autoComplete="(?!off)|<AddressFields/;
const forms = /<form\b[^>]*/g;

/** The forms of a file that would be sent by GET without script. */
const unsafeFormsIn = (text: string) =>
  personal.test(text) ? [...text.matchAll(forms)].map(([tag]) => tag).filter((tag) => !/method="post"/.test(tag)) : [];

test("D9 no form with a password or address is sent by GET", () => {
  const found = globSync("web/**/*.tsx").flatMap((file) =>
    unsafeFormsIn(readFileSync(file, "utf8")).map((tag) => `${file}: ${tag}`),
  );
  expect(found).toEqual([]);
});

test("the rule finds a form without a method", () => {
  const field = '<TextField type="password" />';
  expect(unsafeFormsIn(`<form noValidate>${field}</form>`)).toEqual(["<form noValidate"]);
  expect(unsafeFormsIn(`<form method="get" action="/x">${field}</form>`)).toHaveLength(1);
  expect(unsafeFormsIn(`<form\n  method="post"\n>${field}</form>`)).toEqual([]);
  expect(unsafeFormsIn("<form noValidate><Checkbox /></form>")).toEqual([]);
});
