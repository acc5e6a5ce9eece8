import { expect, test } from "vitest";
import { indexDemoShop } from "./search-index.ts";
import { demoQueries, scoreDemo, scoreTypos } from "./search-score.ts";

const demo = indexDemoShop();

test("Search: at least 95% of ordinary questions find an expected product of the demo shop", () => {
  const { share, failed } = scoreDemo(demo);
  expect(share, JSON.stringify(failed)).toBeGreaterThanOrEqual(0.95);
});

test("Search: at least 90% of words with one typo find what the word finds", () => {
  expect(scoreTypos(demo, Object.keys(demoQueries)).share).toBeGreaterThanOrEqual(0.9);
});
