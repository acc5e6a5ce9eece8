const kept = new Set(
  "h2 h3 h4 p br hr ul ol li blockquote pre table thead tbody tr th td a strong b em i u s sub sup code".split(" "),
);
const gone = new Set("script style title meta link iframe object svg math template noscript".split(" "));
const renamed: Record<string, string> = { h1: "h2", h5: "h4", h6: "h4", div: "p" };

/**
 * What was copied elsewhere, as plain text markup: no styles, no pictures, nothing that runs. The shop does the same when a
 * description is saved, and more strictly; this is so that it looks at once as it will.
 */
export function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.body.childNodes].map(cleaned).join("").trim();
}

function cleaned(node: Node): string {
  if (node instanceof Text) return escaped(node.data);
  if (!(node instanceof Element)) return "";
  const name = node.localName;
  if (gone.has(name)) return "";
  const inside = styled(node, [...node.childNodes].map(cleaned).join(""));
  const tag = name === "div" && node.querySelector("p, div, ul, ol, h1, h2, h3, table") ? "" : (renamed[name] ?? name);
  if (!kept.has(tag)) return inside;
  if (tag === "br" || tag === "hr") return `<${tag}>`;
  const href = tag === "a" ? node.getAttribute("href") : null;
  if (tag === "a" && !/^(https?:|mailto:|\/)/i.test(href ?? "")) return inside;
  return `<${tag}${href ? ` href="${escaped(href)}"` : ""}>${inside}</${tag}>`;
}

/** Some browsers write what is bold as a style: the element says the same, and the shop takes no styles. */
function styled(node: Element, inside: string) {
  const style = (node.localName === "span" && node.getAttribute("style")) || "";
  const sloped = /font-style:\s*italic/.test(style) ? `<i>${inside}</i>` : inside;
  return /font-weight:\s*(bold|[6-9]00)/.test(style) ? `<b>${sloped}</b>` : sloped;
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
