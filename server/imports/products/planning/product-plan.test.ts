import { expect, test } from "vitest";
import { slugify } from "#contract/catalogue/slug.ts";
import type { ProductDraft, VariationDraft } from "#server/imports/products/product-draft.ts";
import type { CurrentProduct } from "./current-product.ts";
import { previewProduct } from "./preview-product.ts";
import { indexProducts, planNext, planProduct } from "./product-plan.ts";

const row = { row: 2, cells: [] };
const small: VariationDraft = { row, options: ["Small"], price_amount: 1000, sku: "M-S", on_hand: 3 };
const large: VariationDraft = { row: { row: 3, cells: [] }, options: ["Large"], price_amount: 1200 };
const mug: ProductDraft = {
  first: row,
  handle: "mug",
  slug: "mug",
  name: "Mug",
  type: undefined,
  tags: ["Clay"],
  hasOptions: true,
  optionNames: ["Size"],
  variations: [small, large],
  images: [{ source_url: "https://pictures.example/mug.jpg", alt: "" }],
};
const rest = {
  barcode: null,
  compare_at_amount: null,
  cost_amount: null,
  weight_g: 250,
  measure: null,
  track_stock: true,
  allow_backorder: false,
  max_per_order: null,
  low_stock_level: null,
  is_active: true,
  reserved: 0,
};
const shopMug: CurrentProduct = {
  id: 7,
  slug: "mug",
  name: "Mug",
  description_html: "<p>Made by hand.</p>",
  brand: "Potter",
  status: "active",
  type: { id: 1, name: "General", ships: true },
  safety: null,
  country_of_origin: null,
  energy_label: null,
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
  failedSources: [],
  ownPaths: [],
  images: 1,
};
const planned = (draft: ProductDraft, ...shop: CurrentProduct[]) =>
  planProduct(draft, indexProducts(shop), (html) => html);
const plan = (draft: ProductDraft, ...shop: CurrentProduct[]) => planned(draft, ...shop).plan;
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
  ["category", { categories: [["Home"]] }, "category"],
  ["price", { variations: [{ ...small, price_amount: 999 }, large] }, "variations"],
  ["stock", { variations: [{ ...small, on_hand: 2 }, large] }, "variations"],
  ["a further variation", { variations: [small, large, { ...large, options: ["Huge"] }] }, "variations"],
  ["a further image", { images: [{ source_url: "https://pictures.example/2.jpg", alt: "" }] }, "images"],
])("A5 another %s alone is an update of it alone", (_what, change, field) => {
  expect(changes({ ...mug, ...change })).toEqual([field]);
});

test("A5 a type that got an addition to its name is still the one the file means", () => {
  const type = { id: 3, name: "Music (not delivered)", ships: false };
  expect(changes({ ...mug, type: { name: "Music", ships: false } }, { ...shopMug, type })).toBe("skip");
});

test("A5 variations are found by options, then by SKU, so that their options can be renamed", () => {
  const renamed = plan({ ...mug, variations: [{ ...small, options: ["Tiny"] }, large] }, shopMug);
  expect(renamed.kind === "update" && renamed.pairs.map(({ current }) => current?.id)).toEqual([71, 72]);
});

test("A5 a product is found by its handle alone, by its SKUs only if the file has no handle", () => {
  const { plan: made, notes } = planned({ ...mug, handle: "cup", slug: "cup" }, shopMug);
  expect(made).toMatchObject({
    kind: "create",
    draft: { variations: [{ options: ["Small"] }, { options: ["Large"] }] },
  });
  expect(made.kind === "create" && made.draft.variations[0]).not.toHaveProperty("sku");
  expect(notes).toMatchObject([{ row: 2, code: "sku_taken", message: expect.stringContaining('is used by "Mug"') }]);
  expect(plan({ ...mug, handle: "", slug: "cup" }, shopMug).kind).toBe("skip");
});

test("A5 a product without a handle is found by its barcodes where its SKUs are new", () => {
  const [first, second] = shopMug.variations as [(typeof shopMug.variations)[0], (typeof shopMug.variations)[0]];
  const known: CurrentProduct = { ...shopMug, variations: [{ ...first, barcode: "4006381333931" }, second] };
  const copy: ProductDraft = { ...mug, handle: "", variations: [{ ...small, sku: "NEW-S", barcode: "4006381333931" }] };
  expect(plan({ ...copy, slug: "another-mug" }, known)).toMatchObject({ kind: "update", current: { id: 7 } });
  expect(plan(copy, known)).toMatchObject({ kind: "update", current: { id: 7 } });
  const other = { ...copy, variations: [{ ...small, sku: "NEW-S", barcode: "4006381333948" }] };
  expect(plan(other, known)).toMatchObject({ kind: "create", draft: { slug: "mug-new-s" } });
  // Known by a SKU, it is that product, whoever has its barcode.
  const cup: CurrentProduct = { ...shopMug, id: 8, slug: "cup", variations: [{ ...first, id: 81, sku: "C-1" }] };
  const bySku = { ...copy, variations: [{ ...small, sku: "C-1", barcode: "4006381333931" }] };
  expect(plan(bySku, known, cup)).toMatchObject({ current: { id: 8 } });
});

test("A5 variations are found by barcode where neither their options nor their SKUs are known", () => {
  const [first, second] = shopMug.variations as [(typeof shopMug.variations)[0], (typeof shopMug.variations)[0]];
  const coded = {
    ...shopMug,
    variations: [
      { ...first, barcode: "111" },
      { ...second, barcode: "222" },
    ],
  };
  const pairs = (draft: ProductDraft) => {
    const { plan: made, notes } = planned(draft, coded);
    const found = made.kind === "update" ? made.pairs : [];
    return { notes, pairs: found.map(({ draft: { options }, current }) => [current?.id, ...options]) };
  };
  // A list of a supplier names no options.
  const item: VariationDraft = { row, options: [], sku: "NEW", barcode: "222", price_amount: 900 };
  expect(pairs({ ...mug, handle: "", hasOptions: false, optionNames: [], variations: [item] })).toEqual({
    notes: [],
    pairs: [[72, "Large"]],
  });
  const named = [
    { ...item, options: ["Groß"] },
    { ...item, options: ["Klein"], sku: "NEW-S", barcode: "111" },
  ];
  expect(pairs({ ...mug, variations: named })).toEqual({
    notes: [],
    pairs: [
      [72, "Groß"],
      [71, "Klein"],
    ],
  });
  // Options and SKUs come first.
  const crossed = [
    { ...large, barcode: "111" },
    { ...small, options: ["Tiny"], barcode: "222" },
  ];
  expect(pairs({ ...mug, variations: crossed }).pairs).toEqual([
    [72, "Large"],
    [71, "Tiny"],
  ]);
});

test("A5 of rows that are variations of one product only the first says how it is called and described", () => {
  const rows = [2, 3].map((at, place): ProductDraft => {
    const variation = { row: { row: at, cells: [] }, options: [], sku: ["M-S", "M-L"][place] as string };
    const name = ["Red mug", "Blue mug"][place] as string;
    const { handle: _, ...draft } = { ...mug, description_html: `<p>${name}</p>`, hasOptions: false, optionNames: [] };
    return { ...draft, handle: "", slug: slugify(name), name, first: variation.row, variations: [variation] };
  });
  const [first, second] = shopMug.variations as [(typeof shopMug.variations)[0], (typeof shopMug.variations)[0]];
  const known = indexProducts([{ ...shopMug, variations: [first, { ...second, sku: "M-L" }] }]);
  const seen = new Map<number, number>();
  const made = rows.map((draft, at) => {
    const [variation] = draft.variations as [VariationDraft];
    const priced = { ...draft, variations: [{ ...variation, price_amount: 2000 + at }] };
    return planNext(priced, known, (html) => html, seen);
  });
  expect(made.map(({ plan: { kind, ...rest } }) => [kind, "changes" in rest && rest.changes])).toEqual([
    ["update", expect.arrayContaining(["name", "description_html", "variations"])],
    ["update", ["variations"]],
  ]);
  expect(made.map(({ notes }) => notes.map(({ code }) => code))).toEqual([[], ["product_repeated"]]);
});

test("C5 a SKU or barcode of another product stays there, and the variation goes in without it", () => {
  const bowl = {
    ...shopMug,
    id: 8,
    slug: "bowl",
    name: "Bowl",
    variations: [{ ...rest, id: 81, sku: "B", barcode: "4006", options: ["Small"], price_amount: 1, on_hand: 0 }],
  };
  const taking = { ...small, sku: "B", barcode: "4006", price_amount: 999 };
  const { plan: made, notes } = planned({ ...mug, variations: [taking] }, shopMug, bowl);
  expect(made.kind === "update" && made.pairs[0]?.draft).toEqual({
    row,
    options: ["Small"],
    price_amount: 999,
    on_hand: 3,
  });
  expect(notes).toMatchObject([{ code: "sku_taken" }, { code: "barcode_taken" }]);
});

test("C5 of variations that share a SKU the one that has it keeps it, else the first, in any order", () => {
  const twins: VariationDraft[] = [
    { ...large, sku: "M" },
    { ...small, sku: "M" },
  ];
  const skus = (draft: ProductDraft, ...shop: CurrentProduct[]) => {
    const made = plan(draft, ...shop);
    const drafts =
      made.kind === "update" ? made.pairs.map((pair) => pair.draft) : "draft" in made ? made.draft.variations : [];
    return drafts.map(({ options, sku }) => [options[0], sku]);
  };
  expect(skus({ ...mug, variations: twins })).toEqual([
    ["Large", "M"],
    ["Small", undefined],
  ]);
  const having = {
    ...shopMug,
    variations: shopMug.variations.map((one) => ({ ...one, sku: one.id === 71 ? "M" : null })),
  };
  expect(plan({ ...mug, variations: twins }, having).kind).toBe("skip");
});

test("C5 variations can swap their SKUs", () => {
  const current = { ...shopMug, variations: shopMug.variations.map((one, at) => ({ ...one, sku: `M-${at}` })) };
  const swapped = [
    { ...small, sku: "M-1" },
    { ...large, sku: "M-0" },
  ];
  const made = planned({ ...mug, variations: swapped }, current);
  expect(made).toMatchObject({ notes: [], plan: { kind: "update", changes: ["variations"] } });
});

test("C5 a variation without a price keeps that of the shop, and a new product without one is a draft", () => {
  const { price_amount: _price, ...unpriced } = small;
  expect(plan({ ...mug, variations: [unpriced, large] }, shopMug).kind).toBe("skip");
  const made = plan({ ...mug, status: "active", variations: [unpriced, large] });
  expect(made).toMatchObject({ kind: "create", draft: { status: "draft" } });
  const imported = {
    ...shopMug,
    status: "draft" as const,
    variations: [{ ...shopMug.variations[0], price_amount: 0 }],
  };
  const again = plan({ ...mug, status: "active", variations: [unpriced] }, imported as CurrentProduct);
  expect(again.kind).toBe("skip");
});

test("C5 a new variation without a price is left out, and takes no product off sale", () => {
  const { price_amount: _price, ...unpriced } = { ...large, options: ["Huge"] };
  const { plan: made, lost } = planned({ ...mug, variations: [small, large, unpriced] }, shopMug);
  expect(made.kind).toBe("skip");
  expect(lost).toMatchObject([{ row: 3, code: "price_missing" }]);
  const sold = plan({ ...mug, status: "active", variations: [{ ...small, price_amount: 900 }, unpriced] }, shopMug);
  expect(sold).toMatchObject({ kind: "update", changes: ["variations"], pairs: [{ current: { id: 71 } }] });
  expect(plan({ ...mug, variations: [unpriced] }, shopMug)).toMatchObject({
    kind: "error",
    errors: [{ code: "price_missing" }],
  });
});

test("C5 the limits of a product are those of the file and the shop together", () => {
  const urls = Array.from({ length: 200 }, (_, at) => ({ source_url: `https://new.example/${at}.jpg`, alt: "" }));
  const paths = Array.from({ length: 49 }, (_, at) => [`Shelf ${at}`]);
  const known = ["Home", "Kitchen"];
  const lists = planned({ ...mug, images: urls, categories: [...paths, known, ["Late"]] }, { ...shopMug, images: 200 });
  expect(lists.plan.kind === "update" && lists.plan.draft.images).toHaveLength(50);
  expect(lists.plan.kind === "update" && lists.plan.draft.categories).toEqual([...paths, known]);
  expect(lists.notes.map(({ code }) => code)).toEqual(["too_many_images", "too_many_categories"]);
  const variations = Array.from({ length: 2047 }, (_, at) => ({ ...large, options: [`Size ${at}`] }));
  expect(plan({ ...mug, variations }, shopMug)).toMatchObject({ errors: [{ code: "too_many_variations" }] });
});

test("A5 stock that the file only says to be there is noted where the shop counts none, and changes nothing", () => {
  const known = { ...large, is_in_stock: true };
  const soldOut = (more: object) => ({
    ...shopMug,
    variations: shopMug.variations.map((one) => ({
      ...one,
      ...(one.id === 72 ? { on_hand: 2, reserved: 2 } : {}),
      ...more,
    })),
  });
  const found = planned({ ...mug, variations: [known] }, soldOut({}));
  expect(found).toMatchObject({ plan: { kind: "skip" }, notes: [{ row: 3, code: "stock_unknown" }] });
  for (const shop of [shopMug, soldOut({ track_stock: false }), soldOut({ allow_backorder: true })])
    expect(planned({ ...mug, variations: [known] }, shop).notes).toEqual([]);
});

test("A5 a variation that is not for sale in the file is none in the shop", () => {
  expect(changes({ ...mug, variations: [{ ...small, is_active: false }, large] })).toEqual(["variations"]);
});

test("A5 the preview counts only the variations that shoppers will see", () => {
  const preview = (...variations: VariationDraft[]) => previewProduct(plan({ ...mug, variations }));
  const off = { is_active: false };
  expect(preview({ ...small, ...off }, { ...large, on_hand: 0 })).toMatchObject({
    min_price_amount: 1200,
    variations: 2,
    stock: 0,
    is_sold_out: true,
  });
  expect(preview(small, { ...large, ...off })).toMatchObject({ max_price_amount: 1000, stock: 3, is_sold_out: false });
  expect(preview({ ...small, ...off }, { ...large, ...off })).toMatchObject({ is_sold_out: true });
});

test("C5 a file without options finds variations by SKU and leaves their options alone", () => {
  const priced = { ...small, options: [], price_amount: 900 };
  const draft = { ...mug, hasOptions: false, optionNames: [], variations: [priced] };
  expect(changes(draft)).toEqual(["variations"]);
  const { sku: _sku, ...unnamed } = priced;
  expect(plan({ ...draft, variations: [unnamed] }, shopMug)).toMatchObject({ errors: [{ code: "options_missing" }] });
});

test("A5 each variation of a product is compared once, however many it has", () => {
  const count = 300;
  let reads = 0;
  const variations = Array.from({ length: count }, (_, at) => ({
    ...rest,
    id: at + 1,
    sku: `S-${at}`,
    price_amount: 1000,
    on_hand: 3,
    get options() {
      reads++;
      return [`Size ${at}`];
    },
  }));
  const drafts = variations.map(({ sku }, at) => ({ ...small, sku, options: [`Size ${count - at}`] }));
  expect(plan({ ...mug, variations: drafts }, { ...shopMug, variations }).kind).toBe("update");
  expect(reads).toBeLessThan(20 * count);
});
