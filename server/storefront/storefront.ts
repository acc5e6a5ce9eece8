import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import { builtPages, renderer } from "./renderer.ts";
import { sendDocument } from "./document.ts";
import { originOf } from "./origin.ts";
import { type PageCache, pageCache } from "./document-cache.ts";
import { straightTarget } from "./page-address.ts";
import { notFound, publicFiles } from "./static-files.ts";
import { shopFiles } from "./manifest.ts";
import { sitemap } from "./sitemap.ts";

/** Puts the built web app on the app's server: documents, assets, public files, the sitemap. Call it before listening. */
export async function mountStorefront(app: App): Promise<PageCache> {
  const pages = pageCache(app, renderer(await builtPages(), app, "production"));
  await publicFiles(app.http);
  sitemap(app);
  shopFiles(app);
  app.http.get("/*", { schema: { hide: true } }, (request, reply) => answerPage(pages, app, request, reply));
  app.http.setNotFoundHandler(notFound);
  return pages;
}

/** Addresses that are never a page: what is missing there is plainly missing. */
const noPage = /^\/(v1|assets|images|socket\.io)(\/|$|\?)/;

async function answerPage(pages: PageCache, { config }: App, request: FastifyRequest, reply: FastifyReply) {
  const target = request.raw.url ?? "/";
  if (noPage.test(target)) return notFound(request, reply);
  const origin = originOf(config, request);
  if (!origin) return reply.status(400).type("text/plain").send("This host name is none.\n");
  const straight = straightTarget(target);
  if (straight) return reply.redirect(straight, 301);
  const kept = await pages.page(target, origin);
  reply.hijack();
  sendDocument(kept, request.raw, reply.raw);
  return undefined;
}
