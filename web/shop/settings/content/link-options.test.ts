import { expect, onTestFinished, test } from "vitest";
import { setLanguage } from "#words/say.ts";
import { addressProblem, isPathOfShop, linkOptions } from "./link-options.ts";

const categories = [{ name: "Lamps", path: "lamps" }];
const pages = [{ slug: "our-lamps", title: "How we make lamps" }];

test("links are found among pages and categories, by name or address", () => {
  const found = (text: string) => linkOptions(text, { pages, categories }).map(({ href }) => href);
  expect(found("LAMPS")).toEqual(["/pages/our-lamps", "/products?category=lamps"]);
  expect(found("on_sale")).toEqual(["/products?on_sale=true"]);
  expect(found(" ")).toEqual([]);
  expect(found("nothing such")).toEqual([]);
});

test("a page of the shop is linked in the shop's language, and found in English too", () => {
  onTestFinished(() => setLanguage("en", undefined));
  setLanguage("de", { "All products": "Alle Produkte" });
  const labels = (text: string) => linkOptions(text, { pages, categories }).map(({ label }) => label);
  expect([labels("all pro"), labels("alle")]).toEqual([["Alle Produkte"], ["Alle Produkte"]]);
});

test("an address is a path of the shop or a web address", () => {
  for (const href of ["/products", "/pages/a?b=c#d", "https://example.com/x"])
    expect(addressProblem(href)).toBe(undefined);
  for (const href of ["javascript:alert(1)", "products", "//evil.example", "/\\evil", "/two words"])
    expect([href, addressProblem(href)]).toEqual([href, "Enter a path, such as /products, or a web address."]);
  expect([isPathOfShop("/x"), isPathOfShop("https://example.com")]).toEqual([true, false]);
});
