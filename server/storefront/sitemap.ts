import type { FastifyReply, FastifyRequest } from "fastify";
import type { Category } from "#contract/catalogue/categories.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { firstOrigins } from "./page-address.ts";

/** Products per file of the sitemap and per call while it is created, and the most URLs that the protocol allows a file. */
interface Sizes {
  perFile: number;
  perCall: number;
  maxUrls: number;
}
const staticPaths = ["/", "/products", "/delivery", "/returns", "/contact", "/imprint", "/privacy", "/terms"];
const disallowedPaths = ["/account", "/cart", "/checkout", "/payment", "/login-success", "/dashboard", "/v1/"];

/** `/robots.txt` and `/sitemap.xml`; with many products the latter is an index of `/sitemap/1.xml` and so on. */
export function registerSitemap(app: App, sizes: Sizes = { perFile: 5000, perCall: 100, maxUrls: 50_000 }) {
  const { http, config } = app;
  const isFirst = firstOrigins();
  const hide = { schema: { hide: true } };
  http.get("/robots.txt", hide, (request, reply) => {
    const origin = requestOrigin(config, request);
    const lines = [
      "User-agent: *",
      ...disallowedPaths.map((path) => `Disallow: ${path}`),
      ...(origin ? ["", `Sitemap: ${origin}/sitemap.xml`] : []),
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(`${lines.join("\n")}\n`);
  });
  http.get("/sitemap.xml", hide, async (request, reply) => {
    const files = Math.ceil((await productCount(app)) / sizes.perFile);
    const make = (addCacheTags: AddCacheTags) =>
      files > 1
        ? Promise.resolve(index(files))
        : Promise.all([productPaths(app, 1, sizes, addCacheTags), otherPaths(app, addCacheTags)]).then((paths) =>
            addresses(app, paths.flat(), sizes),
          );
    return send(app, request, reply, { name: files > 1 ? "index" : "all", isFirst, make });
  });
  http.get<{ Params: { file: string } }>("/sitemap/:file", hide, async (request, reply) => {
    const number = Number(/^(\d{1,4})\.xml$/.exec(request.params.file)?.[1]);
    const files = Math.ceil((await productCount(app)) / sizes.perFile);
    if (!(number >= 0 && number <= files)) throw new Problem("not_found");
    const make = async (addCacheTags: AddCacheTags) =>
      addresses(
        app,
        number === 0 ? await otherPaths(app, addCacheTags) : await productPaths(app, number, sizes, addCacheTags),
        sizes,
      );
    return send(app, request, reply, { name: String(number), isFirst, make });
  });
}

type ToXml = (origin: string) => string;

interface SitemapFile {
  name: string;
  isFirst: (origin: string) => boolean;
  make: (addCacheTags: AddCacheTags) => Promise<ToXml>;
}

async function send(app: App, request: FastifyRequest, reply: FastifyReply, { name, isFirst, make }: SitemapFile) {
  const origin = requestOrigin(app.config, request);
  if (!origin) throw new Problem("bad_input");
  const key = `sitemap ${name} ${origin}`;
  if (!app.responseCache.has(key)) await app.limit("page", request);
  const { value } = await app.responseCache.get(key, async (addCacheTags) => {
    addCacheTags("catalogue", "categories");
    const xml = (await make(addCacheTags))(origin);
    return { value: { xml }, bytes: xml.length, isRare: !isFirst(origin) };
  });
  return reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=3600").send(value.xml);
}

const productCount = async (app: App) =>
  (await app.call("GET /product", { query: { page: 1, per_page: 1 } })).meta.total;

/** The paths of the products of one file, newest first. */
async function productPaths(app: App, file: number, { perFile, perCall }: Sizes, addCacheTags: AddCacheTags) {
  const paths: string[] = [];
  const firstCall = ((file - 1) * perFile) / perCall + 1;
  for (let page = firstCall; page < firstCall + perFile / perCall; page++) {
    const { data, meta } = await app.call(
      "GET /product",
      { query: { page, per_page: perCall, sort: "newest" } },
      addCacheTags,
    );
    paths.push(...data.map(({ slug }) => `/details/${encodeURIComponent(slug)}`));
    if (page >= meta.pages) break;
  }
  return paths;
}

/** The paths that are no products: of fixed pages, the merchant's own, and categories. */
async function otherPaths(app: App, addCacheTags: AddCacheTags) {
  const { data: pages } = await app.call("GET /shop/pages", {}, addCacheTags);
  const own = pages.map(({ slug }) => `/pages/${encodeURIComponent(slug)}`);
  return [...staticPaths, ...own, ...(await categoryPaths(app, addCacheTags))];
}

async function categoryPaths(app: App, addCacheTags: AddCacheTags) {
  const { data } = await app.call("GET /categories", { query: {} }, addCacheTags);
  const below = (category: Category): string[] => [
    `/products?${new URLSearchParams({ category: category.path })}`,
    ...category.subfolder.flatMap(below),
  ];
  return data.flatMap(below);
}

const xml = (root: string, lines: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>\n`,
  ].join("\n");

/** Lists URLs; those that exceed the limit of a file, the last categories, are left out. */
function addresses({ log }: App, paths: string[], { maxUrls }: Sizes): ToXml {
  if (paths.length > maxUrls)
    log.warn({ urls: paths.length, maxUrls }, "the sitemap leaves out categories: a file has too many URLs");
  const urls = paths.slice(0, maxUrls);
  return (origin) =>
    xml(
      "urlset",
      urls.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`),
    );
}

/** File 0 has all pages that are not products. */
const index = (files: number) => (origin: string) =>
  xml(
    "sitemapindex",
    Array.from({ length: files + 1 }, (_, file) => `<sitemap><loc>${origin}/sitemap/${file}.xml</loc></sitemap>`),
  );

/** Escapes text for elements and attributes of HTML or XML. */
export const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;").replaceAll('"', "&quot;");
