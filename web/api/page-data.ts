/*
 * What a page needs before it is drawn, said once for server and browser:
 *
 *   const details = (slug: string) => query("GET /product/details/:slug", { params: { slug } });
 *   const page = pageData({
 *     needs: ({ params }) => [details(params.slug)],
 *     wants: ({ params }, read) => [query("GET /product/related/:id", { params: { id: read(details(params.slug)).data.id } })],
 *   });
 *   export const loader = page.loader;
 *   export const clientLoader = page.clientLoader;
 *   export default function DetailsPage() {
 *     const { slug = "" } = useParams();
 *     const product = useSuspenseQuery(details(slug)).data.data; // there already: nothing is asked for again
 *
 * On the server the answers come from calls in process and travel inside the document; in the browser they come from the query
 * cache or /v1. A `needs` that fails is the page's error (a 404 shows 'PAGE NOT FOUND'); a `wants` that fails is left out, so
 * read those with `useQuery`. Only calls anyone may make belong here: what is personal is asked for with `useQuery` on the page.
 */
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import { browserClient } from "./browser-client.ts";
import type { CallProblem } from "./call-problem.ts";
import type { ShopQuery } from "./query.ts";
import { clientContext } from "./shop-access.ts";

export interface PageRequest {
  /** The parts of the path; `params["*"]` is the rest. */
  params: { [name: string]: string };
  /** Only the query parameters listed for this path in server/storefront/page-key.ts are there on the server. */
  url: URL;
}
/** The answer of a query that `needs` named. */
type Read = <R extends ApiRoute>(one: { queryKey: readonly [R, Args<R>] }) => ReplyOf<R>;

interface PageData {
  needs: (at: PageRequest) => ShopQuery[];
  wants?: (at: PageRequest, read: Read) => ShopQuery[];
  /** Where to go instead, once the needs are known: for things that have moved (301). */
  moved?: (at: PageRequest, read: Read) => string | null | undefined;
  /** The status of the document, where nothing failed and yet there is no such page. */
  status?: (at: PageRequest, read: Read) => number;
  /** An answer as the document carries it to the browser: without what the page does not draw. */
  carried?: <R extends ApiRoute>(route: R, answer: ReplyOf<R>) => ReplyOf<R>;
}

/** The answers that a loader found, each with its key, as JSON: smaller compressed than values, which the router would encode. */
export interface LoaderData {
  found: string;
}
type Kept = { key: ShopQuery["queryKey"]; answer: unknown }[];

/** The `loader` and `clientLoader` of a page. */
export const pageData = (page: PageData) => ({
  loader: async ({ context, params, request }: LoaderFunctionArgs) => {
    const client = context.get(clientContext);
    const at: PageRequest = { params: params as PageRequest["params"], url: new URL(request.url) };
    const asked = await gather(page, client, at, 301);
    const { carried = (_route, answer) => answer } = page;
    const found = asked.flatMap(({ queryKey }) => {
      const answer = client.getQueryData<ReplyOf<ApiRoute>>(queryKey);
      return answer === undefined || isCarried(client, queryKey)
        ? []
        : [{ key: queryKey, answer: carried(queryKey[0], answer) }];
    });
    const loaded: LoaderData = { found: JSON.stringify(found) };
    const status = page.status?.(at, readFrom(client)) ?? 200;
    return status === 200 ? loaded : data(loaded, { status });
  },
  clientLoader: async ({ params, request }: ClientLoaderFunctionArgs): Promise<null> => {
    await gather(page, browserClient(), { params: params as PageRequest["params"], url: new URL(request.url) }, 302);
    return null;
  },
});

const carriedBy = new WeakMap<QueryClient, Set<string>>();

/** Whether another loader of the same document carries this answer already; else this one does. */
function isCarried(client: QueryClient, queryKey: ShopQuery["queryKey"]) {
  const keys = carriedBy.get(client) ?? new Set();
  carriedBy.set(client, keys);
  const key = hashKey(queryKey);
  return keys.size === keys.add(key).size;
}

/** Puts what the server found into the browser's cache. It is as fresh as the document, which is dropped when it changes. */
export function cacheLoaderData(client: QueryClient, loaded: unknown[]) {
  // The server's own cache holds it already.
  if (typeof window === "undefined") return;
  for (const { found } of loaded.filter(isFound))
    for (const { key, answer } of JSON.parse(found) as Kept)
      if (!client.getQueryData(key)) client.setQueryData(key, answer);
}

const isFound = (loaded: unknown): loaded is LoaderData =>
  typeof loaded === "object" && loaded !== null && "found" in loaded && typeof loaded.found === "string";

const readFrom =
  (client: QueryClient): Read =>
  (one) =>
    client.getQueryData(one.queryKey) as never;

async function gather({ needs, wants, moved }: PageData, client: QueryClient, at: PageRequest, movedStatus: number) {
  const read = readFrom(client);
  const needed = needs(at);
  await Promise.all(needed.map((one) => client.query({ ...one, staleTime: "static" }))).catch(failPage);
  const elsewhere = moved?.(at, read);
  if (elsewhere) throw redirect(elsewhere, movedStatus);
  const wanted = wants?.(at, read) ?? [];
  await Promise.all(wanted.map((one) => client.query({ ...one, staleTime: "static" }).catch(() => undefined)));
  return [...needed, ...wanted];
}

/**
 * A refusal becomes the page's status; what the server could not do stays a surprise. All a page asks for comes from its
 * address: one that can't even be asked for names nothing.
 */
function failPage(error: unknown): never {
  const { status, code, message } = error as Partial<CallProblem>;
  if (!status || status >= 500) throw error;
  throw data({ code, message }, { status: code === "bad_input" ? 404 : status });
}
