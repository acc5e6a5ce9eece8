import fc from "fast-check";
import { expect, test } from "vitest";
import { productSorts } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { runs } from "#server/testing/properties.ts";
import { openTestShop } from "#server/testing/shop.ts";

const searches = runs(120, 10_000);
const lists = runs(75, 2_000);

const shop = await openTestShop();
await sampleCatalogue(shop);
const statusOf = async (address: string) => (await shop.app.http.inject({ url: `/v1${address}` })).statusCode;

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "grapheme", minLength: 90, maxLength: 520 }),
  fc
    .array(
      fc.constantFrom(
        "windsor",
        "chair",
        "windosr",
        "a",
        "&",
        "|",
        "!",
        ":*",
        "<->",
        "(",
        ")",
        "'",
        '"',
        "\\",
        "%",
        "_",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(" ")),
  fc.constantFrom("'; drop table products; --", "ﷺ", "‮abc", "\0", "İı", "ß", "e\u0301", "👩‍👩‍👧", "\ufeff", "1e400"),
);
const anyNumber = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom("", "-1", "0", "1e9", "9".repeat(30), "NaN", "0x10", " 2 "),
  anyText,
);
const parameters = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom("category", "name"), anyText),
    fc.tuple(
      fc.constantFrom("tag", "type", "option", "price_min", "price_max", "rating_min", "page", "per_page"),
      fc.oneof(fc.integer({ min: 1, max: 30 }).map(String), anyNumber),
    ),
    fc.tuple(
      fc.constantFrom("in_stock", "on_sale", "facets"),
      fc.constantFrom("true", "false", "1", "on", "maybe", ""),
    ),
    fc.tuple(fc.constant("sort"), fc.oneof(fc.constantFrom(...productSorts), anyText)),
    fc.tuple(anyText, anyText),
  ),
  { maxLength: 10 },
);

test("C5 Search: no text causes an error in the list or the suggestions", { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (typed) => {
      const query = new URLSearchParams({ q: typed.toWellFormed(), name: typed.toWellFormed() });
      const suggested = await statusOf(`/product/search-suggestion?${query}`);
      // More than 500 characters are rejected by the contract; everything else is answered.
      expect([200, typed.length > 500 ? 400 : 200]).toContain(suggested);
      expect([200, typed.length > 500 ? 400 : 200]).toContain(await statusOf(`/product?${query}`));
    }),
    { numRuns: searches },
  );
});

test("R2 no URL of a list causes a server error", { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(parameters, async (pairs) => {
      const address = new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]));
      expect(await statusOf(`/product?${address}`)).toBeLessThan(500);
    }),
    { numRuns: lists, examples: [[[["category", "\0"]]]] },
  );
});

test("R3 no URL of a product causes a server error", { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (slug) => {
      const status = await statusOf(`/product/details/${encodeURIComponent(slug.toWellFormed())}`);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: lists, examples: [["\0"]] },
  );
});
