import { afterEach, expect, test } from "vitest";
import { direction, say, sayCount, shopLanguage, shopLocale, speak } from "./say.ts";

afterEach(() => speak("en", undefined));

test("English is said as it stands, its gaps filled", () => {
  expect(say("Remove {name}", { name: "Tea" })).toBe("Remove Tea");
  expect(sayCount("1 product", "{n} products", 1)).toBe("1 product");
  expect(sayCount("1 product", "{n} products", 1234)).toBe("1,234 products");
});

test("another language says its own words, and English where it has none", () => {
  speak("de-AT", { "Remove {name}": "{name} entfernen" });
  expect(say("Remove {name}", { name: "Tee" })).toBe("Tee entfernen");
  expect(say("Add to cart")).toBe("Add to cart");
  expect([shopLanguage(), shopLocale(), direction()]).toEqual(["de-AT", "de-AT", "ltr"]);
});

test("a number chooses the form its language has for it", () => {
  speak("ar", { "{n} days": { zero: "٠", one: "a", two: "b", few: "c", many: "d", other: "e" } });
  expect([0, 1, 2, 3, 11, 100].map((n) => sayCount("1 day", "{n} days", n))).toEqual(["٠", "a", "b", "c", "d", "e"]);
  expect(direction()).toBe("rtl");
});

test("a locale without words keeps English texts and its own figures", () => {
  speak("fr-FR", undefined);
  expect(say("Add to cart")).toBe("Add to cart");
  expect([shopLanguage(), shopLocale(), direction()]).toEqual(["en", "fr-FR", "ltr"]);
});

test("what is put into a gap is not looked through for gaps", () => {
  expect(say("{a} and {b}", { a: "{b}", b: "x" })).toBe("{b} and x");
});
