import { expect, test } from "vitest";
import { search } from "#server/catalogue/search/text/memory-index.fixture.ts";
import { indexDemoShop } from "./search-index.ts";
import { demoQueries, scoreDemo, scoreTypos } from "./search-score.ts";

const demo = indexDemoShop();

test("Search: at least 95% of ordinary questions find an expected product of the demo shop", () => {
  const { share, failed } = scoreDemo(demo);
  expect(share, JSON.stringify(failed)).toBeGreaterThanOrEqual(0.95);
});

test("Search: at least 90% of words with one typo find what the word finds, and a suggestion finds something", () => {
  const { share, failed } = scoreTypos(demo, Object.keys(demoQueries));
  expect(share).toBeGreaterThanOrEqual(0.9);
  const suggested = failed.map(({ query }) => search(demo, query).did_you_mean).filter((text) => text !== null);
  expect(suggested.length).toBeGreaterThan(0);
  for (const text of suggested) expect([text, search(demo, text).found]).not.toEqual([text, []]);
});

test("Search: a lamp is also what gives light under another name, by synonyms", () => {
  const { found } = search(demo, "lamp");
  expect(found).toEqual(expect.arrayContaining(["Reading Corner Sofa & Lamp", "Festival Lantern", "Filament Bulb"]));
});
