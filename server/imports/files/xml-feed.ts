import type { FileEncoding } from "#contract/imports.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import type { Table } from "./csv.ts";
import { detectEncoding, textOf } from "./encoding.ts";
import type { Row } from "./row.ts";
import { boundHeader, countedRows } from "./table-limits.ts";

const maxItemLength = 1_000_000;

/** Whether the file is an XML feed (RSS or Atom). */
export async function isXmlFeed(file: string): Promise<boolean> {
  for await (const text of textOf(file, await detectEncoding(file))) {
    if (text.trim() === "") continue;
    return /^\s*<(\?xml|!doctype yml|(?!(html|head|body|table)\b)[a-z][\w-]{0,60}[\s>])/i.test(text);
  }
  return false;
}

/**
 * Reads the items of a product feed as a table: a column an element or attribute, those that repeat joined by commas, or lines.
 * Throws `UnusableFileError`.
 */
export async function openXmlFeed(file: string, chosen?: FileEncoding | null): Promise<Table> {
  const encoding = chosen ?? (await detectEncoding(file));
  const head = await readHead(file, encoding);
  const element = itemElements.find((name) => new RegExp(`<${name}[\\s>]`).test(head));
  const categories = readCategoryNames(head);
  const weight = /<yml_catalog[\s>]/.test(head) || element === "o" ? "weight (kg)" : "weight";
  const items = () => readItems(file, encoding, { element: element ?? "", categories, weight });
  const header = new Set<string>();
  for await (const item of element ? items() : []) {
    for (const name of item.keys()) header.add(name);
    boundHeader([...header]);
  }
  if (header.size === 0)
    throw new UnusableFileError(
      "No products were found in this XML file. Upload a product feed with an element for each product, or a CSV file.",
    );
  return {
    encoding,
    header: [...header],
    hasHeadings: true,
    format: "XML",
    rows: () => countedRows(toRows(items(), [...header])),
  };
}

/** Items are numbered from 2, as rows below a header are. */
async function* toRows(items: AsyncGenerator<Map<string, string>>, header: string[]): AsyncGenerator<Row> {
  let row = 1;
  for await (const item of items) yield { row: ++row, cells: header.map((name) => item.get(name) ?? "") };
}

interface Feed {
  /** The element of a product. */
  element: string;
  /** Paths of categories by id. */
  categories: ReadonlyMap<string, string>;
  /** The heading of weights, with their unit where the format has one: YML and Ceneo write kilograms. */
  weight: string;
}

async function* readItems(
  file: string,
  encoding: FileEncoding,
  { element, categories, weight }: Feed,
): AsyncGenerator<Map<string, string>> {
  let rest = "";
  for await (const text of textOf(file, encoding)) {
    rest += text;
    let end = 0;
    for (const item of elementsOf(rest, element)) {
      const read = readFields(item.attributes, item.content);
      const fields = new Map([...read].map(([name, text]) => [name === "weight" ? weight : name, text]));
      const ids = fields.get("categoryId");
      yield ids === undefined ? fields : fields.set("categoryId", pathsOf(ids, categories));
      end = item.end;
    }
    rest = rest.slice(end);
    if (rest.length > maxItemLength) throw new UnusableFileError("An item in this XML file is too long.");
  }
}

const pathsOf = (ids: string, categories: ReadonlyMap<string, string>) =>
  ids
    .split("\n")
    .map((id) => categories.get(id) ?? id)
    .join("\n");

/** What a product is called in feeds: of RSS, Atom, Heureka, Ceneo, Skroutz, YML and other ones. */
const itemElements = [
  "item",
  "entry",
  "SHOPITEM",
  "shopitem",
  "offer",
  "o",
  "product",
  "Product",
  "PRODUCT",
  "artikel",
  "row",
];
const inspectedLength = 500_000;

async function readHead(file: string, encoding: FileEncoding): Promise<string> {
  let head = "";
  for await (const text of textOf(file, encoding)) {
    head += text;
    if (head.length > inspectedLength) break;
  }
  return head;
}

const maxDepth = 8;

/** The paths of the categories that YML lists before its products, which name them by id. */
function readCategoryNames(head: string): Map<string, string> {
  const list = head.slice(0, Math.max(0, head.search(/<\/categories\s*>/)));
  const names = new Map<string, { name: string; parent: string | undefined }>();
  for (const { attributes, content } of elementsOf(list, "category")) {
    const id = attributeOf(attributes, "id");
    if (id) names.set(id, { name: unescapeXml(content).trim(), parent: attributeOf(attributes, "parentId") });
  }
  const pathOf = (id: string) => {
    const path: string[] = [];
    for (let at = names.get(id); at && path.length < maxDepth; at = names.get(at.parent ?? "")) path.unshift(at.name);
    return path.join(" > ");
  };
  return new Map([...names.keys()].map((id) => [id, pathOf(id)]));
}

const attributeOf = (attributes: string, name: string) =>
  attributes
    .slice(0, 1000)
    .match(new RegExp(`\\s${name}="([^"]{1,200})"`))
    ?.at(1);

interface XmlElement {
  name: string;
  attributes: string;
  content: string;
  end: number;
}

/** The outermost elements with these names, and where each ends. Every tag is read once, also of those without an end. */
function* elementsOf(xml: string, names: string): Generator<XmlElement> {
  const closing = Map.groupBy(xml.matchAll(new RegExp(`</(${names})\\s*>`, "g")), ([, name]) => name);
  for (const tags of closing.values()) tags.reverse();
  const opening = new RegExp(`<(${names})(\\s[^<>]*)?>`, "g");
  for (let tag = opening.exec(xml); tag; tag = opening.exec(xml)) {
    const [, name = "", attributes = ""] = tag;
    const [start, ends] = [opening.lastIndex, closing.get(name) ?? []];
    while ((ends.at(-1)?.index ?? start) < start) ends.pop();
    const last = ends.pop();
    if (!last) continue;
    opening.lastIndex = last.index + last[0].length;
    yield { name, attributes, content: xml.slice(start, last.index), end: opening.lastIndex };
  }
}

/** Attributes and elements of an item, by name. Of "g:title" and "title" the first counts; others that repeat are listed. */
function readFields(attributes: string, item: string): Map<string, string> {
  const fields = new Map<string, { text: string; name: string }>();
  for (const [, name = "", value = ""] of attributes.matchAll(/([\w:-]{1,60})="([^"]*)"/g))
    fields.set(name, { name, text: unescapeXml(value).trim() });
  for (const { name, attributes: own, content } of elementsOf(item, "[\\w:-]+")) {
    const key = name.replace(/^\w+:/, "");
    const text = textOfElement(content);
    const before = fields.get(key);
    if (key === "param" || key === "PARAM") readParameter(own, content, fields);
    else if (key === "attrs")
      for (const one of elementsOf(content, "a")) readParameter(one.attributes, one.content, fields);
    else if (!before || (before.name !== name && name.startsWith("g:"))) fields.set(key, { name, text });
    else if (before.name === name && text !== "")
      fields.set(key, { name, text: before.text === "" ? text : `${before.text}${separatorOf(key, text)}${text}` });
  }
  return new Map([...fields].map(([key, { text }]) => [key, text]));
}

/** URLs and categories may have commas, and follow each other in lines. */
const separatorOf = (name: string, text: string) => (/^https?:/.test(text) || isCategory.test(name) ? "\n" : ",");
const isCategory = /^(product_?type|google_product_category|categor(y|ies)\w{0,20}|cat)$/i;

/** The text of an element, or the URLs in its elements: <imgs><main url="…"/></imgs>. */
function textOfElement(content: string): string {
  if (!content.includes("<![CDATA[")) {
    const urls = [...content.matchAll(/\surl="([^"]*)"/g)].map(([, url = ""]) => unescapeXml(url));
    if (urls.length > 0) return urls.join("\n");
  }
  return unescapeXml(content).trim();
}

/**
 * <param name="Color">red</param>, Ceneo's <a name="Producent">…</a>, or Heureka's
 * <PARAM><PARAM_NAME>…</PARAM_NAME><VAL>…</VAL></PARAM>.
 */
function readParameter(attributes: string, content: string, fields: Map<string, { text: string; name: string }>) {
  const inner = new Map([...elementsOf(content, "PARAM_NAME|VAL")].map(({ name, content: text }) => [name, text]));
  const name = unescapeXml(inner.get("PARAM_NAME") ?? attributeOf(attributes, "name") ?? "").trim();
  const text = unescapeXml(inner.get("VAL") ?? content).trim();
  if (name !== "" && !fields.has(name)) fields.set(name, { name, text });
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
