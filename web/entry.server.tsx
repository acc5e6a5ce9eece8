import { hash, randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { deferScripts } from "#web/hydration/deferred-scripts.ts";
import { setShopTimeZone } from "#web/ui/text/date-format.ts";
import { languageOf, shopLanguage } from "#words/say.ts";
import { query } from "./api/call.ts";
import { Nonce, Origin } from "./api/origin.ts";
import { clientContext, shopContext } from "./api/shop-access.ts";
import { inlineScriptsHeader, signInlineScripts } from "./inline-scripts.ts";

// The server uses these from this bundle: a second copy of React Router would have other contexts.
export { createRequestHandler } from "react-router";
// This bundle has its own copy of the module: the server gives it the language of each request.
export { provideLanguage } from "#words/say.ts";
export { queryClient } from "./api/call.ts";
export { makeContext } from "./api/shop-access.ts";

const renderLimitMs = 10_000;

/** Renders the whole document before it is sent: it is cached and compressed as one piece. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const client = context.get(clientContext);
  const { origin, words, failed } = context.get(shopContext);
  const shop = client.getQueryData(query("GET /shop", {}).queryKey)?.data;
  if (shop) setShopTimeZone(shop.timezone);
  let finalStatus = status;
  const nonce = randomBytes(16).toString("base64url");
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const { pipe, abort } = renderToPipeableStream(
    <QueryClientProvider client={client}>
      <Origin value={origin}>
        <Nonce value={nonce}>
          <ServerRouter context={withMessages(page, words)} url={request.url} nonce={nonce} />
        </Nonce>
      </Origin>
    </QueryClientProvider>,
    {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: resolve,
      onShellError: reject,
      onError: (error) => {
        finalStatus = 500;
        failed(error);
      },
    },
  );
  const timeout = setTimeout(abort, renderLimitMs);
  await ready.finally(() => clearTimeout(timeout));
  const { html, sources } = signInlineScripts(await buffer(pipe(new PassThrough())), nonce, sha256);
  headers.set(inlineScriptsHeader, sources);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(import.meta.env.DEV ? html : deferScripts(html), { status: finalStatus, headers });
}

const sha256 = (text: string) => hash("sha256", text, "base64");

/** Adds the messages of the language to the preloaded scripts. */
function withMessages(page: EntryContext, files: Record<string, string>): EntryContext {
  const file = files[languageOf(shopLanguage())];
  if (!file) return page;
  const { manifest } = page;
  return {
    ...page,
    manifest: { ...manifest, entry: { ...manifest.entry, imports: [...manifest.entry.imports, file] } },
  };
}

/** Logs errors, except problems with a status and aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(shopContext).failed(error);
};
