import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { readProducts } from "#server/imports/testing.ts";

const head =
  "handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,discountMode,discountValue," +
  "inventory,weight,cost,brand,productOptionName1,productOptionDescription1";

/** Reads rows with these cells, which are quoted; the first is the product. */
async function readRows(...rows: Record<string, string>[]) {
  const cells = rows.map((row, at) => {
    const values: Record<string, string> = { handleId: "P1", fieldType: at === 0 ? "Product" : "Variant", ...row };
    return head.split(",").map((heading) => `"${values[heading] ?? ""}"`);
  });
  return readProducts(`${head}\n${cells.map((row) => row.join(",")).join("\n")}\n`);
}
const kettle = { name: "Kettle", price: "20", visible: "true" };

test("A5 Wix's product has its texts, categories, images, weight and cost", async () => {
  const { products, notes } = await readRows({
    ...kettle,
    description: "Good",
    brand: "Boil",
    collection: "Kitchen;Sale > Now",
    productImageUrl: "a.jpg;https://w.example/b.jpg",
    sku: "K",
    weight: "1.5",
    cost: "7",
  });
  expect(notes).toEqual([]);
  expect(products).toMatchObject([
    {
      handle: "p1",
      name: "Kettle",
      description_html: "<p>Good</p>",
      brand: "Boil",
      status: "active",
      categories: [["Kitchen"], ["Sale > Now"]],
      images: [{ source_url: "https://static.wixstatic.com/media/a.jpg" }, { source_url: "https://w.example/b.jpg" }],
      variations: [{ sku: "K", price_amount: 2000, compare_at_amount: null, weight_g: 1500, cost_amount: 700 }],
    },
  ]);
});

test.each([
  ["PERCENT", "10", { price_amount: 1800, compare_at_amount: 2000 }],
  ["AMOUNT", "5", { price_amount: 1500, compare_at_amount: 2000 }],
  ["PERCENT", "0", { price_amount: 2000, compare_at_amount: null }],
  ["", "", { price_amount: 2000, compare_at_amount: null }],
])("A5 a discount of %s %s is a compare-at price", async (discountMode, discountValue, prices) => {
  expect((await readRows({ ...kettle, discountMode, discountValue })).products[0]?.variations).toMatchObject([prices]);
});

test.each([
  ["InStock", undefined, undefined],
  ["OutOfStock", true, 0],
  ["5", true, 5],
  ["", undefined, undefined],
])("A5 an inventory of %j says whether stock is counted", async (inventory, track_stock, on_hand) => {
  const [variation] = (await readRows({ ...kettle, inventory })).products[0]?.variations ?? [];
  expect([variation?.track_stock, variation?.on_hand]).toEqual([track_stock, on_hand]);
});

test("A5 variations have their surcharge, the product's discount, and its inventory where they name none", async () => {
  const { products } = await readRows(
    {
      ...kettle,
      inventory: "9",
      discountMode: "PERCENT",
      discountValue: "50",
      productOptionName1: "Color",
      productOptionDescription1: "#ff0000:Red;#00ff00:Green",
    },
    { sku: "K-R", surcharge: "0", inventory: "OutOfStock", productOptionDescription1: "#ff0000:Red" },
    { sku: "K-G", surcharge: "4,5", productOptionDescription1: "#00ff00:Green" },
  );
  expect(products).toMatchObject([
    {
      name: "Kettle",
      optionNames: ["Color"],
      variations: [
        { options: ["Red"], sku: "K-R", price_amount: 1000, compare_at_amount: 2000, on_hand: 0 },
        { options: ["Green"], sku: "K-G", price_amount: 1225, compare_at_amount: 2450, on_hand: 9 },
      ],
    },
  ]);
});

const sized = { ...kettle, productOptionName1: "Size", productOptionDescription1: "L" };
test.each([
  ["49.99", "15", "0", { price_amount: 4249, compare_at_amount: 4999 }],
  ["129.95", "33", "0", { price_amount: 8707, compare_at_amount: 12_995 }],
  ["129.95", "33", "10.55", { price_amount: 9414, compare_at_amount: 14_050 }],
  ["20", "", "1,299", { price_amount: 131_900, compare_at_amount: null }],
  ["1,299.00", "10", "100", { price_amount: 125_910, compare_at_amount: 139_900 }],
  ["20", "", "-5.50", { price_amount: 1450, compare_at_amount: null }],
])("A5 a price of %s less %s percent with a surcharge of %s is rounded to cents", async (price, off, more, prices) => {
  const product = { ...sized, price, discountMode: off && "PERCENT", discountValue: off };
  const { products } = await readRows(product, { surcharge: more, productOptionDescription1: "L" });
  expect(products[0]?.variations).toMatchObject([prices]);
});

test("A5 amounts are read as the others of the file, with and without a surcharge, and a note says how", async () => {
  const option = { productOptionName1: "Size", productOptionDescription1: "S;L" };
  // "1299.000" can't be grouped, so that "1.299" isn't either.
  const { products, notes } = await readRows(
    { ...kettle, ...option, price: "1.299" },
    { productOptionDescription1: "S" },
    { surcharge: "2.500", productOptionDescription1: "L" },
    { handleId: "P2", fieldType: "Product", ...kettle, price: "1299.000" },
  );
  expect(products.map((one) => one?.variations.map(({ price_amount }) => price_amount))).toEqual([
    [130, 380],
    [129_900],
  ]);
  const read = notes.map(({ row, column, message }) => [row, column, message]).toSorted();
  expect(read).toEqual([
    [3, "price", '"1.299" was read as 1.30.'],
    [4, "price", '"1.299" was read as 1.30.'],
    [4, "surcharge", '"2.500" was read as 2.50.'],
    [5, "price", '"1299.000" was read as 1299.00.'],
  ]);
});

test("A5 a surcharge says how the price and the cost of all variations are read", async () => {
  const { products, notes } = await readRows(
    { ...kettle, productOptionName1: "Size", productOptionDescription1: "S;L", price: "1.299" },
    { productOptionDescription1: "S", cost: "1.150" },
    { surcharge: "0.500", productOptionDescription1: "L", cost: "1.400" },
  );
  expect(products[0]?.variations).toMatchObject([
    { price_amount: 130, cost_amount: 115 },
    { price_amount: 180, cost_amount: 140 },
  ]);
  expect(notes.map(({ row, column }) => [row, column]).toSorted()).toEqual([
    [3, "cost"],
    [3, "price"],
    [4, "cost"],
    [4, "price"],
    [4, "surcharge"],
  ]);
});

test("A5 any price without any percentage is rounded to cents", () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 1, max: 99 }), async (cents, percent) => {
      const product = { ...kettle, price: decimalText(cents, "EUR"), discountMode: "PERCENT" };
      const { products } = await readRows({ ...product, discountValue: String(percent) });
      const price_amount = Math.round((cents * (100 - percent)) / 100);
      expect(products[0]?.variations).toMatchObject([{ price_amount }]);
    }),
    { numRuns: 50 },
  ));

test.each([
  ["surcharge", "ask", { price_amount: 2000 }],
  ["discountValue", "a lot", { price_amount: 2500 }],
  ["discountValue", "120", { price_amount: 2500 }],
])("A5 a %s of %j is left out with a note", async (name, text, price) => {
  const discount = { discountMode: "AMOUNT", discountValue: name === "discountValue" ? text : "" };
  const surcharge = name === "surcharge" ? text : "5";
  const { products, notes } = await readRows({ ...sized, ...discount }, { surcharge, productOptionDescription1: "L" });
  expect(products[0]?.variations).toMatchObject([price]);
  expect(notes).toMatchObject([{ column: name, code: "value_ignored" }]);
});

test("A5 a product that isn't visible is a draft, and a price that is none is an error", async () => {
  expect((await readRows({ ...kettle, visible: "false" })).products[0]?.status).toBe("draft");
  expect((await readRows({ ...kettle, visible: "" })).products[0]?.status).toBe("active");
  expect((await readRows({ ...kettle, price: "ask" })).lost).toMatchObject([
    { row: 2, column: "price", code: "price_not_a_number" },
  ]);
});
