import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { vocabulary } from "./known-words.ts";
import { countWords } from "./search-words.sql.ts";
import { edits } from "./spelling.ts";
import { completions, typedWords, wordsAlike, wordsSpelled } from "./dictionary-oracle.fixture.ts";

const shop = await openTestShop();
const { product, one } = await sampleCatalogue(shop);
const { app } = shop;
const begins = ["c", "ch", "chair", "gar", "windsor", "lamp", "nothing", "äp", "apfel"];

test("C11 the words in memory are those of the database", async () => {
  await countWords(app.db);
  const known = await vocabulary(app);
  for (const begin of begins) {
    expect(await known.completions(begin, 50)).toEqual(await completions(app.db, begin, 50));
    expect(await known.typed(`${begin}, The CHAIR's`)).toEqual(await typedWords(app.db, `${begin}, The CHAIR's`));
  }
  for (const slip of ["chiar", "lmap", "gardn", "benhc", "windsorr"]) {
    const spellings = edits(slip).all;
    const asked = await wordsSpelled(app.db, spellings);
    const remembered = await known.spelled(slip, spellings);
    const exact = (mends: typeof asked) => mends.filter((mend) => mend.exact).map(({ word, place }) => [word, place]);
    expect(exact(remembered)).toEqual(exact(asked));
    expect(remembered.map(({ place }) => place)).toEqual(asked.map(({ place }) => place));
  }
  for (const near of ["chairsde", "furnture", "apfelschen", "nothing"])
    expect(await known.alike(near, 0.3)).toEqual(await wordsAlike(app.db, near, 0.3));
});

test("C11 a word that is new is known in the next call", async () => {
  await product({ name: "Zebrawood tray", variations: [one(2500, 1)] });
  expect(await (await vocabulary(app)).completions("zebra", 5)).toEqual(["zebrawood"]);
});
