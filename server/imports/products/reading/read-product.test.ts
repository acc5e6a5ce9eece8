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
  ["49.90 Fr.", "EUR", "CHF", 4990],
  ["Rs. 499", "EUR", "Rs", 49_900],
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

test("A5 a price and a weight are read as the rest of their column is written", async () => {
  const mapping = { title: "Name", price: "Price", grams: "Weight" };
  const rows = ["A,49.900,0.300000", "B,1299.000,2.000000", "C,5,12"];
  const { products, notes } = await readProducts(`Name,Price,Weight\n${rows.join("\n")}\n`, { mapping });
  expect(products.map((product) => product?.variations[0])).toMatchObject([
    { price_amount: 4990, weight_g: 300 },
    { price_amount: 129_900, weight_g: 2000 },
    { price_amount: 500, weight_g: 12_000 },
  ]);
  expect(notes.map(({ row, code }) => [row, code])).toEqual([
    [2, "price_read"],
    [2, "weight_read"],
    [3, "price_read"],
    [3, "weight_read"],
    [4, "weight_read"],
  ]);
});

test("A5 all prices of a file are read alike, also those of a column with few of them", async () => {
  const head = "Handle,Title,Variant Price,Variant Compare At Price,Cost per item";
  const rows = ["lamp,Lamp,39.900,49.900,20.000", "desk,Desk,1299.000,,700.000"];
  const { products } = await readProducts(`${head}\n${rows.join("\n")}\n`);
  expect(products.map((product) => product?.variations[0])).toMatchObject([
    { price_amount: 3990, compare_at_amount: 4990, cost_amount: 2000 },
    { price_amount: 129_900, cost_amount: 70_000 },
  ]);
});

test("A5 a quantity that is true or false says whether there is stock", async () => {
  const mapping = { title: "Name", price: "Price", quantity: "Available" };
  const rows = ["A,5,true", "B,5,false", "C,5,7", "D,5,"];
  const { products, notes } = await readProducts(`Name,Price,Available\n${rows.join("\n")}\n`, { mapping });
  const stock = products.map((product) => product?.variations[0]);
  expect(stock.map((one) => [one?.is_in_stock, one?.track_stock, one?.on_hand])).toEqual([
    [true, undefined, undefined],
    [undefined, true, 0],
    [undefined, undefined, 7],
    [undefined, undefined, undefined],
  ]);
  expect(notes).toEqual([]);
});

test("A5 a type is the category of a product without one, but in an export of a shop like this", async () => {
  const categories = async (header: string, cells: string) =>
    (await readProducts(`Handle,Title,Variant Price,Product Category,Type${header}\nt,T,5,,Thing${cells}\n`))
      .products[0]?.categories;
  expect(await categories("", "")).toEqual([["Thing"]]);
  expect(await categories(",Low stock amount", ",3")).toEqual([["Thing"]]);
  expect(await categories(",Variant Low Stock Level", ",")).toBeUndefined();
});
