import { createHash } from "node:crypto";
import { slugify } from "#contract/catalogue/slug.ts";
import { type ColumnMapping, mappableFields } from "#contract/imports.ts";
import type { Row, Table } from "#server/imports/files/csv.ts";
import { convertedColumns, findProductColumns, toProductRow } from "#server/imports/products/product-columns.ts";
import { type NamedCells, type ProductTable, splitUrls } from "./product-format.ts";

/** Headings that other systems use for a field, in plain letters; Shopify's are recognized as well. */
const synonyms: Partial<Record<keyof ColumnMapping, string>> = {
  handle: "slug url urlkey permalink productid productcode parentsku groupid",
  title: `name productname producttitle product item itemname produktname artikel artikelname bezeichnung
    artikelbezeichnung nom nomduproduit nombre nome naam productnaam`,
  body: "desc longdescription productdescription descriptionhtml details text artikelbeschreibung",
  vendor: "brand manufacturer maker marke hersteller marque marca merk supplier",
  type: "producttype productgroup warengruppe",
  category: "categories productcategory kategorie kategorien categorie categoria department",
  tags: "keywords labels schlagworte schlagworter",
  status: "state zustand",
  option1: "size grosse taille talla taglia maat",
  option2: "colour color farbe couleur colore kleur",
  option3: "material",
  sku: `itemsku artikelnummer artnr articleno articlenumber itemno itemnumber reference ref code partnumber mpn
    bestellnummer`,
  barcode: "ean ean13 gtin upc isbn",
  price: `unitprice retailprice sellingprice salesprice regularprice verkaufspreis vk bruttopreis preisbrutto
    preiseur priceeur priceusd pricegbp pvp rrp uvp`,
  compareAt: "oldprice listprice msrp wasprice compareatprice streichpreis alterpreis",
  cost: "costprice purchaseprice einkaufspreis ek wholesaleprice",
  quantity: `quantity qty stock inventory instock onhand stockquantity stockqty lager bestand lagerbestand menge
    anzahl units`,
  grams: "weight weightg weightgrams gewicht gewichtg poids peso",
  image: "images imageurl imagelink picture pictureurl photo mainimage bild bildurl foto",
  seoTitle: "metatitle pagetitle",
  seoDescription: "metadescription",
};

/** Identifies a set of headings, whatever their order and capitals. */
export const headingsKey = (header: readonly string[]) =>
  createHash("sha256")
    .update([...new Set(header.map((heading) => heading.toLowerCase()))].sort().join("\n"))
    .digest("hex");

/** Suggests a column for each field, each column once. */
export function suggestMapping(header: string[]): ColumnMapping {
  const known = findProductColumns(header);
  const used = new Set<string>();
  const mapping: ColumnMapping = {};
  const use = (field: keyof ColumnMapping, heading: string | undefined) => {
    if (heading === undefined || heading === "" || used.has(heading) || mapping[field]) return;
    mapping[field] = heading;
    used.add(heading);
  };
  for (const field of mappableFields) use(field, header[known.get(field) ?? -1]);
  const plain = header.map(plainLetters);
  for (const field of mappableFields)
    for (const name of synonyms[field]?.split(/\s+/) ?? []) use(field, header[plain.indexOf(name)]);
  return mapping;
}

const plainLetters = (text: string) => slugify(text).replace(/[-_]/g, "");

/** What is wrong with a mapping for a table with these headings; undefined if it can be used. */
export function mappingProblem(mapping: ColumnMapping, header: string[]): string | undefined {
  const absent = Object.values(mapping).find((heading) => !header.includes(heading));
  if (absent) return `The file is missing the column "${absent}".`;
  if ((mapping.title && mapping.price) || isUpdateMapping(mapping)) return undefined;
  return "Select the columns for title and price. To update only prices and stock, select the handle or the SKU.";
}

/** Whether a mapping updates prices and stock of products that the shop has. */
export const isUpdateMapping = (mapping: ColumnMapping) =>
  !(mapping.title && mapping.price) &&
  (mapping.handle ?? mapping.sku) !== undefined &&
  (["price", "compareAt", "cost", "quantity"] as const).some((field) => mapping[field] !== undefined);

const slots = ["option1", "option2", "option3"] as const;

/** A table read by a column mapping. Rows without handle belong to the product of their title. */
export function openMappedTable(table: Table, cells: NamedCells, mapping: ColumnMapping): ProductTable {
  const { option1, option2, option3, ...plain } = mapping;
  const options = [option1, option2, option3].filter((heading) => heading !== undefined);
  const headings = {
    ...plain,
    ...(mapping.title ? { handle: mapping.handle ?? mapping.title } : {}),
    ...Object.fromEntries(
      options.flatMap((heading, at) => [
        [slots[at], heading],
        [`${slots[at]}Name`, heading],
      ]),
    ),
  };
  return { columns: convertedColumns(table.header, headings), rows: () => convert(table, cells, { plain, options }) };
}

/** A column of option values names the option by its heading. */
async function* convert(
  table: Table,
  cells: NamedCells,
  { plain, options }: { plain: Omit<ColumnMapping, (typeof slots)[number]>; options: string[] },
): AsyncGenerator<Row> {
  for await (const row of table.rows()) {
    const values = Object.fromEntries(
      Object.entries(plain).map(([field, heading]) => [field, cells.get(row, heading)]),
    );
    const labels = options.map((heading) => cells.get(row, heading));
    const hasOptions = labels.some((label) => label !== "");
    const optionCells = options.flatMap((heading, at) => [
      [`${slots[at]}Name`, hasOptions ? heading : ""],
      [slots[at], labels[at]],
    ]);
    const [image = "", ...images] = splitUrls(values.image ?? "");
    const handle = values.handle || slugify((values.title ?? "").slice(0, 1000));
    yield toProductRow(row, { ...values, ...Object.fromEntries(optionCells), handle, image });
    for (const url of images) yield toProductRow(row, { handle, image: url });
  }
}
