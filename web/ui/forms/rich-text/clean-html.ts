import { richTextAttributes, richTextTags } from "#contract/formats/rich-text.ts";

const allowedTags = new Set(richTextTags);
const removedTags = new Set("script style title meta link iframe object svg math template noscript".split(" "));
const renamedTags = new Map(Object.entries({ h1: "h2", h5: "h4", h6: "h4", div: "p" }));
/** What says nothing, as browsers and the editor write it. */
const defaultAttributes: Record<string, string> = { colspan: "1", rowspan: "1" };

/**
 * Reduces HTML to plain text markup: no styles, images or scripts. The server sanitizes again when it saves; this shows
 * the result at once.
 */
export function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.body.childNodes].map(cleanNode).join("").trim();
}

function cleanNode(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data);
  if (!(node instanceof Element)) return "";
  const name = node.localName;
  if (removedTags.has(name)) return "";
  const inside = styleToMarkup(node, [...node.childNodes].map(cleanNode).join(""));
  const tag =
    name === "div" && node.querySelector("p, div, ul, ol, h1, h2, h3, table") ? "" : (renamedTags.get(name) ?? name);
  if (!allowedTags.has(tag) || isUnmarked(node)) return inside;
  if (tag === "br" || tag === "hr") return `<${tag}>`;
  const href = tag === "a" ? node.getAttribute("href") : null;
  if (tag === "a" && !/^(https?:|mailto:|\/)/i.test(href ?? "")) return inside;
  // The editor's tables have no caption, so it becomes the paragraph before.
  if (tag === "caption") return "";
  const before = tag === "table" ? captionOf(node) : "";
  return `${before}<${tag}${attributesOf(node, tag)}>${inside}</${tag}>`;
}

function captionOf(table: Element) {
  const caption = table.querySelector(":scope > caption");
  const text = caption && [...caption.childNodes].map(cleanNode).join("").trim();
  return text ? (/^<(p|h\d|ul|ol)>/.test(text) ? text : `<p>${text}</p>`) : "";
}

const attributesOf = (node: Element, tag: string) =>
  (richTextAttributes[tag] ?? [])
    .flatMap((name) => {
      const value = node.getAttribute(name);
      return value && value !== defaultAttributes[name] ? ` ${name}="${escapeHtml(value)}"` : [];
    })
    .join("");

/** Cells and items of a single paragraph need none; Google Docs puts all it copies into a bold element that is not bold. */
const isUnmarked = (node: Element) =>
  node.localName === "p"
    ? /^(li|td|th)$/.test(node.parentElement?.localName ?? "") && node.parentElement?.childNodes.length === 1
    : /^(b|strong)$/.test(node.localName) && /font-weight:\s*(normal|400)/.test(node.getAttribute("style") ?? "");

/** Some browsers write bold and italic as styles, which the server removes. */
function styleToMarkup(node: Element, inside: string) {
  const style = (node.localName === "span" && node.getAttribute("style")) || "";
  const sloped = /font-style:\s*italic/.test(style) ? `<i>${inside}</i>` : inside;
  return /font-weight:\s*(bold|[6-9]00)/.test(style) ? `<b>${sloped}</b>` : sloped;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
