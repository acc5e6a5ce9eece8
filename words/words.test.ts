import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error: the scripts that set up the shop are plain JavaScript.
import { allTexts, misnamedValues, storefrontSources, textsOf, untranslatedTexts } from "../scripts/translations.mjs";
import type { Message, Messages } from "./say.ts";

const read = (language: string): Messages => JSON.parse(readFileSync(`words/${language}.json`, "utf8"));
const gaps = (saying: Message) =>
  [saying]
    .flatMap((one) => (typeof one === "string" ? one : (one.other ?? "")))
    .flatMap((one) => one.match(/\{\w+\}/g) ?? []);

/** Accessible names of controls that show a number: each must contain the number, as people speak what they see. */
const figured = ["Account menu, {n} unread notifications", "Cart, {n} items", "Notifications, {n} unread"];
const figureOf: Record<string, string> = { zero: "0", one: "1", two: "2" };

test("the English catalog matches the sources (else: node scripts/translations.mjs)", () => {
  expect(read("en")).toEqual(allTexts());
});

const languages = globSync("words/*.json").map((file) => basename(file, ".json"));
const translations = languages.filter((language) => language !== "en");

test.each(translations)("%s has a translation of every text, and no unused ones", (language) => {
  const english = read("en");
  const other = read(language);
  expect(Object.keys(english).filter((text) => !other[text])).toEqual([]);
  expect(Object.keys(other).filter((text) => !english[text])).toEqual([]);
});

test.each(translations)("%s has all plural forms and the placeholders of the English text", (language) => {
  const english = read("en");
  const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  for (const [text, saying] of Object.entries(read(language))) {
    const expected = english[text] ?? "";
    if (typeof expected === "string") expect(typeof saying, text).toBe("string");
    else expect(Object.keys(saying).toSorted(), text).toEqual(kinds);
    expect(new Set(gaps(saying)), text).toEqual(new Set(gaps(expected)));
  }
});

test.each(languages)("H8 %s has the count in the label of a badge", (language) => {
  const words = read(language);
  for (const name of figured)
    for (const [kind, form] of Object.entries(words[name] ?? {}))
      expect(form.replace("{n}", figureOf[kind] ?? "{n}"), `${name} ${kind}`).toContain(figureOf[kind] ?? "{n}");
});

test("every text of a storefront screen is translatable", () => {
  const screens = [...storefrontSources()].filter((file) => file.endsWith(".tsx"));
  expect(screens).toEqual(
    expect.arrayContaining([
      "web/cart/lines/cart-line.tsx",
      "web/catalogue/details/zoom.tsx",
      "web/ui/feedback/toasts.tsx",
    ]),
  );
  const found = screens.flatMap((file) =>
    untranslatedTexts(file, readFileSync(file, "utf8")).map((text: string) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Words that British English writes otherwise. */
const british = new RegExp(
  "\\b\\w*(colour|favour|flavour|harbour|honour|neighbour|metre|litre|fibre|centre|grey|jewellery|aluminium|catalogue|" +
    "(travel|label|model|enamel|bevel)l(ed|ing)|(organ|recogn|real)is(e|ing)|moulded|woollen|sceptical|practise)\\w*",
  "gi",
);

test("screens, emails and demo data are in American English", () => {
  const screens = globSync("web/**/*.tsx").flatMap((file) => untranslatedTexts(file, readFileSync(file, "utf8")));
  const demo = globSync("world/{products/*,reviews}.json").map((file) => readFileSync(file, "utf8"));
  const texts = [JSON.stringify(read("en")), ...screens, ...demo];
  expect(texts.flatMap((one: string) => one.match(british) ?? [])).toEqual([]);
});

test("untranslatable texts are found in tags and attributes", () => {
  expect(untranslatedTexts("a.tsx", 'const A = () => <p title="Two words">One word {say("fine")} · 5</p>;')).toEqual([
    "One word",
    "Two words",
  ]);
});

test("a text composed at its use is an error", () => {
  expect(() => textsOf("a.ts", "say(`Hello ${name}`)")).toThrow("say needs a literal text");
  expect(textsOf("a.ts", 'sayCount("1 day", "{n} days", n)')).toEqual([
    ["{n} days", { one: "1 day", other: "{n} days" }],
  ]);
});

test("every text gets the values of its placeholders", () => {
  const files = globSync("{web,server}/**/*.{ts,tsx}", { exclude: (name) => name.includes(".test.") });
  expect(files.flatMap((file) => misnamedValues(file, readFileSync(file, "utf8")))).toEqual([]);
});
