import { slugify } from "#contract/catalogue/slug.ts";
import type { Table } from "#server/imports/files/csv.ts";
import type { Row } from "#server/imports/files/row.ts";
import type { ProductColumns } from "#server/imports/products/reading/product-columns.ts";

/** A table of products whose rows are read by the columns of Shopify's product CSV. */
export interface ProductTable {
  columns: ProductColumns;
  /** Reads the rows from the start; can be called more than once. */
  rows: () => AsyncIterable<Row>;
}

/** A foreign format, recognized by its headings and converted to the columns of Shopify's product CSV. */
export interface ProductFormat {
  name: string;
  matches(cells: NamedCells): boolean;
  open(table: Table, cells: NamedCells, context: FileContext): Promise<ProductTable>;
}

/** When a file is read: now, and the same on the clocks of the shop, "2026-11-27 09:30:00". */
export interface FileTime {
  now: number;
  localNow: string;
}

/** When a file is read, and into a shop of which currency. */
export interface FileContext extends FileTime {
  currency: string;
}

/** A tracker of stock where the file doesn't say whether it is counted: nothing, or only that there is some. */
export const trackers = { unknown: "-", inStock: "in stock" } as const;

/** A moment on the clocks of a time zone: "2026-11-27 09:30:00". */
export const localTime = (moment: Date, timeZone: string): string =>
  moment.toLocaleString("sv-SE", { timeZone, hourCycle: "h23" });

const gramsPer = new Map(
  Object.entries({ kg: 1000, g: 1, gr: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 }),
);

/** A weight in grams; of an unknown unit it is in them already. */
export const toExactGrams = (weight: number, unit: string) => weight * (gramsPer.get(unit) ?? 1);

/** A tag or a character reference: in plain text neither occurs. */
const markup = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>|&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i;
const block = /<(p|br|div|ul|ol|li|table|section|article|blockquote|h\d|pre|hr)\b/i;

/** A text or HTML as HTML: where no element makes paragraphs, they are made at blank lines, and line breaks elsewhere. */
export const textToHtml = (text: string) => {
  if (block.test(text) && markup.test(text)) return text;
  const html = markup.test(text) ? text : text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return html
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${paragraph.trim().replaceAll("\n", "<br>")}</p>`)
    .join("");
};

/** The URLs in a cell, which commas, semicolons, bars or spaces separate; URLs may contain commas. */
export function splitUrls(text: string): string[] {
  const urls: string[] = [];
  for (const part of text.split(/(?<=[,;|\s])(?=https?:)/)) urls.push(trimSeparators(part));
  return urls.filter((url, at) => url !== "" || at === 0);
}

/** Makes handles of names: of products of one name the later ones get their code, or a number where that is none. */
export function createHandles(): (name: string, code: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name, code) => {
    const base = slugify(name) || slugify(code);
    if (base === "") return "";
    const coded = slugify(code) === "" ? base : `${base}-${slugify(code)}`;
    let handle = taken.has(base) ? coded : base;
    let number = numbers.get(coded) ?? 1;
    while (taken.has(handle)) handle = `${coded}-${++number}`;
    numbers.set(coded, number);
    taken.add(handle);
    return handle;
  };
}

/** The last part of a product's address, if it has a word of the title or that is unknown; '' otherwise. */
export function handleOfUrl(link: string, title: string): string {
  if (!URL.canParse(link, "https://shop.example")) return "";
  const last = new URL(link, "https://shop.example").pathname.split("/").findLast((part) => part !== "") ?? "";
  const handle = slugify(last.replace(/\.(html?|php|aspx?)$/i, ""));
  const words = new Set(slugify(title).split("-"));
  return title === "" || handle.split("-").some((word) => words.has(word)) ? handle : "";
}

const isSeparator = (character: string | undefined) => character !== undefined && /[,;|\s]/.test(character);

function trimSeparators(text: string): string {
  let end = text.length;
  while (isSeparator(text[end - 1])) end--;
  return text.slice(0, end);
}

/** Reads cells by heading, whatever the capitals. */
export interface NamedCells {
  has(heading: string): boolean;
  get(row: Row, heading: string): string;
  /** The heading as the file writes it; undefined if there is none. */
  heading(name: string): string | undefined;
}

/** The items of a list in a cell. */
export const splitList = (text: string, separator: string | RegExp = ",") =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Splits a list in which an item that contains the separator is in quotes, doubled inside them: `Sale, "Hot, new"`. */
export function splitQuoted(text: string, separator = ","): string[] {
  const items: string[] = [];
  let item = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' && (isQuoted || item.trim() === "")) {
      if (!isQuoted) [isQuoted, item] = [true, ""];
      else if (text[at + 1] === '"') item += text[++at];
      else isQuoted = false;
    } else if (character === separator && !isQuoted) {
      items.push(item);
      item = "";
    } else item += character;
  }
  // A quote that is never closed is part of the text.
  if (isQuoted) return splitList(text, separator);
  return [...items, item].map((one) => one.trim()).filter((one) => one !== "");
}

/** Writes an item so that `splitQuoted` reads it as one. */
export const quoteItem = (item: string, separator = ",") =>
  item.includes(separator) || item.startsWith('"') ? `"${item.replaceAll('"', '""')}"` : item;

/** `written` are the headings of the file, if `header` are their translations. */
export function namedCells(header: string[], written = header): NamedCells {
  const places = new Map([...header.entries()].reverse().map(([at, heading]) => [heading.toLowerCase(), at]));
  return {
    has: (heading) => places.has(heading.toLowerCase()),
    get: ({ cells }, heading) => (cells[places.get(heading.toLowerCase()) ?? -1] ?? "").trim(),
    heading: (name) => written[places.get(name.toLowerCase()) ?? -1],
  };
}

/** The note about categories that are numbers of another system. */
export const numberedCategories = (text = "", column: string | undefined) => ({
  column: column ?? null,
  code: "value_ignored",
  message: `"${text.slice(0, 60)}" was left out. Categories have names, these are numbers of another system.`,
});
