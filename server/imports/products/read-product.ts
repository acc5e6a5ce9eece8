import type { Row } from "#server/imports/files/csv.ts";
import { type CellReader, cellReader } from "./product-cells.ts";
import type { ProductColumns } from "./product-columns.ts";
import type { PictureDraft, ProductDraft, ProductReading } from "./product-draft.ts";
import { readVariation } from "./read-variation.ts";

export interface ReadOptions {
  columns: ProductColumns;
  /** Decimals of the shop's currency. */
  digits: number;
  slugOf: (text: string) => string;
}

const maxVariations = 250;
const maxTags = 50;
const maxCategoryDepth = 8;

/** Reads the rows of a product: a draft, or all errors in them. */
export function readProduct(rows: Row[], { columns, digits, slugOf }: ReadOptions): ProductReading {
  const cells = cellReader(columns, digits);
  const [first] = rows as [Row, ...Row[]];
  for (const row of rows)
    if (row.cells.slice(columns.header.length).some((cell) => cell.trim() !== ""))
      cells.bad(row, null, "cells_extra", "This row has more cells than the header.");
  const draft = readDraft(rows, first, cells, columns, slugOf);
  const { notes, errors } = cells;
  return errors.length > 0 ? { kind: "bad", rows, errors, notes } : { kind: "draft", rows, draft, notes };
}

function readDraft(
  rows: Row[],
  first: Row,
  cells: CellReader,
  columns: ProductColumns,
  slugOf: (text: string) => string,
): ProductDraft {
  const slug = slugOf(cells.text(first, "handle"));
  const name = cells.text(first, "title", 200);
  if (slug === "") cells.bad(first, "handle", "handle_missing", "This row has no handle, so it belongs to no product.");
  else if (name === "" && cells.text(first, "option1") !== "")
    cells.bad(
      first,
      "title",
      "orphan_row",
      "This is a variation of a product whose own row, with the title, is missing.",
    );
  else if (name === "") cells.bad(first, "title", "title_missing", "The product has no title.");
  const optionNames = readOptionNames(first, cells);
  const sold = rows.filter((row, at) => at === 0 || isVariation(row, columns));
  const variations = sold.flatMap((row) => readVariation(row, optionNames, cells, columns) ?? []);
  checkDuplicates(variations, cells);
  if (sold.length > maxVariations)
    cells.bad(first, null, "too_many_variations", `A product can have at most ${maxVariations} variations.`);
  return {
    first,
    slug,
    name,
    ...readTexts(first, cells, columns),
    type: readType(first, sold, cells),
    category: readCategory(first, cells),
    optionNames,
    variations,
    pictures: readPictures(rows, optionNames, cells),
  };
}

/** Rows that only add a picture have neither price nor options. */
const isVariation = ({ cells }: Row, columns: ProductColumns) =>
  (["price", "option1", "option2", "option3", "sku"] as const).some((column) => columns.cell(cells, column) !== "");

function readOptionNames(first: Row, cells: CellReader): string[] {
  const slots = ["1", "2", "3"] as const;
  const names = slots.map((slot) => cells.text(first, `option${slot}Name`, 60));
  if (cells.text(first, "option4Name") !== "" || cells.text(first, "option4") !== "")
    cells.bad(first, "option4Name", "too_many_options", "A product can have at most three options.");
  if (names[0] === "" || cells.text(first, "option1").toLowerCase() === "default title") return [];
  const used = names.slice(0, names.findLastIndex((name) => name !== "") + 1);
  for (const [at, name] of used.entries())
    if (name === "") cells.bad(first, `option${slots[at] ?? "1"}Name`, "option_unnamed", "This option has no name.");
    else if (used.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < at)
      cells.bad(first, `option${slots[at] ?? "1"}Name`, "option_twice", "Two options have the same name.");
  return used;
}

function checkDuplicates(variations: ProductDraft["variations"], cells: CellReader) {
  const seen = new Map<string, number>();
  for (const { row, options } of variations) {
    const key = options.map((option) => option.toLowerCase()).join("\n");
    const earlier = seen.get(key);
    if (earlier !== undefined)
      cells.bad(row, "option1", "duplicate_variation", `These options are already those of row ${earlier}.`);
    else seen.set(key, row.row);
  }
}

/** Texts of the product's first row. A missing column leaves the product's value unchanged. */
function readTexts(first: Row, cells: CellReader, columns: ProductColumns) {
  const seo = {
    ...isPresent("title", cells.text(first, "seoTitle", 200)),
    ...isPresent("description", cells.text(first, "seoDescription", 400)),
  };
  return {
    ...(columns.has("body") ? { description_html: cells.text(first, "body", 100_000) } : {}),
    ...(columns.has("vendor") ? { brand: cells.text(first, "vendor", 120) || null } : {}),
    ...(columns.has("tags") ? { tags: readTags(first, cells) } : {}),
    ...(columns.has("seoTitle") || columns.has("seoDescription") ? { seo } : {}),
    ...readStatus(first, cells),
  };
}

const isPresent = <K extends string>(key: K, text: string) =>
  (text === "" ? {} : { [key]: text }) as { [key in K]?: string };

function readTags(first: Row, cells: CellReader): string[] {
  const names = cells
    .text(first, "tags")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const tags = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
  if (tags.length > maxTags) cells.bad(first, "tags", "too_many_tags", `A product can have at most ${maxTags} tags.`);
  if (tags.some((name) => name.length > 60))
    cells.bad(first, "tags", "too_long", "A tag is longer than 60 characters.");
  return tags;
}

function readStatus(first: Row, cells: CellReader): Pick<ProductDraft, "status"> {
  const status = cells.text(first, "status").toLowerCase();
  const published = cells.flag(first, "published");
  if (status !== "" && status !== "active" && status !== "draft" && status !== "archived")
    cells.bad(first, "status", "status_unknown", "The status must be active, draft or archived.");
  if (status === "draft" || status === "archived") return { status };
  if (published === false) return { status: "draft" };
  return status === "active" || published === true ? { status: "active" } : {};
}

/** Products that are not shipped need a type that is not: gift cards, downloads, lessons. */
function readType(first: Row, sold: Row[], cells: CellReader): ProductDraft["type"] {
  const name = cells.text(first, "type", 50);
  const giftCard = cells.flag(first, "giftCard") ?? false;
  const wants = sold.map((row) => cells.flag(row, "ships") ?? true);
  if (wants.includes(true) && wants.includes(false))
    cells.note(first, "ships", "ships_mixed", "Some variations need no delivery; the product is taken as delivered.");
  const ships = !giftCard && wants.includes(true);
  if (ships) return name === "" ? undefined : { name, ships };
  const plain = name || (giftCard ? "Gift card" : "Not delivered");
  return { name: plain, ships };
}

function readCategory(first: Row, cells: CellReader): string[] | undefined {
  const names = (cells.text(first, "category") || cells.text(first, "type"))
    .split(">")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length > maxCategoryDepth)
    cells.bad(first, "category", "too_deep", "Categories can be up to eight levels deep.");
  if (names.some((name) => name.length > 120))
    cells.bad(first, "category", "too_long", "This is longer than 120 characters.");
  return names.length > 0 ? names : undefined;
}

function readPictures(rows: Row[], optionNames: string[], cells: CellReader): PictureDraft[] {
  const pictures = new Map<string, PictureDraft & { position: number }>();
  for (const row of rows) {
    const source_url = parseUrl(row, "image", cells);
    if (source_url && !pictures.has(source_url)) {
      const position = cells.whole(row, "imagePosition") ?? pictures.size + 1;
      pictures.set(source_url, { source_url, alt: cells.text(row, "imageAlt", 300), position });
    }
  }
  for (const row of rows) {
    const source_url = parseUrl(row, "variantImage", cells);
    const option = optionNames.length > 0 ? cells.text(row, "option1") : "";
    if (!source_url) continue;
    const picture = pictures.get(source_url) ?? { source_url, alt: "", position: pictures.size + 1 };
    pictures.set(source_url, option === "" || picture.option ? picture : { ...picture, option });
  }
  return [...pictures.values()]
    .sort((a, b) => a.position - b.position)
    .map(({ source_url, alt, option }) => ({ source_url, alt, ...(option ? { option } : {}) }));
}

function parseUrl(row: Row, column: "image" | "variantImage", cells: CellReader): string | undefined {
  const text = cells.text(row, column, 2000);
  if (text === "") return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  return cells.bad(row, column, "not_an_address", "This must be the web address of a picture.") as undefined;
}
