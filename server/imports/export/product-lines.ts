import type { EnergyLabel } from "#contract/catalogue/energy-labels.ts";
import { feedMeasures } from "#contract/catalogue/measures.ts";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import type { SafetyContact } from "#contract/catalogue/product-safety.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import {
  type CurrentProduct,
  type CurrentVariation,
  listCurrentProducts,
  listSlugsForExport,
} from "#server/catalogue/catalogue.ts";
import { type ExportImage, imageUrl, listImagesForExport } from "#server/images/images.ts";
import { quoteItem } from "#server/imports/formats/product-format.ts";
import { batches, type Cell } from "#server/platform/csv.ts";
import { type Db, valuesOf } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";

/** What a line is about: a variation, an image or both; the first line of a product describes it too. */
interface Line {
  product: CurrentProduct;
  currency: string;
  isFirst: boolean;
  variation: CurrentVariation | undefined;
  image: { url: string; alt: string; position: number } | undefined;
}

const ofProduct =
  (cell: (product: CurrentProduct) => Cell) =>
  ({ product, isFirst }: Line) =>
    isFirst ? cell(product) : null;
const ofVariation =
  (cell: (variation: CurrentVariation, line: Line) => Cell) =>
  (line: Line): Cell =>
    line.variation ? cell(line.variation, line) : null;
const money = (amount: number | null, { currency }: Line) => (amount === null ? null : decimalText(amount, currency));
const option = (at: number) =>
  ofVariation(({ options }, { product }) =>
    product.option_names.length === 0 && at === 0 ? "Default Title" : (options[at] ?? null),
  );
const optionName = (at: number) =>
  ofProduct(({ option_names: names }) => (names.length === 0 && at === 0 ? "Title" : (names[at] ?? null)));

/** A quote before digits is one that the import takes off. */
const quoteCode = (code: string) => code.replace(/^'(?='*\d+$)/, "''");

/** Shopify writes square metres and pieces in other words than Google. */
const shopifyUnits: Record<string, string> = { sqm: "m2", ct: "items" };
const measureCell = (part: keyof ReturnType<typeof feedMeasures>, at: 0 | 1) =>
  ofVariation(({ measure }) => {
    if (!measure || (part === "base" && measure.base === null)) return null;
    const word = feedMeasures(measure)[part].split(" ")[at] ?? "";
    return shopifyUnits[word] ?? word;
  });
const measureColumns = {
  "Unit Price Total Measure": measureCell("measure", 0),
  "Unit Price Total Measure Unit": measureCell("measure", 1),
  "Unit Price Base Measure": measureCell("base", 0),
  "Unit Price Base Measure Unit": measureCell("base", 1),
};

const safetyCell = (part: "manufacturer" | "responsible_person", field: keyof SafetyContact) =>
  ofProduct(({ safety }) => safety?.[part]?.[field] || null);
/** Those of the product itself, not of its brand or type. */
const safetyColumns = {
  "Manufacturer Name": safetyCell("manufacturer", "name"),
  "Manufacturer Address": safetyCell("manufacturer", "address"),
  "Manufacturer Contact": safetyCell("manufacturer", "contact"),
  "Manufacturer Country": safetyCell("manufacturer", "country"),
  "Responsible Person Name": safetyCell("responsible_person", "name"),
  "Responsible Person Address": safetyCell("responsible_person", "address"),
  "Responsible Person Contact": safetyCell("responsible_person", "contact"),
  "Responsible Person Country": safetyCell("responsible_person", "country"),
  "Safety Information": ofProduct(({ safety }) => safety?.warnings || null),
};

const energyCell = (field: keyof EnergyLabel) => ofProduct(({ energy_label }) => energy_label?.[field] ?? null);
const energyColumns = {
  "Energy Efficiency Class": energyCell("class"),
  "Max Energy Efficiency Class": energyCell("best"),
  "Min Energy Efficiency Class": energyCell("worst"),
  "Energy Label URL": energyCell("label_url"),
  "Product Information Sheet URL": energyCell("sheet_url"),
  "EPREL Number": energyCell("eprel_number"),
};

/** The columns of Shopify's product CSV, which the import reads. */
const columns: Record<string, (line: Line) => Cell> = {
  Handle: ({ product }) => product.slug,
  Title: ofProduct(({ name }) => name),
  "Body (HTML)": ofProduct(({ description_html }) => description_html),
  Vendor: ofProduct(({ brand }) => brand),
  "Product Category": ofProduct(
    ({ categories }) =>
      categories.map((names) => names.map((name) => quoteItem(name, ">")).join(" > ")).join("\n") || null,
  ),
  Type: ofProduct(({ type }) => type.name),
  Tags: ofProduct(({ tags }) => tags.map((tag) => quoteItem(tag)).join(", ")),
  Published: ofProduct(({ status }) => String(status === "active")),
  "Option1 Name": optionName(0),
  "Option1 Value": option(0),
  "Option2 Name": optionName(1),
  "Option2 Value": option(1),
  "Option3 Name": optionName(2),
  "Option3 Value": option(2),
  "Variant SKU": ofVariation(({ sku }) => sku && quoteCode(sku)),
  "Variant Grams": ofVariation(({ weight_g }) => weight_g),
  "Variant Inventory Tracker": ofVariation(({ track_stock }) => (track_stock ? "shopify" : null)),
  "Variant Inventory Qty": ofVariation(({ on_hand }) => on_hand),
  "Variant Low Stock Level": ofVariation(({ low_stock_level }) => low_stock_level),
  "Variant Inventory Policy": ofVariation(({ allow_backorder }) => (allow_backorder ? "continue" : "deny")),
  "Variant Fulfillment Service": ofVariation(() => "manual"),
  "Variant Price": ofVariation(({ price_amount }, line) => money(price_amount, line)),
  "Variant Compare At Price": ofVariation(({ compare_at_amount }, line) => money(compare_at_amount, line)),
  "Variant Requires Shipping": ofVariation((_, { product }) => String(product.type.ships)),
  "Variant Barcode": ofVariation(({ barcode }) => barcode && quoteCode(barcode)),
  ...measureColumns,
  "Image Src": ({ image }) => image?.url ?? null,
  "Image Position": ({ image }) => image?.position ?? null,
  "Image Alt Text": ({ image }) => image?.alt ?? null,
  "SEO Title": ofProduct(({ seo }) => seo.title ?? null),
  "SEO Description": ofProduct(({ seo }) => seo.description ?? null),
  "Country of Origin": ofProduct(({ country_of_origin }) => country_of_origin),
  ...safetyColumns,
  ...energyColumns,
  "Cost per item": ofVariation(({ cost_amount }, line) => money(cost_amount, line)),
  Status: ofProduct(({ status }) => status),
};

/** The lines of a product CSV with its heading; `origin` is that of the URLs of uploaded images. */
export async function* productLines(db: Db, filters: ProductFilters, origin: string): AsyncGenerator<Cell[]> {
  const { currency } = await getSettings(db);
  yield Object.keys(columns);
  for await (const batch of batches((after, limit) => listSlugsForExport(db, filters, after, limit))) {
    const slugs = batch.map(({ slug }) => slug);
    const products = await listCurrentProducts(db, { slugs, skus: [], barcodes: [] });
    const images = Map.groupBy(await listImagesForExport(db, valuesOf(products, "id")), ({ product_id }) => product_id);
    const byId = new Map(products.map((product) => [product.id, product]));
    for (const { id } of batch) {
      const product = byId.get(id);
      if (!product) continue;
      for (const line of linesOf(product, images.get(id) ?? [], { currency, origin }))
        yield Object.values(columns).map((cell) => cell(line));
    }
  }
}

/** A line for each variation, with the images in the same lines; further images have lines of their own. */
function linesOf(
  product: CurrentProduct,
  images: ExportImage[],
  { currency, origin }: { currency: string; origin: string },
): Line[] {
  const count = Math.max(1, product.variations.length, images.length);
  return Array.from({ length: count }, (_, at) => {
    const image = images[at];
    return {
      product,
      currency,
      isFirst: at === 0,
      variation: product.variations[at],
      image: image && { url: image.source_url ?? origin + imageUrl(image.sha256), alt: image.alt, position: at + 1 },
    };
  });
}
