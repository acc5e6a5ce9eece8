import type { App } from "#server/platform/app.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { registerManifest } from "./manifest.ts";
import { createRenderer, type ServerBuild } from "./renderer.ts";
import { registerSitemap } from "./sitemap.ts";
import { notFound } from "./static-files.ts";

/** Serves the web app from its sources with hot reload, without caching and content security policy. */
export async function mountDevelopment(app: App): Promise<() => Promise<void>> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.http.server } },
    appType: "custom",
  });
  registerSitemap(app);
  registerManifest(app);
  app.http.get("/*", { schema: { hide: true } }, async (request, reply) => {
    const target = request.raw.url ?? "/";
    if (/^\/v1(\/|$|\?)/.test(target)) return notFound(request, reply);
    const isUnhandled = await new Promise<boolean>((done, fail) => {
      reply.raw.once("finish", () => done(false));
      vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? fail(error) : done(true)));
    });
    if (!isUnhandled) return reply.hijack();
    const origin = requestOrigin(app.config, request) ?? `http://localhost:${app.config.port}`;
    // Loaded by Vite for each request: it tracks changes and resolves React Router as the pages do.
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
    const { response } = await createRenderer(build, app, "development")(origin + target, origin, () => undefined);
    const isMissing = response.status === 404 || response.status === 301;
    const redirect =
      isMissing && (await app.call("GET /redirects/resolve", { query: { target } }, () => undefined)).data;
    if (redirect && redirect.to !== null) return reply.redirect(redirect.to, 301);
    const location = response.headers.get("location");
    if (location) reply.header("location", location);
    return reply
      .status(response.status)
      .type(response.headers.get("content-type") ?? "text/plain")
      .send(Buffer.from(await response.bytes()));
  });
  app.http.setNotFoundHandler(notFound);
  return () => vite.close();
}
