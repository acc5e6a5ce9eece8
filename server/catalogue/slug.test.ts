import fc from "fast-check";
import { expect, test } from "vitest";
import { slugify } from "#contract/catalogue/slug.ts";
import { freeSlug } from "./slug.ts";

test.each([
  ["Stühle & Bänke", "stuhle-banke"],
  ["  Straße Nº 5 ", "strasse-no-5"],
  ["Smørrebrød", "smorrebrod"],
  ["Men's shoes", "mens-shoes"],
  ["木の椅子", "木の椅子"],
  ["Чайник", "чайник"],
  ["blue_sofa", "blue_sofa"],
  ["🎉", ""],
  ["__", ""],
  ["--", ""],
])("C8 the slug of %s is %s", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test("C8 the slug of a slug is itself, without slashes and of limited length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 150 }), (text) => {
      const slug = slugify(text);
      expect(slugify(slug)).toBe(slug);
      expect(slug).toMatch(/^$|^[\p{L}\p{N}\p{M}_]+(-[\p{L}\p{N}\p{M}_]+)*$/u);
      expect([...slug].length).toBeLessThanOrEqual(100);
    }),
    { numRuns: 1000 },
  );
});

test("C8 a free slug is not taken", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20)), (numbers) => {
      const taken = new Set(["boots", ...numbers.map((n) => `boots-${n}`)]);
      expect(taken.has(freeSlug("boots", taken))).toBe(false);
    }),
  );
});
