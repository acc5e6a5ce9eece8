import { afterEach, expect, test } from "vitest";
import { direction, formatShopNumber, say, sayCount, setLanguage, shopLanguage, shopLocale } from "./say.ts";

afterEach(() => setLanguage("en", undefined));

test("English texts are returned with their placeholders filled", () => {
  expect(say("Remove {name}", { name: "Tea" })).toBe("Remove Tea");
  expect(sayCount("1 product", "{n} products", 1)).toBe("1 product");
  expect(sayCount("1 product", "{n} products", 1234)).toBe("1,234 products");
});

test("a sentence that ends with an abbreviation has one period", () => {
  expect(say("Arrives {dates}.", { dates: "Thu, 1 Dec." })).toBe("Arrives Thu, 1 Dec.");
  expect(say("Arrives {dates}. Free.", { dates: "Thu, 1 May" })).toBe("Arrives Thu, 1 May. Free.");
});

test("another language has its translations, and English where there is none", () => {
  setLanguage("de-AT", { "Remove {name}": "{name} entfernen" });
  expect(say("Remove {name}", { name: "Tee" })).toBe("Tee entfernen");
  expect(say("Add to cart")).toBe("Add to cart");
  expect([shopLanguage(), shopLocale(), direction()]).toEqual(["de-AT", "de-AT", "ltr"]);
});

test("a number selects the plural form of the language", () => {
  setLanguage("ar", { "{n} days": { zero: "٠", one: "a", two: "b", few: "c", many: "d", other: "e" } });
  expect([0, 1, 2, 3, 11, 100].map((n) => sayCount("1 day", "{n} days", n))).toEqual(["٠", "a", "b", "c", "d", "e"]);
  expect(direction()).toBe("rtl");
});

test("a locale without translations has English texts and its own number format", () => {
  setLanguage("fr-FR", undefined);
  expect(say("Add to cart")).toBe("Add to cart");
  expect([shopLanguage(), shopLocale(), direction()]).toEqual(["en", "fr-FR", "ltr"]);
});

test("a number is rounded to one decimal, halves up, without a negative zero", () => {
  expect([1.25, 0.285, -0.285, 1e-9, -0.04, 1234.5].map((value) => formatShopNumber(value))).toEqual([
    "1.3",
    "0.3",
    "−0.3",
    "0",
    "0",
    "1,234.5",
  ]);
  expect([0.2845, -0.14, 1e-9].map((value) => formatShopNumber(value, "percent"))).toEqual(["28.5%", "−14%", "0%"]);
});

test("placeholders in values are not filled", () => {
  expect(say("{a} and {b}", { a: "{b}", b: "x" })).toBe("{b} and x");
});

test("a placeholder without a value stays, whatever its name", () => {
  expect(say("{constructor} of {name}", { name: "Tea" })).toBe("{constructor} of Tea");
});
