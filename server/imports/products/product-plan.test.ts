import { expect, test } from "vitest";
import type { ProductDraft, VariationDraft } from "./product-draft.ts";
import { type CurrentProduct, indexProducts, planProduct } from "./product-plan.ts";

const row = { row: 2, cells: [] };
const small: VariationDraft = { row, options: ["Small"], price_amount: 1000, sku: "M-S", on_hand: 3 };
const large: VariationDraft = { row: { row: 3, cells: [] }, options: ["Large"], price_amount: 1200 };
const mug: ProductDraft = {
  first: row,
  slug: "mug",
  name: "Mug",
  type: undefined,
  tags: ["Clay"],
  optionNames: ["Size"],
  variations: [small, large],
  pictures: [{ source_url: "https://pictures.example/mug.jpg", alt: "" }],
};
const rest = {
  barcode: null,
  compare_at_amount: null,
  cost_amount: null,
  weight_g: 250,
  track_stock: true,
  allow_backorder: false,
  max_per_order: null,
  is_active: true,
};
const shopMug: CurrentProduct = {
  id: 7,
  slug: "mug",
  name: "Mug",
  description_html: "<p>Made by hand.</p>",
  brand: "Potter",
  status: "active",
  type: { id: 1, name: "General", ships: true },
  seo: {},
  tags: ["clay"],
  category_ids: [4],
  categories: [["Home", "Kitchen"]],
  option_names: ["size"],
  variations: [
    { ...rest, id: 71, sku: "M-S", options: ["small"], price_amount: 1000, on_hand: 3 },
    { ...rest, id: 72, sku: null, options: ["Large"], price_amount: 1200, on_hand: 9 },
  ],
  sources: ["https://pictures.example/mug.jpg"],
};
const plan = (draft: ProductDraft, ...shop: CurrentProduct[]) =>
  planProduct(draft, indexProducts(shop), (html) => html);
const changes = (draft: ProductDraft, current = shopMug) => {
  const made = plan(draft, current);
  return made.kind === "update" ? made.changes : made.kind;
};

test("A5 what the shop does not have is made", () => {
  expect(plan(mug).kind).toBe("create");
});

test("A5 what the file says nothing about counts as unchanged, and so do capitals of options and tags", () => {
  expect(plan(mug, shopMug).kind).toBe("skip");
});

test.each<[string, Partial<ProductDraft>, string]>([
  ["name", { name: "Cup" }, "name"],
  ["description", { description_html: "<p>New.</p>" }, "description_html"],
  ["brand", { brand: null }, "brand"],
  ["status", { status: "draft" }, "status"],
  ["type", { type: { name: "Pots", ships: true } }, "type"],
  ["tags", { tags: ["clay", "gift"] }, "tags"],
  ["search words", { seo: { title: "A mug" } }, "seo"],
  ["category", { category: ["Home"] }, "category"],
  ["price", { variations: [{ ...small, price_amount: 999 }, large] }, "variations"],
  ["stock", { variations: [{ ...small, on_hand: 2 }, large] }, "variations"],
  ["a further variation", { variations: [small, large, { ...large, options: ["Huge"] }] }, "variations"],
  ["a further picture", { pictures: [{ source_url: "https://pictures.example/2.jpg", alt: "" }] }, "pictures"],
])("A5 another %s alone is an update of it alone", (_what, change, field) => {
  expect(changes({ ...mug, ...change })).toEqual([field]);
});

test("A5 a type that got an addition to its name is still the one the file means", () => {
  const type = { id: 3, name: "Music (not delivered)", ships: false };
  expect(changes({ ...mug, type: { name: "Music", ships: false } }, { ...shopMug, type })).toBe("skip");
});

test("A5 variations are found by SKU first, so that their options can be renamed", () => {
  const renamed = plan({ ...mug, variations: [{ ...small, options: ["Tiny"] }, large] }, shopMug);
  expect(renamed.kind === "update" && renamed.pairs.map(({ current }) => current?.id)).toEqual([71, 72]);
});

test("A5 a product under a new handle is found by its SKUs", () => {
  expect(plan({ ...mug, slug: "cup" }, shopMug).kind).toBe("skip");
});

test("C5 a SKU or barcode of another product, and options of a variation that stays, are errors", () => {
  const bowl = {
    ...shopMug,
    id: 8,
    slug: "bowl",
    name: "Bowl",
    variations: [{ ...rest, id: 81, sku: "B", barcode: "4006", options: ["Small"], price_amount: 1, on_hand: 0 }],
  };
  expect(plan({ ...mug, variations: [{ ...small, sku: "B" }] }, shopMug, bowl)).toMatchObject({
    errors: [{ row: 2, code: "sku_taken" }],
  });
  expect(plan({ ...mug, variations: [{ ...small, barcode: "4006" }] }, shopMug, bowl)).toMatchObject({
    errors: [{ code: "barcode_taken" }],
  });
  expect(plan({ ...mug, variations: [{ ...small, options: ["Large"] }] }, shopMug)).toMatchObject({
    errors: [{ code: "duplicate_variation" }],
  });
});
