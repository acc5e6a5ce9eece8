import type { QueryClient } from "@tanstack/react-query";
import { createContext, RouterContextProvider } from "react-router";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";

/** What the server provides for rendering a page. */
export interface ShopAccess {
  /** Makes a call in process, as a guest. The cache tags of its reply become those of the document. */
  call<R extends ApiRoute>(route: R, args: Args<R>): Promise<ReplyOf<R>>;
  /** `https://shop.example`, for canonical URLs. */
  origin: string;
  /** URLs of the message files, by language. */
  words: Record<string, string>;
  /** Called with errors of rendering. */
  failed(error: unknown): void;
}

export const shopContext = createContext<ShopAccess>();
/** The query client of one request. */
export const clientContext = createContext<QueryClient>();

/** The load context of one request. */
export function makeContext(shop: ShopAccess, client: QueryClient): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  context.set(clientContext, client);
  return context;
}
