import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { ImageArchive } from "#server/imports/files/image-archive.ts";
import type { Row } from "#server/imports/files/row.ts";
import { splitQuoted } from "#server/imports/formats/product-format.ts";
import { fillOptions } from "#server/imports/products/planning/fit-options.ts";
import type {
  ImageDraft,
  ProductDraft,
  ProductReading,
  VariationDraft,
} from "#server/imports/products/product-draft.ts";
import type { ColumnReadings } from "./column-readings.ts";
import { type CellReader, cellReader, falseWords, shorten, trueWords } from "./product-cells.ts";
import type { ProductColumns } from "./product-columns.ts";
import { readEnergyLabel } from "./read-energy-label.ts";
import { readCountry, readSafety } from "./read-safety.ts";
import { optionSlots, readVariation } from "./read-variation.ts";

export interface ReadOptions {
  columns: ProductColumns;
  /** Of the whole file. */
  readings: ColumnReadings;
  /** Decimals of the shop's currency. */
  currency: string;
  /** The address of a handle or name. */
  slugOf: (text: string) => string;
  /** The images uploaded with the file. */
  archive?: ImageArchive | undefined;
}

const maxCategoryDepth = 8;
const maxCategoryName = 120;
const maxUrlBytes = 2000;
const maxHandleLength = 1000;

/** Reads the rows of a product: a draft, or all errors in them. */
export function readProduct(rows: Row[], options: ReadOptions): ProductReading {
  const { columns, currency, readings } = options;
  const cells = cellReader(columns, currency, readings);
  const [first] = rows as [Row, ...Row[]];
  for (const row of rows)
    if ((row.source?.cells ?? row.cells).slice(columns.header.length).some((cell) => cell.trim() !== ""))
      cells.bad(row, null, "cells_extra", "This row has more columns than the header.");
  const draft = readDraft(rows, first, cells, options);
  const { notes, errors, lost } = cells;
  const read = { rows: rows.map(({ row }) => row), notes, lost, currencies: [...cells.currencies] };
  if (errors.length === 0) return { ...read, kind: "draft", draft };
  return { ...read, kind: "bad", notes: [...notes, ...fillOptions(draft).notes], errors };
}

function readDraft(rows: Row[], first: Row, cells: CellReader, { columns, slugOf, archive }: ReadOptions) {
  const address = cells.text(first, "handle").slice(0, maxHandleLength).toLowerCase();
  // One made of the name says that rows belong together, not which product of that name they are.
  const handle = first.source?.isHandleGuessed ? "" : address;
  const name = cells.text(first, "title", productLimits.name);
  checkNames(first, address, name, cells, columns);
  noteOtherTitles(rows, first, cells);
  const sold = listSoldRows(rows, columns);
  const { optionNames, ...naming } = readOptionNames(rows, sold, cells);
  const read = sold.map((row) => readVariation(row, optionNames, cells, columns));
  const variations = dropDuplicates(read, cells);
  for (const { row, price_amount } of variations)
    if (price_amount === undefined && cells.text(row, "price") === "")
      cells.note(row, "price", "price_missing", "This variation has no price. A new product is imported as a draft.");
  if (variations.length > productLimits.variations)
    cells.bad(first, null, "too_many_variations", `A product can have up to ${productLimits.variations} variations.`);
  return {
    first,
    handle,
    slug: slugOf(address === "" ? name : address),
    name,
    ...readTexts(first, cells, columns),
    type: readType(first, sold, cells),
    categories: readCategories(first, cells, columns),
    isCategoryFromType: cells.text(first, "category") === "",
    hasOptions: sold.some((row) => optionSlots.some((slot) => cells.text(row, slot) !== "")),
    optionNames,
    ...naming,
    variations,
    images: readImages(rows, optionNames, cells, archive),
  };
}

function checkNames(first: Row, handle: string, name: string, cells: CellReader, columns: ProductColumns) {
  if (name === "" && handle === "") cells.bad(first, "handle", "handle_missing", "Enter a handle or a title.");
  else if (name === "" && cells.text(first, "option1") !== "")
    cells.bad(first, "title", "orphan_row", "The product's first row, with the title, is missing.");
  else if (name === "") cells.bad(first, "title", "title_missing", "Enter a title.");
  else if (handle === "" && columns.has("handle"))
    cells.note(first, "handle", "handle_missing", "The handle was created from the title.");
}

/** Rows with the handle of a product and another title: it keeps its title, and somebody may have meant another product. */
function noteOtherTitles(rows: Row[], first: Row, cells: CellReader) {
  const title = cells.text(first, "title");
  for (const row of rows) {
    const other = cells.text(row, "title");
    if (other === "" || other.toLowerCase() === title.toLowerCase()) continue;
    const message = `Row ${first.row} has the same handle and the title "${shorten(title, 60)}". This title was left out.`;
    cells.note(row, "title", "title_ignored", message);
  }
}

/** Rows that only add an image have neither price nor options. The first may describe the product alone. */
function listSoldRows(rows: Row[], columns: ProductColumns): Row[] {
  const isSold = ({ cells }: Row) =>
    (["price", ...optionSlots, "sku"] as const).some((column) => columns.cell(cells, column) !== "");
  const sold = rows.filter(isSold);
  return sold.length > 0 ? sold : rows.slice(0, 1);
}

/** The names of the options, none for a product with one variation ("Default Title"). */
function readOptionNames(rows: Row[], sold: Row[], cells: CellReader) {
  const named = rows.find((row) => cells.text(row, "option1Name") !== "") ?? (rows[0] as Row);
  if (cells.text(named, "option4Name") !== "" || cells.text(named, "option4") !== "")
    cells.bad(named, "option4Name", "too_many_options", "A product can have up to three options.");
  const isUsed = (slot: (typeof optionSlots)[number]) =>
    sold.some((row) => !["", "default title"].includes(cells.text(row, slot).toLowerCase()));
  const count = optionSlots.findLastIndex(isUsed) + 1;
  const names: string[] = [];
  const unnamed: number[] = [];
  for (const [at, slot] of optionSlots.slice(0, count).entries()) {
    const column = `${slot}Name` as const;
    const name = cells.text(named, column, productLimits.option);
    const isRepeated = names.some((other) => other.toLowerCase() === name.toLowerCase());
    const used = name === "" || isRepeated ? `${name || "Option"} ${at + 1}` : name;
    if (name === "") unnamed.push(at);
    else if (isRepeated)
      cells.note(named, column, "option_twice", `Two options have the same name. One was named "${used}".`);
    names.push(used);
  }
  return { optionNames: names, ...(unnamed.length > 0 ? { unnamed, namedAt: named } : {}) };
}

/** Of variations with the same options the first stays; those whose options the file does not say may differ by SKU. */
function dropDuplicates(variations: VariationDraft[], cells: CellReader): VariationDraft[] {
  const seen = new Map<string, number>();
  return variations.filter(({ row, options, sku = "" }) => {
    const isSaid = options.length > 0 && !options.includes("");
    const key = [...options.map((option) => option.toLowerCase()), isSaid ? "" : sku].join("\n");
    const earlier = seen.get(key);
    if (earlier === undefined) return seen.set(key, row.row);
    const column = options.length > 0 ? "option1" : null;
    const alike = options.length > 0 ? "has the same options" : "is the same product";
    cells.lose(row, column, "duplicate_variation", `Row ${earlier} ${alike}. This row is not imported.`);
    return false;
  });
}

/** Texts of the product's first row. A missing column leaves the product's value unchanged. */
function readTexts(first: Row, cells: CellReader, columns: ProductColumns) {
  const seo = {
    ...(columns.has("seoTitle") ? { title: cells.text(first, "seoTitle", productLimits.seoTitle) } : {}),
    ...(columns.has("seoDescription")
      ? { description: cells.text(first, "seoDescription", productLimits.seoDescription) }
      : {}),
  };
  return {
    description_html: columns.has("body") ? cells.text(first, "body", productLimits.description) : undefined,
    brand: columns.has("vendor") ? cells.text(first, "vendor", productLimits.brand) || null : undefined,
    tags: columns.has("tags") ? readTags(first, cells) : undefined,
    seo: columns.has("seoTitle") || columns.has("seoDescription") ? seo : undefined,
    safety: readSafety(first, cells),
    country_of_origin: readCountry(first, cells, "origin"),
    energy_label: readEnergyLabel(first, cells),
    status: readStatus(first, cells),
  };
}

function readTags(first: Row, cells: CellReader): string[] {
  const names = splitQuoted(cells.text(first, "tags"));
  if (names.some((name) => name.length > productLimits.tag))
    cells.note(first, "tags", "shortened", `A tag was shortened to ${productLimits.tag} characters.`);
  const cut = names.map((name) => shorten(name, productLimits.tag));
  const tags = [...Map.groupBy(cut, (name) => name.toLowerCase()).values()].flatMap((alike) => alike.slice(0, 1));
  if (tags.length > productLimits.tags)
    cells.note(first, "tags", "too_many_tags", `Only the first ${productLimits.tags} tags were imported.`);
  return tags.slice(0, productLimits.tags);
}

const activeWords = new Set(
  `active enabled enable publish published visible aktiv actif activé publié activo publicado attivo pubblicato
    actief gepubliceerd ativo aktywny opublikowany aktivní publikováno etkin aktif yayında активен опубликован включен
    公開 販売中 有効`.split(/\s+/),
);
const draftWords = new Set(
  `draft disabled disable private pending inactive hidden inaktiv inactif désactivé inactivo inattivo
    inactief inativo nieaktywny entwurf brouillon borrador bozza concept rascunho szkic koncept neaktivní taslak pasif
    черновик отключен 非公開 下書き 無効`.split(/\s+/),
);

function readStatus(first: Row, cells: CellReader): ProductDraft["status"] {
  const word = cells.text(first, "status").toLowerCase();
  const isActive = activeWords.has(word) || trueWords.has(word);
  const status = isActive ? "active" : draftWords.has(word) || falseWords.has(word) ? "draft" : word;
  const published = cells.flag(first, "published");
  if (status === "unlisted")
    cells.note(
      first,
      "status",
      "status_unlisted",
      "Unlisted products are imported as drafts and aren't visible to customers.",
    );
  else if (!["", "active", "draft", "archived"].includes(status))
    cells.note(first, "status", "status_unknown", "This status is unknown. The product is imported as a draft.");
  if (status === "archived") return status;
  if (published === false || (status !== "" && status !== "active")) return "draft";
  return status === "active" || published === true ? "active" : undefined;
}

/** Products that are not shipped need a type that is not: gift cards, downloads, lessons. */
function readType(first: Row, sold: Row[], cells: CellReader): ProductDraft["type"] {
  const name = cells.text(first, "type", productLimits.type);
  const giftCard = cells.flag(first, "giftCard") ?? false;
  const said = sold.map((row) => cells.flag(row, "ships"));
  // The file doesn't say: the type of the product, if it has one, does.
  if (!giftCard && said.every((one) => one === undefined)) return name === "" ? undefined : { name, ships: undefined };
  const wants = said.map((one) => one ?? true);
  if (wants.includes(true) && wants.includes(false))
    cells.note(
      first,
      "ships",
      "ships_mixed",
      "Some variations don't need shipping. The product is imported as a physical product.",
    );
  const ships = !giftCard && wants.includes(true);
  if (ships) return name === "" ? undefined : { name, ships };
  const plain = name || (giftCard ? "Gift card" : "Not delivered");
  return { name: plain, ships };
}

/** "Home > Kitchen": a name with ">" or a comma is in quotes. Several categories are in lines of their own. */
function readCategories(first: Row, cells: CellReader, columns: ProductColumns): string[][] | undefined {
  // Shopify's products often have a type alone. Our own export has a heading that Shopify's has not.
  const isOwnExport = columns.header.includes("Variant Low Stock Level");
  const paths = (cells.text(first, "category") || (isOwnExport ? "" : cells.text(first, "type")))
    .split("\n")
    .map((path) => splitQuoted(path, ">"))
    .filter((names) => names.length > 0);
  if (paths.length > productLimits.categories)
    cells.note(first, "category", "too_many_categories", `Only the first ${productLimits.categories} were imported.`);
  if (paths.some((names) => names.length > maxCategoryDepth))
    cells.note(first, "category", "too_deep", "Categories can be up to eight levels deep. Lower levels were skipped.");
  if (paths.flat().some((name) => name.length > maxCategoryName))
    cells.note(first, "category", "shortened", `A category was shortened to ${maxCategoryName} characters.`);
  const used = paths
    .slice(0, productLimits.categories)
    .map((names) => names.slice(0, maxCategoryDepth).map((name) => shorten(name, maxCategoryName)));
  return used.length > 0 ? used : undefined;
}

function readImages(rows: Row[], optionNames: string[], cells: CellReader, archive: ImageArchive | undefined) {
  const images = new Map<string, ImageDraft & { position: number }>();
  for (const row of rows) {
    // A table may have several images of a product in a row.
    for (const text of cells.text(row, "image").split("\n")) {
      const source_url = parseSource(row, "image", text, cells, archive);
      if (!source_url || images.has(source_url)) continue;
      const position = cells.whole(row, "imagePosition") ?? images.size + 1;
      images.set(source_url, { source_url, alt: cells.text(row, "imageAlt", productLimits.imageAlt), position });
    }
  }
  for (const row of rows) {
    const source_url = parseSource(row, "variantImage", cells.text(row, "variantImage"), cells, archive);
    const option = optionNames.length > 0 ? shorten(cells.text(row, "option1"), productLimits.option) : "";
    if (!source_url) continue;
    const image = images.get(source_url) ?? { source_url, alt: "", position: images.size + 1 };
    images.set(source_url, option === "" || image.option ? image : { ...image, option });
  }
  const first = rows[0] as Row;
  if (images.size > productLimits.images)
    cells.note(first, "image", "too_many_images", `Only the first ${productLimits.images} images were imported.`);
  return [...images.values()]
    .sort((a, b) => a.position - b.position)
    .slice(0, productLimits.images)
    .map(({ source_url, alt, option }) => ({ source_url, alt, option }));
}

/** A URL, or the source of a file in the archive. */
function parseSource(
  row: Row,
  column: "image" | "variantImage",
  given: string,
  cells: CellReader,
  archive: ImageArchive | undefined,
) {
  const text = given.trim();
  if (text === "") return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && Buffer.byteLength(text) <= maxUrlBytes)
    return text;
  const source = archive?.find(text);
  if (source) return source;
  return cells.note(
    row,
    column,
    "image_ignored",
    archive
      ? "The ZIP file has no image of this name. The product was imported without it."
      : "This isn't an image URL. The product was imported without it.",
  ) as undefined;
}
