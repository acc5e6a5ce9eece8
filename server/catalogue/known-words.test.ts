import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { browseSample } from "./browse-sample.ts";
import { vocabulary } from "./known-words.ts";
import { edits } from "./search-spelling.ts";
import { allWords, completions, typedWords, wordsSpelled } from "./search-words.sql.ts";

const shop = await openTestShop();
const { product, one } = await browseSample(shop);
const { house } = shop;
const begins = ["c", "ch", "chair", "gar", "windsor", "lamp", "nothing", "äp", "apfel"];

test("C11 the words in memory are those of the database", async () => {
  const known = await vocabulary(house);
  for (const begin of begins) {
    expect(await known.completions(begin, 50)).toEqual(await completions(house.db, begin, 50));
    expect(await known.typed(`${begin}, The CHAIR's`)).toEqual(await typedWords(house.db, `${begin}, The CHAIR's`));
  }
  const slips = ["chiar", "lmap", "gardn", "benhc"].flatMap((word) => edits(word).all);
  const exact = (mends: { word: string; exact: boolean; place: number }[]) =>
    mends.filter((mend) => mend.exact).map(({ word, place }) => [word, place]);
  const asked = await wordsSpelled(house.db, slips);
  const remembered = await known.spelled(slips);
  expect(exact(remembered)).toEqual(exact(asked));
  expect(remembered.map(({ place }) => place)).toEqual(asked.map(({ place }) => place));
});

test("C11 a word that is new is known in the next call", async () => {
  await product({ name: "Zebrawood tray", variations: [one(2500, 1)] });
  expect(await (await vocabulary(house)).completions("zebra", 5)).toEqual(["zebrawood"]);
});

test("C11 a shop with more words than memory should hold asks the database", async () => {
  expect(await allWords(house.db, 3)).toBeUndefined();
});
