import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { languageKey, varyByLanguage } from "#server/platform/language.ts";
import { say } from "#words/say.ts";
import { createDocument, type StoredDocument, sendDocument } from "./document.ts";
import { registerManifest } from "./manifest.ts";
import { canonicalTarget, firstOrigins, isRareSearch, pageAddress } from "./page-address.ts";
import { createRenderer, loadBuild, type Render } from "./renderer.ts";
import { allowedHosts } from "./security-headers.ts";
import { registerSitemap } from "./sitemap.ts";
import { notFound, registerStaticFiles } from "./static-files.ts";

/** Serves the built web app: documents, assets, public files, the sitemap. Call it before listening. */
export async function mountStorefront(app: App): Promise<void> {
  const getDocument = createDocumentCache(app, createRenderer(await loadBuild(), app, "production"));
  await registerStaticFiles(app.http);
  registerSitemap(app);
  registerManifest(app);
  app.http.get("/*", { schema: { hide: true } }, (request, reply) => sendPage(getDocument, app, request, reply));
  app.http.setNotFoundHandler(notFound);
}

/** Paths that are never a page. */
const noPage = /^\/(v1|assets|images|socket\.io)(\/|$|\?)/;

async function sendPage(
  getDocument: GetDocument,
  { config, call, limit }: App,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const target = request.raw.url ?? "/";
  if (noPage.test(target)) return notFound(request, reply);
  const origin = requestOrigin(config, request);
  if (!origin) return reply.status(400).type("text/plain").send("Invalid host name.\n");
  const canonical = canonicalTarget(target);
  const page = canonical ?? target;
  const get = (one: string) => getDocument(one, origin, () => limit("page", request)).catch(asProblem);
  const document = await get(page);
  if (document instanceof Problem) return refuse(document, reply);
  const moved = await followMoves(get, document);
  if (canonical && !moved) return reply.redirect(canonical, 301);
  if (isMissing(document.status) && page.length <= maxTarget) {
    // Asked for each time, also where the document is cached, so that a redirect applies at once.
    const refused = await limit("page", request).catch(asProblem);
    if (refused) return refuse(refused, reply);
    const { to } = (await call("GET /redirects/resolve", { query: { target: page } }, () => undefined)).data;
    if (to !== null) return reply.header("cache-control", "no-cache").redirect(to, 301);
  }
  if (moved && (canonical || moved !== document.headers.location))
    return reply.header("cache-control", movedCacheControl).redirect(moved, 301);
  reply.hijack();
  await sendDocument(document, request.raw, reply.raw);
  return undefined;
}

/** As for a document that redirects: another product may take the address. */
const movedCacheControl = "public, max-age=0, s-maxage=60";
const maxMoves = 3;

/**
 * Where the redirects of a page end; undefined if it isn't one. An old address of a product takes one redirect instead of
 * one for its form, one for its path and one for its slug.
 */
async function followMoves(
  get: (target: string) => Promise<StoredDocument | Problem>,
  document: StoredDocument,
): Promise<string | undefined> {
  let next: StoredDocument | Problem = document;
  let target: string | undefined;
  for (let moves = 0; moves < maxMoves && !(next instanceof Problem); moves++) {
    const { location } = next.headers;
    if (next.status !== 301 || typeof location !== "string" || !location.startsWith("/")) break;
    target = location;
    next = await get(location);
  }
  return target;
}

/** No address of another shop is longer, and none of this one's redirects. */
const maxTarget = 4000;

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** Says to a browser, which shows it, that there are too many requests. */
const refuse = ({ status, message, retryAfter = 60 }: Problem, reply: FastifyReply) =>
  reply
    .status(status)
    .headers({ "retry-after": String(retryAfter), "cache-control": "no-store", "x-robots-tag": "noindex" })
    .type("text/plain; charset=utf-8")
    .send(`${say(message)}\n`);

/** Whether there is no page: pages that moved may be redirected elsewhere as well. */
const isMissing = (status: number) => status === 404 || status === 301;

// The brotli bytes, about as many for gzip, and headers, key and tags.
const bytesOf = ({ brotli }: StoredDocument) => brotli.body.length * 2 + 4000;
const dayMs = 86_400_000;

/** Documents rendered at a time: a second's work or two. More would only wait, and fill the memory. */
const maxRendering = 150;
/** A page that does not exist may exist soon. */
const missingMaxAgeMs = 60_000;

/**
 * The document at a request target (`/products?name=cap`), from the response cache or rendered. `limit` is called before
 * it is rendered, and throws if that is refused. Throws `busy` while very many are rendered.
 */
type GetDocument = (target: string, origin: string, limit?: () => Promise<void>) => Promise<StoredDocument>;

/** Documents are the same for everybody and cached as a whole; browsers add what is personal. */
export function createDocumentCache(
  { responseCache, now, call }: Pick<App, "responseCache" | "now" | "call">,
  render: Render,
): GetDocument {
  let rendering = 0;
  const isFirst = firstOrigins();
  return async (target, origin, limit) => {
    const { path, search, isCacheable } = pageAddress(target);
    // The year in the footer and the badges of new products depend on the date.
    const day = Math.floor(now().getTime() / dayMs);
    const key = `${languageKey()}${day} ${origin}${path}${search}`;
    const isKnown = responseCache.has(key);
    if (!isKnown) await limit?.();
    if (!isKnown && rendering >= maxRendering) throw new Problem("busy", { retryAfter: 2 });
    const makeDocument = async (addCacheTags: AddCacheTags) => {
      const { response, isComplete } = await render(origin + path + search, origin, addCacheTags);
      const shop = await call("GET /shop", {}, addCacheTags).catch(() => undefined);
      const { accepts_cards = false, other_languages = [] } = shop?.data ?? {};
      const document = await createDocument(response, origin, {
        hosts: allowedHosts(path, accepts_cards),
        vary: other_languages.length > 0 ? `accept-encoding, ${varyByLanguage}` : "accept-encoding",
      });
      const isMissingPage = document.status === 404;
      // What a merchant publishes is there at once.
      if (isMissingPage) addCacheTags("catalogue", "categories", "settings");
      const isPage = document.status === 200 || document.status === 403;
      return {
        value: document,
        bytes: bytesOf(document),
        isCacheable: isCacheable && ((isComplete && isPage) || isMissingPage),
        isRare: isMissingPage || isRareSearch(search) || !isFirst(origin),
        maxAgeMs: isMissingPage ? missingMaxAgeMs : undefined,
      };
    };
    const count = async (addCacheTags: AddCacheTags) => {
      rendering++;
      return makeDocument(addCacheTags).finally(() => rendering--);
    };
    const { value } = await responseCache.get(key, count, "document");
    return value;
  };
}
