import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import type { CallProblem } from "./call-problem.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallProblem;
  }
}

/** A call as a query with the key `[route, args]`; the query client makes the call. */
export const query = <R extends ApiRoute>(route: R, args: Args<R>) =>
  queryOptions<ReplyOf<R>, CallProblem, ReplyOf<R>, readonly [R, Args<R>]>({ queryKey: [route, args] as const });

/** The same, fetched again by each screen that shows it; what is cached is shown until then. */
export const freshQuery = <R extends ApiRoute>(route: R, args: Args<R>) => ({ ...query(route, args), staleTime: 0 });

/** The same for a page of a list: the previous page is shown until it is loaded. */
export const pageQuery = <R extends ApiRoute>(route: R, args: Args<R>) => ({
  ...freshQuery(route, args),
  placeholderData: keepPreviousData,
});

/** Marks the answers of `routes` as stale; those on screen are fetched again. */
export const invalidateRoutes = (client: QueryClient, ...routes: ApiRoute[]) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(queryKey[0] as ApiRoute) });

export type ShopQuery = { queryKey: readonly [ApiRoute, object] };
export type CallFunction = <R extends ApiRoute>(
  route: R,
  args: Args<R>,
  options?: { signal?: AbortSignal },
) => Promise<ReplyOf<R>>;

/** A query client that fetches with `call`. */
export function queryClient(call: CallFunction) {
  const onServer = typeof window === "undefined";
  return new ShopQueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => {
          const [route, args] = queryKey as unknown as [ApiRoute, Args<ApiRoute>];
          return call(route, args, { signal });
        },
        retry: onServer ? false : isRetryable,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
        staleTime: 5 * 60_000,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

class ShopQueryClient extends QueryClient {
  /** Invalidates also the answers that are on their way, which may be from before the change. */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    // The library fetches again at once only what is on screen and has had an answer.
    const pending = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter((one) => options?.cancelRefetch !== false && !(one.state.data && one.isActive()));
    const invalidate = (one: (typeof pending)[number]) =>
      super.invalidateQueries({ predicate: (other) => other === one }, { cancelRefetch: false });
    const invalidateLater = (one: (typeof pending)[number]) =>
      one.promise?.then(
        () => invalidate(one),
        () => undefined,
      );
    await Promise.all([super.invalidateQueries(filters, options), ...pending.map(invalidateLater)]);
  }
}

const mostRetries = 3;
const retryable = new Set([408, 425, 429]);

/** Retries network errors, 5xx and temporary 4xx. */
export function isRetryable(failures: number, problem: Error) {
  const { status = 0 } = problem as Partial<CallProblem>;
  return failures < mostRetries && !(status >= 400 && status < 500 && !retryable.has(status));
}
