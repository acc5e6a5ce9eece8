import type { QueryClient } from "@tanstack/react-query";
import { createContext, RouterContextProvider } from "react-router";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";

/** What a page may ask of the shop while it is rendered on the server. */
export interface ShopAccess {
  /** Makes a call in process, as nobody in particular. What it shows decides how long the page is kept. */
  call<R extends ApiRoute>(route: R, args: Args<R>): Promise<ReplyOf<R>>;
  /** `https://shop.example`, for canonical addresses. */
  origin: string;
  /** Addresses of the files with a screen's words in languages that browsers have to fetch first, by language. */
  words: Record<string, string>;
  /** Hears of what went wrong while rendering. */
  failed(error: unknown): void;
}

export const shopContext = createContext<ShopAccess>();
/** The cache all loaders of one request fill, and its page is rendered from. */
export const clientContext = createContext<QueryClient>();

/** The load context of one request. */
export function makeContext(shop: ShopAccess, client: QueryClient): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  context.set(clientContext, client);
  return context;
}
