import { expect, test } from "vitest";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { splitIntoWords } from "#server/catalogue/search/product-index.sql.ts";
import { searchOf } from "#server/catalogue/search/search.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { selectCompletions, selectSimilar, selectTypedWords } from "./dictionary-oracle.fixture.ts";
import { parseQuery } from "./parse-query.ts";

const shop = await openTestShop();
const { product, one } = await sampleCatalogue(shop);
const { app } = shop;
const getIndex = () => searchOf(app).getIndex();
const prefixes = ["c", "ch", "chair", "gar", "windsor", "lamp", "nothing", "äp", "apfel"];

test("C11 the search dictionary in memory matches the database", async () => {
  const { dictionary, live } = await getIndex();
  for (const prefix of prefixes) {
    expect(dictionary.complete(prefix, 50, live)).toEqual(await selectCompletions(app.db, prefix, 50));
    const text = `${prefix}, The CHAIR's`;
    const words = await splitIntoWords(app.db, text);
    expect(words.map((word) => ({ word, isKnown: dictionary.hasPrefix(word, live) }))).toEqual(
      await selectTypedWords(app.db, text),
    );
    expect((await parseQuery(app.db, await getIndex(), text)).typed).toEqual(words);
  }
  for (const word of ["chairsde", "furnture", "apfelschen", "nothing"])
    expect(dictionary.findSimilar(word, 0.3, 8, live)).toEqual(await selectSimilar(app.db, word, 0.3));
});

test("C11 a new word is found by the next request", async () => {
  await product({ name: "Zebrawood tray", variations: [one(2500, 1)] });
  const { dictionary, live } = await getIndex();
  expect(dictionary.complete("zebra", 5, live)).toEqual(["zebrawood"]);
});
