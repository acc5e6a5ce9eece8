import { expect, test } from "vitest";
import { readProducts } from "#server/imports/testing.ts";

test("A5 rows with the handle of another title are noted: somebody may have meant another product", async () => {
  const rows = ["mug,Mug,Size,S,5", "mug,MUG,Size,M,5", "mug,Cup,Size,L,5", "mug,,,XL,5"];
  const { products, notes } = await readProducts(
    `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${rows.join("\n")}\n`,
  );
  expect(products).toMatchObject([{ name: "Mug", variations: [{}, {}, {}, {}] }]);
  const message = 'Row 2 has the same handle and the title "Mug". This title was left out.';
  expect(notes).toEqual([{ row: 4, column: "Title", code: "title_ignored", message, cells: rows[2]?.split(",") }]);
});

const readPrice = async (text: string, currency: string) => {
  const { currencies, notes, products } = await readProducts(`Handle,Title,Variant Price\na,A,"${text}"\n`, {
    currency,
  });
  return { currencies, codes: notes.map(({ code }) => code), amount: products[0]?.variations[0]?.price_amount };
};

test.each([
  ["$5", "EUR", "$", 500],
  ["£5", "EUR", "£", 500],
  ["5 €", "EUR", undefined, 500],
  ["$5", "USD", undefined, 500],
  ["5 USD", "EUR", "USD", 500],
])("A5 the price %j in a shop of %s names the currency %s", async (text, currency, foreign, amount) => {
  expect(await readPrice(text, currency)).toEqual({ currencies: foreign ? [foreign] : [], codes: [], amount });
});

test("A5 a heading names the currency of its prices", async () => {
  const mapping = { title: "Name", price: "Price (USD)" };
  expect((await readProducts("Name,Price (USD)\nA,5\n", { mapping })).currencies).toEqual(["USD"]);
  expect((await readProducts("Name,Price (USD)\nA,5\n", { mapping, currency: "USD" })).currencies).toEqual([]);
});

test("A5 a price with the decimals of its currency leaves no note", async () => {
  expect(await readPrice("5.634", "KWD")).toEqual({ currencies: [], codes: [], amount: 5634 });
  expect(await readPrice("5.634", "EUR")).toEqual({ currencies: [], codes: ["price_read"], amount: 563_400 });
  expect(await readPrice("500", "JPY")).toEqual({ currencies: [], codes: [], amount: 500 });
});
