// node bench/bytes.ts: compressed bytes of a first visit, page by page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { request } from "undici";
import { machine, requireInput } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

/** Scripts or styles that a document names, each once. */
const assets = (html: string, kind: string) => [
  ...new Set([...html.matchAll(new RegExp(`/assets/[\\w.-]+\\.${kind}`, "g"))].map(([file]) => file)),
];
const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const both = (bytes: Buffer, brotli: number) => `${kB(gzipSync(bytes, { level: 9 }).length)} (${kB(brotli)})`;

const shop = await openBenchShop();
try {
  const { data: cards } = await call(shop, "GET /product?per_page=1");
  requireInput(cards.length, "This shop has no products to measure.");
  const pages = {
    home: "/",
    list: "/products",
    category: "/products?category=wear",
    details: `/details/${cards[0].slug}`,
    cart: "/cart",
  };
  console.log(`\n${machine()}; gzip kB (brotli kB)\n\n| page | HTML | JS | files | CSS |\n|---|---|---|---|---|`);
  for (const [name, path] of Object.entries(pages)) {
    const html = await (await fetch(shop.url + path)).text();
    const scripts = assets(html, "js");
    requireInput(scripts.length, `${path} names no scripts.`);
    const cells = [
      both(Buffer.from(html), await sent(path, "br")),
      sum(scripts),
      scripts.length,
      sum(assets(html, "css")),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
} finally {
  await shop.stop();
}

function sum(files: string[]) {
  const stored = files.map((file) => join("build", "client", file));
  const total = (ending: string) => stored.reduce((bytes, file) => bytes + readFileSync(file + ending).length, 0);
  return `${kB(total(".gz"))} (${kB(total(".br"))})`;
}

async function sent(path: string, encoding: string): Promise<number> {
  const { body } = await request(shop.url + path, { headers: { "accept-encoding": encoding } });
  return (await body.arrayBuffer()).byteLength;
}
