import { globSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { reservedPaths } from "#contract/shop/redirects.ts";
import { audienceOf } from "#web/dashboard/page-access.ts";
import routes from "./routes.ts";

test("C11 every page with a loader has a clientLoader", () => {
  const withoutClientLoader = globSync("web/**/*.{page,layout}.tsx").filter((file) => {
    const code = readFileSync(file, "utf8");
    return /export const loader\b/.test(code) && !/export const clientLoader\b/.test(code);
  });
  expect(withoutClientLoader).toEqual([]);
});

test("Redirects: no path of a page can be redirected; those of products and own pages are not reserved", () => {
  const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path, children = [] }) => (path ? [path] : pathsOf(children)));
  const first = new Set(pathsOf(routes).map((path) => path.split("/")[0] as string));
  const open = [...first].filter((name) => !reservedPaths.includes(name));
  expect(open.toSorted()).toEqual(["*", "collections", "details", "pages", "product", "products"]);
});

test("P3 every page of the dashboard says who may open it", async () => {
  const pathsOf = ({ path = "", children = [] }: RouteConfigEntry): string[] => [
    ...(children.length === 0 ? [path] : []),
    ...children.flatMap((child) => pathsOf(child).map((below) => `${path}/${below}`)),
  ];
  const dashboard = (await routes).find(({ path }) => path === "dashboard");
  const pages = (dashboard ? pathsOf(dashboard) : []).filter((path) => !path.endsWith("*"));
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((path) => audienceOf(`/${path}`) === undefined)).toEqual([]);
});
