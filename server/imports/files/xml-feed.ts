import type { FileEncoding } from "#contract/imports.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import type { Row, Table } from "./csv.ts";
import { detectEncoding, textOf } from "./encoding.ts";
import { boundHeader, countedRows } from "./table-limits.ts";

const maxItemLength = 1_000_000;

/** Whether the file is an XML feed (RSS or Atom). */
export async function isXmlFeed(file: string): Promise<boolean> {
  for await (const text of textOf(file, await detectEncoding(file))) {
    if (text.trim() === "") continue;
    return /^\s*(<\?xml|<rss|<feed)/i.test(text);
  }
  return false;
}

/**
 * Reads the items of an RSS or Atom feed as a table: a column an element, those that repeat joined by commas. Items
 * must be flat, as in Google's product feed. Throws `UnusableFileError`.
 */
export async function openXmlFeed(file: string, chosen?: FileEncoding | null): Promise<Table> {
  const encoding = chosen ?? (await detectEncoding(file));
  const header = new Set<string>();
  for await (const item of readItems(file, encoding)) {
    for (const name of item.keys()) header.add(name);
    boundHeader([...header]);
  }
  if (header.size === 0)
    throw new UnusableFileError(
      "This XML file doesn't contain any items. Upload an RSS or Atom product feed, or a CSV file.",
    );
  return {
    encoding,
    header: [...header],
    format: "XML",
    rows: () => countedRows(toRows(readItems(file, encoding), [...header])),
  };
}

/** Items are numbered from 2, as rows below a header are. */
async function* toRows(items: AsyncGenerator<Map<string, string>>, header: string[]): AsyncGenerator<Row> {
  let row = 1;
  for await (const item of items) yield { row: ++row, cells: header.map((name) => item.get(name) ?? "") };
}

async function* readItems(file: string, encoding: FileEncoding): AsyncGenerator<Map<string, string>> {
  let rest = "";
  for await (const text of textOf(file, encoding)) {
    rest += text;
    let end = 0;
    for (const item of elementsOf(rest, "item|entry")) {
      yield readFields(item.content);
      end = item.end;
    }
    rest = rest.slice(end);
    if (rest.length > maxItemLength) throw new UnusableFileError("An item in this XML file is too long.");
  }
}

/** The outermost elements with these names, and where each ends. Every tag is read once, also of those without an end. */
function* elementsOf(xml: string, names: string): Generator<{ name: string; content: string; end: number }> {
  const closing = Map.groupBy(xml.matchAll(new RegExp(`</(${names})\\s*>`, "g")), ([, name]) => name);
  for (const tags of closing.values()) tags.reverse();
  const opening = new RegExp(`<(${names})(?:\\s[^<>]*)?>`, "g");
  for (let tag = opening.exec(xml); tag; tag = opening.exec(xml)) {
    const [, name = ""] = tag;
    const [start, ends] = [opening.lastIndex, closing.get(name) ?? []];
    while ((ends.at(-1)?.index ?? start) < start) ends.pop();
    const last = ends.pop();
    if (!last) continue;
    opening.lastIndex = last.index + last[0].length;
    yield { name, content: xml.slice(start, last.index), end: opening.lastIndex };
  }
}

function readFields(item: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { name, content } of elementsOf(item, "[\\w:-]+")) {
    const key = name.replace(/^\w+:/, "");
    const text = unescapeXml(content).trim();
    const before = fields.get(key);
    fields.set(key, before && text ? `${before},${text}` : (before ?? text));
  }
  return fields;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescapeXml = (text: string): string => {
  const [first = "", ...sections] = text.split("<![CDATA[");
  const unescaped = sections.map((section) => {
    const end = section.indexOf("]]>");
    return section.slice(0, Math.max(end, 0)) + unescapeEntities(section.slice(end < 0 ? 0 : end + 3));
  });
  return unescapeEntities(first) + unescaped.join("");
};

const unescapeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (_all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? "";
      const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal);
      return isStorable(code) ? String.fromCodePoint(code) : "";
    },
  );

/** Neither NUL nor half of a surrogate pair, which PostgreSQL can't store. */
const isStorable = (code: number) => code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
