import { readdirSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#web/routes.ts";
import { findCommands } from "./commands.ts";

const commands = (text: string) => {
  const { pages, actions } = findCommands(text);
  return [...pages, ...actions].map(({ label, to }) => ({ label, to: String(to) }));
};

test.each([
  ["coup", ["Coupons", "Create coupon"]],
  ["PRODUCT add", ["Add product", "Add product type"]],
  ["inventory", ["Stock"]],
  ["to ship", ["Orders to ship"]],
  ["zebra", []],
])("Command palette: %s finds %j", (text, found) => {
  expect(commands(text).map(({ label }) => label)).toEqual(found);
});

/** The paths of the pages below a route that need no id. */
const pathsOf = ({ path = "", index, children = [] }: RouteConfigEntry): string[] => {
  if (path.includes("*") || index || /\/:\w+(\/|$)/.test(path)) return [];
  const own = path.replace(/\/:\w+\?/, "");
  return children.length === 0 ? [own] : children.flatMap((child) => pathsOf(child).map((below) => `${own}/${below}`));
};

test("Command palette: it has every page of the dashboard and every form that adds something", async () => {
  const reached = new Set(commands(" ").map(({ to }) => to));
  const dashboard = (await routes).find(({ path }) => path === "dashboard");
  const pages = dashboard ? pathsOf(dashboard).map((path) => `/${path}`) : [];
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((path) => !reached.has(path))).toEqual([]);
  const forms = readdirSync("web", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => readFileSync(`web/${file}`, "utf8").match(/<CreateButton\b/g) ?? []);
  expect([...reached].filter((to) => to.includes("#")).length).toBe(forms.length);
});
