import { readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

const pages = import.meta.glob(["/web/**/*.admin.page.tsx", "/web/dashboard/**/*.page.tsx"], { import: "default" });
/** It edits what the list of products has found, so it has no first step. */
const notLists = ["/web/catalogue/grid/grid.admin.page.tsx"];
const lists = Object.keys(pages).filter(
  (file) => !notLists.includes(file) && /<(ListResult|EmptyState)\b/.test(readFileSync(`.${file}`, "utf8")),
);

const none = { data: [], meta: { page: 1, per_page: 20, total: 0, pages: 0 } };
const client = new QueryClient({
  defaultOptions: { queries: { initialData: none, queryFn: () => new Promise(() => undefined) } },
});
client.setQueryDefaults(["GET /shop"], { initialData: { data: { currency: "EUR" } } });
client.setQueryDefaults(["GET /staff"], {
  initialData: { data: [{ id: 1, role: "admin", permissions: {}, last_seen_at: null }] },
});
client.setQueryDefaults(["GET /dashboard/lists/:list"], { initialData: { data: { views: [] } } });

test("A7 the lists of the dashboard are found", () => {
  expect(lists.length).toBeGreaterThan(19);
});

test.each(lists)("A7 the empty list of %s says what to do first", async (list) => {
  const Page = (await pages[list]?.()) as FunctionComponent;
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(drawn).toMatch(/<h2[^>]*>(No alerts|No [a-z ]+ yet|Everything [a-z ]+)<\/h2><div[^>]*>[^<]{20,}/);
});
