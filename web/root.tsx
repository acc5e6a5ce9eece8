import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, use, useState } from "react";
import { Links, type LinksFunction, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import { loaderScript } from "#web/hydration/deferred-scripts.ts";
import { themeScript } from "#web/ui/layout/theme.ts";
import { shopTimeZone } from "#web/ui/text/date-format.ts";
import { direction, say, shopLanguage, shopLocale } from "#words/say.ts";
import { query } from "./api/call.ts";
import { Nonce } from "./api/origin.ts";
import { cacheLoaderData, pageData } from "./api/page-data.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import { Frame } from "./shell/frame.tsx";
import "./root.css";

const page = pageData({ critical: () => [query("GET /shop", {})] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export const links: LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: figtree, crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "manifest", href: "/site.webmanifest" },
];

// In documents only; the browser bundle doesn't need it.
const headScript = import.meta.env.SSR ? `${themeScript};${loaderScript}` : "";

export function Layout({ children }: { children: ReactNode }) {
  // Not fetched here: the loader provides it, and the settings screen invalidates it.
  const shop = useQuery({ ...query("GET /shop", {}), enabled: false }).data?.data;
  const nonce = use(Nonce);
  return (
    <html
      lang={shopLanguage()}
      dir={direction()}
      data-locale={shopLocale()}
      data-time-zone={shopTimeZone()}
      data-weight-unit={shop?.weight_unit}
      style={shop ? ({ "--accent": shop.accent_color } as CSSProperties) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141311" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Links />
      </head>
      <body className="bg-page text-ink">
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  const client = useQueryClient();
  const matches = useMatches();
  // Before the first render; after navigations the client loaders fill the cache.
  useState(() =>
    cacheLoaderData(
      client,
      matches.map(({ loaderData }) => loaderData),
    ),
  );
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Shown when the frame itself failed to render. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} words={say("Unexpected Application Error!")} />;
}
