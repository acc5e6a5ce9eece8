import { Readable } from "node:stream";
import { feedMeasures } from "#contract/catalogue/measures.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { type CategoryTree, getCategoryTree, listBreadcrumbs } from "#server/catalogue/categories/category-tree.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { addressOf } from "#server/platform/http/rate-limit.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { stripHtml } from "#server/platform/rich-text.ts";
import { type FeedRow, listFeedRows } from "./feed.sql.ts";

const batchSize = 200;
/** Readers at a time, of all and of one address. One that reads slowly costs memory for a batch, and no time. */
const [maxReaders, maxOfAddress] = [20, 2];
/** Ends readers that would stay for ever. */
export const feedTime = { maxMs: 15 * 60_000 };

/** Streams `/feeds/products.xml`: every variation on sale, in the format of Google Merchant Center. */
export function productFeed(app: App) {
  const { http, config } = app;
  const readers: string[] = [];
  http.get("/feeds/products.xml", { schema: { hide: true } }, async (request, reply) => {
    const origin = requestOrigin(config, request);
    if (!origin) throw new Problem("bad_input");
    await app.limit("feed", request);
    const address = addressOf(request);
    const own = readers.filter((one) => one === address).length;
    if (own >= maxOfAddress || readers.length >= maxReaders) throw new Problem("busy", { retryAfter: 60 });
    readers.push(address);
    const feed = Readable.from(xmlLines(app, origin));
    const timer = setTimeout(() => feed.destroy(), feedTime.maxMs).unref();
    feed.once("close", () => {
      clearTimeout(timer);
      readers.splice(readers.indexOf(address), 1);
    });
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .header("x-robots-tag", "noindex")
      .send(feed);
  });
}

async function* xmlLines(app: App, origin: string) {
  const tree = await getCategoryTree(app, () => undefined);
  const { data: shop } = await app.call("GET /shop", {});
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n`;
  yield `<title>${escapeXml(shop.name)}</title><link>${escapeXml(origin)}/</link>`;
  yield `<description>${escapeXml(shop.tagline || shop.name)}</description>\n`;
  for (let rows = await listFeedRows(app.db, 0, batchSize); rows.length > 0; ) {
    yield rows.map((row) => `${item(row, tree, origin)}\n`).join("");
    rows = await listFeedRows(app.db, rows.at(-1)?.product_id ?? 0, batchSize);
  }
  yield "</channel></rss>\n";
}

/** One variation, without the fields that are unknown. */
function item(row: FeedRow, tree: CategoryTree, origin: string) {
  const { product_id, slug, variation_id, barcode, variation_count: siblings, price_amount, compare_at_amount } = row;
  const category = tree.byId.get(row.main_category_id ?? 0);
  const [cover, ...more] = row.images.map((url) => origin + url);
  const measures = row.measure && feedMeasures(row.measure);
  const label = row.energy_label;
  const price = (amount: number) => priceText(amount, row.currency);
  const option = (...codes: string[]) => row.options.find(({ code }) => codes.includes(code))?.label;
  const fields: [string, string | null | undefined][] = [
    ["g:id", `v${variation_id}`],
    ["g:item_group_id", siblings > 1 ? `p${product_id}` : null],
    ["title", [row.name, ...row.options.map(({ label }) => label)].join(", ").slice(0, 150)],
    ["description", stripHtml(row.description_html).slice(0, 5000).toWellFormed() || row.subtitle || row.name],
    ["link", `${origin}/details/${encodeURIComponent(slug)}${siblings > 1 ? `?variation=${variation_id}` : ""}`],
    ["g:image_link", cover],
    ...more.map((image): [string, string] => ["g:additional_image_link", image]),
    ["g:availability", row.availability],
    ["g:price", price(compare_at_amount ?? price_amount)],
    ["g:sale_price", compare_at_amount === null ? null : price(price_amount)],
    ["g:unit_pricing_measure", measures?.measure],
    ["g:unit_pricing_base_measure", measures?.base],
    ["g:energy_efficiency_class", label?.class],
    ["g:min_energy_efficiency_class", label?.worst],
    ["g:max_energy_efficiency_class", label?.best],
    ["g:condition", "new"],
    ["g:brand", row.brand],
    ["g:gtin", barcode],
    // A SKU is not a global identifier; only the barcode is.
    ["g:identifier_exists", barcode ? null : "no"],
    [
      "g:product_type",
      category?.visible
        ? listBreadcrumbs(tree, category)
            .map(({ name }) => name)
            .join(" > ")
        : null,
    ],
    ["g:color", option("colour", "color")],
    ["g:size", option("size", "shoe-size")],
  ];
  const tags = fields.map(([name, value]) => (value ? `<${name}>${escapeXml(value)}</${name}>` : ""));
  return `<item>${tags.join("")}${label?.eprel_number ? certification(label.eprel_number) : ""}</item>`;
}

/** By it Google shows the energy label in the EU. */
const certification = (eprelNumber: string) =>
  "<g:certification><g:certification_authority>EC</g:certification_authority>" +
  "<g:certification_name>EPREL</g:certification_name>" +
  `<g:certification_code>${escapeXml(eprelNumber)}</g:certification_code></g:certification>`;

const priceText = (amount: number, currency: string) => `${decimalText(amount, currency)} ${currency}`;

// XML can't contain control characters, not even escaped.
const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
