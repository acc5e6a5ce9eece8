import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import ar from "#words/ar.json" with { type: "json" };
import de from "#words/de.json" with { type: "json" };
import { languageOf, shopLocale, setLanguage, type Messages } from "#words/say.ts";
import { Origin } from "./api/origin.ts";
import { query } from "./api/query.ts";
import { clientContext, shopContext } from "./api/shop-access.ts";
import { deferModules } from "#web/hydration/defer-scripts.ts";

// The server takes what it needs of React Router from here: two copies of it would not know each other's contexts.
export { createRequestHandler } from "react-router";
export { queryClient } from "./api/query.ts";
export { makeContext } from "./api/shop-access.ts";

const catalogues: Record<string, Messages> = { ar, de };
const renderLimitMs = 10_000;
const patienceMs = 500;

let drawing: Promise<unknown> = Promise.resolve();

/**
 * Renders the whole page before it is sent: it is kept and compressed as one piece, and nothing on it is slow. One after the
 * other: what several pages had half done at once, the garbage collector would copy again and again.
 */
export default function renderPage(...page: Parameters<typeof render>): Promise<Response> {
  const drawn = drawing.then(() => render(...page));
  // One that hangs holds up nobody for longer than that.
  drawing = Promise.race([drawn.catch(() => undefined), wait(patienceMs, undefined, { ref: false })]);
  return drawn;
}

function render(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const shop = context.get(clientContext).getQueryData(query("GET /shop", {}).queryKey)?.data;
  if (shop) setLanguage(shop.locale, catalogues[languageOf(shop.locale)]);
  const chunks: Buffer[] = [];
  let finalStatus = status;
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
    final: (done) => {
      clearTimeout(late);
      headers.set("content-type", "text/html; charset=utf-8");
      const document = Buffer.concat(chunks);
      if (!import.meta.env.DEV) deferModules(document);
      resolve(new Rendered(document, { status: finalStatus, headers }));
      done();
    },
  });
  const { pipe, abort } = renderToPipeableStream(
    <QueryClientProvider client={context.get(clientContext)}>
      <Origin value={context.get(shopContext).origin}>
        <ServerRouter context={drawnWith(page, context.get(shopContext).words)} url={request.url} />
      </Origin>
    </QueryClientProvider>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => {
        finalStatus = 500;
        context.get(shopContext).failed(error);
      },
    },
  );
  const late = setTimeout(abort, renderLimitMs);
  return promise;
}

/**
 * The router puts together all routes it is given, and searches them, for each document anew: it gets those of this page.
 * The words of the shop's language are named beside its scripts, which would otherwise ask for them only once they run.
 */
function drawnWith(page: EntryContext, words: Record<string, string>): EntryContext {
  const { manifest, staticHandlerContext } = page;
  const said = words[languageOf(shopLocale())];
  const entry = said ? { ...manifest.entry, imports: [...manifest.entry.imports, said] } : manifest.entry;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id)));
  return { ...page, manifest: { ...manifest, entry, routes } };
}

/** A response whose bytes are at hand, and nowhere else: the router asks for the body of any response, and a stream of it would copy them. */
class Rendered extends Response {
  readonly #document: Buffer<ArrayBuffer>;

  constructor(document: Buffer<ArrayBuffer>, init: ResponseInit) {
    super(null, init);
    this.#document = document;
  }
  override async bytes() {
    return this.#document;
  }
}

/** Refusals and pages left early are no surprise; the rest is told once. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(shopContext).failed(error);
};
