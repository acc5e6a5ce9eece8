import { expect, test } from "vitest";
import { readProducts } from "#server/imports/testing.ts";

const head =
  "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES," +
  "VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU";

/** Reads listings with these cells, which are quoted. */
async function readListings(...listings: Record<string, string>[]) {
  const rows = listings.map((cells) => {
    const values: Record<string, string> = {
      TITLE: "Vase",
      PRICE: "20",
      CURRENCY_CODE: "EUR",
      QUANTITY: "6",
      ...cells,
    };
    return head.split(",").map((heading) => `"${values[heading] ?? ""}"`);
  });
  return readProducts(`${head}\n${rows.map((row) => row.join(",")).join("\n")}\n`);
}

test("A5 a listing without variations has its quantity, tags with spaces, and its images in order", async () => {
  const { products, notes } = await readListings({
    TAGS: "big_vase,clay",
    SKU: "V-1",
    IMAGE1: "https://e.example/1.jpg",
    IMAGE2: "https://e.example/2.jpg",
  });
  expect(notes).toEqual([]);
  expect(products).toMatchObject([
    {
      name: "Vase",
      handle: "",
      slug: "vase",
      tags: ["big vase", "clay"],
      variations: [{ options: [], sku: "V-1", price_amount: 2000, on_hand: 6 }],
      images: [{ source_url: "https://e.example/1.jpg" }, { source_url: "https://e.example/2.jpg" }],
    },
  ]);
});

test("A5 one list of values, or two, give a variation for each combination, whose quantity is shared", async () => {
  const size = { "VARIATION 1 NAME": "Size", "VARIATION 1 VALUES": "S,M" };
  const one = await readListings({ ...size, SKU: "V-S,V-M" });
  expect(one.products).toMatchObject([
    {
      optionNames: ["Size"],
      variations: [
        { options: ["S"], sku: "V-S", price_amount: 2000 },
        { options: ["M"], sku: "V-M", price_amount: 2000 },
      ],
    },
  ]);
  expect(one.products[0]?.variations.map(({ on_hand }) => on_hand)).toEqual([undefined, undefined]);
  expect(one.notes).toMatchObject([{ row: 2, column: "QUANTITY", code: "quantity_shared" }]);
  const color = { "VARIATION 2 TYPE": "Color", "VARIATION 2 VALUES": "Red,Blue" };
  const two = await readListings({ ...size, ...color, SKU: "V" });
  expect(two.products).toMatchObject([
    {
      optionNames: ["Size", "Color"],
      variations: [
        ["S", "Red"],
        ["S", "Blue"],
        ["M", "Red"],
        ["M", "Blue"],
      ].map(toOptions),
    },
  ]);
  // One SKU for four variations is none of theirs.
  expect(two.products[0]?.variations.map(({ sku }) => sku)).toEqual([undefined, undefined, undefined, undefined]);
  expect(two.notes).toMatchObject([{ code: "quantity_shared" }, { column: "SKU", code: "value_ignored" }]);
});

const toOptions = (options: string[]) => ({ options });

test("A5 a list of one value is an option, with the quantity of the listing", async () => {
  const { products, notes } = await readListings({ "VARIATION 1 NAME": "Size", "VARIATION 1 VALUES": "S" });
  expect(products).toMatchObject([{ optionNames: ["Size"], variations: [{ options: ["S"], on_hand: 6 }] }]);
  expect(notes).toEqual([]);
});

test("A5 a listing with more variations than a product can have is an error", async () => {
  const values = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${letter}${at}`).join(",");
  const options = { "VARIATION 1 NAME": "A", "VARIATION 2 NAME": "B" };
  const fits = { ...options, "VARIATION 1 VALUES": values("a", 32), "VARIATION 2 VALUES": values("b", 64) };
  expect((await readListings(fits)).products[0]?.variations).toHaveLength(2048);
  const { lost } = await readListings({ ...fits, "VARIATION 1 VALUES": values("a", 33) });
  expect(lost).toMatchObject([{ code: "too_many_variations" }]);
  const { lost: long } = await readListings({ "VARIATION 1 NAME": "A", "VARIATION 1 VALUES": values("a", 2049) });
  expect(long).toMatchObject([{ code: "too_many_variations" }]);
});

test("A5 listings of one title get their SKU or a number in the address, and none is a handle of the file", async () => {
  const { products } = await readListings({}, {}, { SKU: "V-2" }, {});
  expect(products.map((product) => [product?.handle, product?.slug])).toEqual([
    ["", "vase"],
    ["", "vase-2"],
    ["", "vase-v-2"],
    ["", "vase-3"],
  ]);
});

test("A5 the price has the currency of its listing", async () => {
  expect((await readListings({ CURRENCY_CODE: "USD" })).currencies).toEqual(["USD"]);
  expect((await readListings({})).currencies).toEqual([]);
});
