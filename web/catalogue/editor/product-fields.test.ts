import { expect, test } from "vitest";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { ProductForm } from "#contract/catalogue/product-form.ts";
import { mergeEdits, mergeSaved } from "./merge-edits.ts";
import {
  blankProduct,
  blankVariation,
  duplicateFields,
  type ProductFields,
  toFields,
  toProductForm,
} from "./product-fields.ts";
import { toFieldErrors, toFormField, validateProduct } from "./validate-product.ts";

const variation = (id: number, values: number[]): AdminProduct["variations"][number] => ({
  id,
  sku: `CUP-${id}`,
  barcode: null,
  title: "",
  option_value_ids: values,
  price_amount: 1999,
  compare_at_amount: 2500,
  cost_amount: null,
  weight_g: 300,
  measure: { amount: 250, unit: "g" as const, base: "100g" as const },
  track_stock: true,
  allow_backorder: false,
  max_per_order: null,
  low_stock_level: null,
  is_active: true,
  position: 0,
  on_hand: 4,
  on_hand_was: 4,
  reserved: 1,
  version: 1,
});
const saved: AdminProduct = {
  id: 5,
  slug: "cup",
  name: "Cup",
  subtitle: null,
  description_html: "<p>Holds tea.</p>",
  product_type_id: 2,
  tax_class_id: null,
  brand: "Nord",
  status: "active",
  publish_at: null,
  unpublish_at: null,
  published_at: null,
  category_ids: [3],
  rule_category_ids: [],
  tag_ids: [],
  related_ids: [],
  attributes: { height: "9 cm" },
  safety: null,
  country_of_origin: null,
  energy_label: null,
  seo: { title: "The cup" },
  currency: "EUR",
  variations: [variation(1, [11]), variation(2, [12])],
  images: [
    { id: 9, url: "/images/a/1280.webp", alt: "", width: 9, height: 9, dominant: "#aabbcc", option_value_id: null },
  ],
  version: 4,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
const value = (id: number) => ({ id, label: String(id), code: String(id), swatch: null });
const groups = [
  {
    id: 1,
    name: "Glaze",
    code: "glaze",
    display: "button" as const,
    values: [value(12), value(11), value(13)],
    version: 1,
  },
];
const fields = toFields(saved, groups);
const filledIn = (more: Partial<ProductFields> = {}): ProductFields => ({
  ...blankProduct(),
  name: "Oak chair",
  slug: "oak-chair",
  product_type_id: "2",
  variations: [{ ...blankVariation(), price: "89" }],
  ...more,
});

test("A5 an unchanged product is sent without stock and images", () => {
  expect(fields.groups).toEqual([{ group_id: 1, value_ids: [12, 11] }]);
  const body = toProductForm({ fields, currency: "EUR", before: fields });
  expect(ProductForm.parse(body)).toMatchObject({
    name: "Cup",
    seo: { title: "The cup" },
    attributes: { height: "9 cm" },
    variations: [{ id: 1, price_amount: 1999, compare_at_amount: 2500, sku: "CUP-1" }, { id: 2 }],
  });
  expect(body).not.toHaveProperty("images");
  expect(body).not.toHaveProperty("slug");
  expect(body.variations[0]).not.toHaveProperty("on_hand");
});

test("A5 amounts become minor units, and only changed stock and images are sent", () => {
  const [first, second] = fields.variations;
  const changed = {
    ...fields,
    slug: "tea-cup",
    images: [],
    variations: [{ ...first, price: "0,1", compare_at: "", on_hand: "١٢" }, second],
  } as ProductFields;
  const body = toProductForm({ fields: changed, currency: "EUR", before: fields });
  expect(body).toMatchObject({ slug: "tea-cup", images: [], images_was: [9] });
  expect(body.variations[0]).toMatchObject({ price_amount: 10, compare_at_amount: null, on_hand: 12, on_hand_was: 4 });
  expect(body.variations[1]).not.toHaveProperty("on_hand");
  const yen = { ...blankVariation(), price: "1200" };
  expect(toProductForm({ fields: filledIn({ variations: [yen] }), currency: "JPY" }).variations[0]?.price_amount).toBe(
    1200,
  );
});

test("A5 a slug made from the name is left to the server, which makes it unique", () => {
  expect(toProductForm({ fields: filledIn(), currency: "EUR" })).not.toHaveProperty("slug");
  expect(toProductForm({ fields: filledIn({ slug: "chair" }), currency: "EUR" })).toMatchObject({ slug: "chair" });
});

test("A5 a copy has no SKU, barcode, slug or stock of the original", () => {
  const copy = duplicateFields(fields);
  expect(copy).toMatchObject({ name: "Copy of Cup", slug: "copy-of-cup", status: "draft", images: fields.images });
  expect(copy.variations.map(({ variation_id, sku, on_hand }) => [variation_id, sku, on_hand])).toEqual([
    [null, "", "0"],
    [null, "", "0"],
  ]);
});

test("A5 problems are reported at their fields", () => {
  const row = { ...blankVariation(), price: "1,23.4", sku: "A", on_hand: "-1", max_per_order: "0" };
  const wrong = filledIn({
    name: " ",
    product_type_id: "",
    slug: "",
    variations: [row, { ...row, price: "5", compare_at: "5", on_hand: "1.5", max_per_order: "" }],
  });
  expect(validateProduct(wrong, { currency: "EUR", isNew: false, types: [] }).map(([field]) => field)).toEqual([
    "name",
    "slug",
    "product_type_id",
    "variations.0.price",
    "variations.0.on_hand",
    "variations.0.max_per_order",
    "variations.1.compare_at",
    "variations.1.on_hand",
    "variations.1.sku",
  ]);
  expect(validateProduct(filledIn(), { currency: "EUR", isNew: true, types: [] })).toEqual([]);
  const price = (text: string, currency: string) =>
    validateProduct(filledIn({ variations: [{ ...row, on_hand: "", max_per_order: "", price: text }] }), {
      currency,
      isNew: true,
      types: [],
    });
  expect(price("12.50", "JPY")).toEqual([["variations.0.price", "Enter an amount, such as 20."]]);
  expect(price("1.2345", "KWD")).toEqual([["variations.0.price", "Enter an amount, such as 19.999."]]);
  expect(toFieldErrors(price("", "EUR")).variations?.[0]?.price?.message).toBe("Price required");
});

test("A5 the server's field names map to form fields", () => {
  expect(
    ["variations.2.sku", "body.variations.0.price_amount", "seo.title", "images.3.id", "slug"].map(toFormField),
  ).toEqual(["variations.2.sku", "variations.0.price", "seo_title", "images", "slug"]);
});

test("A5 merging keeps both edits, and the local value where both changed a field", () => {
  const [one, two] = fields.variations;
  if (!one || !two) throw new Error("Two variations were expected.");
  const mine = { ...fields, name: "Mug", brand: "Süd", variations: [{ ...one, price: "5.00" }, two] };
  const theirs = {
    ...fields,
    name: "Beaker",
    subtitle: "For tea",
    variations: [
      { ...one, sku: "NEW", price: "7.00" },
      { ...one, variation_id: 3, option_value_ids: [13] },
    ],
  };
  const { product, changed, conflicts } = mergeEdits({ base: fields, mine, theirs });
  expect(product).toMatchObject({ name: "Mug", brand: "Süd", subtitle: "For tea" });
  expect(product.variations).toMatchObject([
    { variation_id: 1, sku: "NEW", price: "5.00" },
    { variation_id: 3, sku: "CUP-1", price: "19.99" },
  ]);
  expect(changed).toEqual(["name", "subtitle", "variations"]);
  expect(conflicts).toEqual([
    { field: "name", mine: "Mug", theirs: "Beaker" },
    { field: "variations", variation_id: 1, key: "price", mine: "5.00", theirs: "7.00" },
  ]);
});

test("A5 a change of one side only merges without conflict", () => {
  const mine = { ...fields, brand: "Süd" };
  expect(mergeEdits({ base: fields, mine, theirs: fields })).toEqual({ product: mine, changed: [], conflicts: [] });
  const theirs = { ...fields, name: "Beaker" };
  expect(mergeEdits({ base: fields, mine, theirs })).toMatchObject({
    product: { name: "Beaker", brand: "Süd" },
    changed: ["name"],
    conflicts: [],
  });
});

test("A5 images both sides added or removed are merged, and only other changes of both are a conflict", () => {
  const [cup] = fields.images as [ProductFields["images"][number]];
  const image = (id: number) => ({ ...cup, id });
  const withImages = (...images: ProductFields["images"]) => ({ ...fields, images });
  const base = withImages(image(1), image(2), image(3));
  const mine = withImages(image(4), image(3), image(1));
  const added = mergeEdits({ base, mine, theirs: withImages(image(1), image(2), image(5)) });
  expect(added.product.images.map(({ id }) => id)).toEqual([4, 1, 5]);
  expect([added.changed, added.conflicts]).toEqual([["images"], []]);
  const moved = mergeEdits({ base, mine, theirs: withImages(image(2), image(1), image(3), image(5)) });
  expect(moved.product.images.map(({ id }) => id)).toEqual([4, 3, 1, 5]);
  expect(moved.conflicts).toMatchObject([{ field: "images" }]);
});

test("A5 what is typed while a product is saved stays, over ids that are new", () => {
  const image = { id: 7, url: "/upload", alt: "", width: 1, height: 1, dominant: "#fff", option_value_id: null };
  const row = (id: number | null, values: number[], price: string) => ({
    ...blankVariation(),
    variation_id: id,
    option_value_ids: values,
    price,
  });
  const sent = {
    ...blankProduct(),
    name: " Cup",
    images: [image],
    variations: [row(1, [1], "5"), row(null, [2], "6")],
  };
  const saved = {
    ...sent,
    name: "Cup",
    images: [{ ...image, id: 70, url: "/copy" }],
    variations: [row(1, [1], "5.00"), row(22, [2], "6.00")],
  };
  const late = { ...image, id: 8, url: "/late" };
  const mine = {
    ...sent,
    subtitle: "typed",
    images: [{ ...image, alt: "A cup" }, late],
    variations: [row(1, [1], "5"), row(null, [2], "7")],
  };
  expect(mergeSaved(sent, mine, saved)).toEqual({
    ...saved,
    subtitle: "typed",
    images: [{ ...image, id: 70, url: "/copy", alt: "A cup" }, late],
    variations: [row(1, [1], "5.00"), row(22, [2], "7")],
  });
  expect(mergeSaved(sent, sent, saved)).toEqual(saved);
});
