import type { QueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./query.ts";

let client: QueryClient | undefined;

/** The query client of this browser tab. */
export function browserClient(): QueryClient {
  if (typeof window === "undefined") throw new Error("On the server each request has its own query client.");
  return (client ??= queryClient((route, args, options) => call(route, ...([args, options] as never))));
}
