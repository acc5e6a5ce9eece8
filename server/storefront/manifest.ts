import type { Shop } from "#contract/shop/shop.ts";
import type { App } from "#server/platform/app.ts";
import { direction, say, shopLanguage } from "#words/say.ts";
import { escapeXml } from "./sitemap.ts";

/** The web app manifest and the offline page, with the shop's name and in its language. */
export function registerManifest(app: App) {
  const hide = { schema: { hide: true } };
  app.http.get("/site.webmanifest", hide, async (_request, reply) =>
    reply
      .type("application/manifest+json; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(JSON.stringify(manifest((await app.call("GET /shop", {})).data))),
  );
  app.http.get("/offline.html", hide, async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .header("content-security-policy", "default-src 'self'; base-uri 'none'; frame-ancestors 'none'")
      .send(offlinePage(await nameOf(app))),
  );
}

const nameOf = async (app: App) => (await app.call("GET /shop", {})).data.name;

const manifest = ({ name, accent_color }: Pick<Shop, "name" | "accent_color">) => ({
  name,
  short_name: name,
  lang: shopLanguage(),
  dir: direction(),
  start_url: "/",
  display: "browser",
  background_color: "#fbfaf8",
  theme_color: accent_color,
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" })),
});

const offlinePage = (name: string) => `<!doctype html>
<html lang="${shopLanguage()}" dir="${direction()}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeXml(`${say("You're offline")} · ${name}`)}</title>
    <link rel="stylesheet" href="/offline.css" />
  </head>
  <body>
    <main>
      <h1>${escapeXml(say("You're offline"))}</h1>
      <p>${escapeXml(say("This page isn't available offline. You can open pages you've visited before."))}</p>
      <nav><a href="">${escapeXml(say("Try again"))}</a><a href="/">${escapeXml(say("Home"))}</a></nav>
    </main>
  </body>
</html>
`;
