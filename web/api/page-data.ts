/*
 * The loaders of a page, declared once for server and browser:
 *
 *   const details = (slug: string) => query("GET /product/details/:slug", { params: { slug } });
 *   const page = pageData({
 *     critical: ({ params }) => [details(params.slug)],
 *     deferred: ({ params }, read) => [query("GET /product/related/:id", { params: { id: read(details(params.slug)).data.id } })],
 *   });
 *   export const loader = page.loader;
 *   export const clientLoader = page.clientLoader;
 *   export default function DetailsPage() {
 *     const { slug = "" } = useParams();
 *     const product = useSuspenseQuery(details(slug)).data.data; // cached: no second request
 *
 * On the server the calls are made in process and their replies are embedded in the document; in the browser they come
 * from the query cache or /v1. A failed `critical` is the page's error (404 shows 'PAGE NOT FOUND'); a failed `deferred` is left
 * out, so read those with `useQuery`. Public calls only: a page fetches personal data with `useQuery`.
 */
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import { browserClient, type ShopQuery } from "./call.ts";
import type { CallProblem } from "./call-problem.ts";
import { clientContext } from "./shop-access.ts";

export interface PageRequest {
  /** Path parameters; `params["*"]` is the rest of the path. */
  params: { [name: string]: string };
  /** On the server it has only the query parameters listed in server/storefront/page-address.ts. */
  url: URL;
}
/** Reads the cached reply of a query in `critical`. */
type Read = <R extends ApiRoute>(one: { queryKey: readonly [R, Args<R>] }) => ReplyOf<R>;

interface PageData {
  critical: (at: PageRequest) => ShopQuery[];
  deferred?: (at: PageRequest, read: Read) => ShopQuery[];
  /** The new path of something that has moved (301). */
  redirect?: (at: PageRequest, read: Read) => string | null | undefined;
  /** The status of the document when nothing failed; 200 by default. */
  status?: (at: PageRequest, read: Read) => number;
  /** A reply as it is embedded in the document, without fields the page doesn't use. */
  embed?: <R extends ApiRoute>(route: R, answer: ReplyOf<R>) => ReplyOf<R>;
}

/** The replies with their query keys, as JSON: it compresses better than the router's encoding. */
export interface LoaderData {
  replies: string;
}
type Embedded = { key: ShopQuery["queryKey"]; reply: unknown }[];

/** The `loader` and `clientLoader` of a page. */
export const pageData = (page: PageData) => ({
  loader: async ({ context, params, request }: LoaderFunctionArgs) => {
    const client = context.get(clientContext);
    const at: PageRequest = { params: params as PageRequest["params"], url: new URL(request.url) };
    const queries = await fetchQueries(page, client, at, 301);
    const { embed = (_route, reply) => reply } = page;
    const replies: Embedded = queries.flatMap(({ queryKey }) => {
      const reply = client.getQueryData<ReplyOf<ApiRoute>>(queryKey);
      return reply === undefined || wasEmbedded(client, queryKey)
        ? []
        : [{ key: queryKey, reply: embed(queryKey[0], reply) }];
    });
    const loaded: LoaderData = { replies: JSON.stringify(replies) };
    const status = page.status?.(at, readFrom(client)) ?? 200;
    return status === 200 ? loaded : data(loaded, { status });
  },
  clientLoader: async ({ params, request }: ClientLoaderFunctionArgs): Promise<null> => {
    await fetchQueries(
      page,
      browserClient(),
      { params: params as PageRequest["params"], url: new URL(request.url) },
      302,
    );
    return null;
  },
});

const embeddedKeys = new WeakMap<QueryClient, Set<string>>();

/** Whether another loader of this document has embedded the reply; remembers that it is embedded now. */
function wasEmbedded(client: QueryClient, queryKey: ShopQuery["queryKey"]) {
  const keys = embeddedKeys.get(client) ?? new Set();
  embeddedKeys.set(client, keys);
  const key = hashKey(queryKey);
  return keys.size === keys.add(key).size;
}

/** Caches the replies embedded in the document. */
export function cacheLoaderData(client: QueryClient, loaded: unknown[]) {
  // The server rendered from this cache.
  if (typeof window === "undefined") return;
  for (const { replies } of loaded.filter(isLoaderData))
    for (const { key, reply } of JSON.parse(replies) as Embedded)
      if (!client.getQueryData(key)) client.setQueryData(key, reply);
}

const isLoaderData = (loaded: unknown): loaded is LoaderData =>
  typeof loaded === "object" && loaded !== null && "replies" in loaded && typeof loaded.replies === "string";

const readFrom =
  (client: QueryClient): Read =>
  (one) =>
    client.getQueryData(one.queryKey) as never;

async function fetchQueries(
  { critical, deferred, redirect: redirectTo }: PageData,
  client: QueryClient,
  at: PageRequest,
  status: number,
) {
  const read = readFrom(client);
  const needed = critical(at);
  await Promise.all(needed.map((one) => client.query({ ...one, staleTime: "static" }))).catch(failPage);
  const path = redirectTo?.(at, read);
  if (path) throw redirect(path, status);
  const wanted = deferred?.(at, read) ?? [];
  await Promise.all(wanted.map((one) => client.query({ ...one, staleTime: "static" }).catch(() => undefined)));
  return [...needed, ...wanted];
}

/** A 4xx becomes the page's status; bad input can only come from the URL, so it is a 404. */
function failPage(error: unknown): never {
  const { status, code, message } = error as Partial<CallProblem>;
  if (!status || status >= 500) throw error;
  throw data({ code, message }, { status: code === "bad_input" ? 404 : status });
}
