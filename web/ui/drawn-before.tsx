import { QueryClientProvider } from "@tanstack/react-query";
import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { queryClient } from "#web/api/query.ts";
import { shopLocale } from "#words/say.ts";

/** How many of one kind are remembered: a few thousand tiles are some megabytes. */
const mostOfAKind = 3000;
const shelves = new WeakMap<object, LRUCache<string, string>>();
const noAnswers = queryClient(() => Promise.reject(new Error("What is drawn once asks for nothing.")));

/** The HTML of a part, drawn now or before: on the server only, and only for parts whose look depends on nothing but plain props. */
export function drawnBefore(part: ReactElement): string {
  const shelf = shelfOf(part.type as unknown as object);
  const key = `${shopLocale()} ${JSON.stringify(part.props)}`;
  const known = shelf.get(key);
  if (known !== undefined) return known;
  const html = inOnePiece(draw(part));
  shelf.set(key, html);
  return html;
}

function shelfOf(kind: object) {
  const shelf = shelves.get(kind) ?? new LRUCache<string, string>({ max: mostOfAKind });
  shelves.set(kind, shelf);
  return shelf;
}

/** What React put together of thousands of pieces would stay so, and be put together anew for each document. */
const inOnePiece = (text: string) => Buffer.from(text).toString();

/** In a tree of its own, with as much of a page around it as its links need. */
const draw = (part: ReactElement) =>
  renderToString(
    <QueryClientProvider client={noAnswers}>
      <StaticRouter location="/">{part}</StaticRouter>
    </QueryClientProvider>,
  );
