import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { sendDocument } from "./document.ts";
import { createDocumentCache, type GetDocument } from "./document-cache.ts";
import { registerManifest } from "./manifest.ts";
import { canonicalTarget } from "./page-address.ts";
import { createRenderer, loadBuild } from "./renderer.ts";
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

async function sendPage(getDocument: GetDocument, { config, call }: App, request: FastifyRequest, reply: FastifyReply) {
  const target = request.raw.url ?? "/";
  if (noPage.test(target)) return notFound(request, reply);
  const origin = requestOrigin(config, request);
  if (!origin) return reply.status(400).type("text/plain").send("Invalid host name.\n");
  const canonical = canonicalTarget(target);
  if (canonical) return reply.redirect(canonical, 301);
  const document = await getDocument(target, origin);
  if (isMissing(document.status)) {
    const { to } = (await call("GET /redirects/resolve", { query: { target } }, () => undefined)).data;
    if (to !== null) return reply.header("cache-control", "no-cache").redirect(to, 301);
  }
  reply.hijack();
  await sendDocument(document, request.raw, reply.raw);
  return undefined;
}

/** Whether there is no page: pages that moved may be redirected elsewhere as well. */
const isMissing = (status: number) => status === 404 || status === 301;
