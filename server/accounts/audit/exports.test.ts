import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, id } = await shop.person("admin");
const exported = (Object.entries(api) as [ApiRoute, Endpoint][]).filter(([, { isExport }]) => isExport);
const listed = async () => (await shop.ask("GET /audit?entity=export&per_page=100", { token })).body.data;

test("A7 every export of the dashboard is in the audit log, with who asked for it", async () => {
  expect(exported.length).toBeGreaterThan(20);
  const files = Object.entries(api).filter(
    ([route, { caller }]) => route.startsWith("GET ") && route.endsWith("/export") && caller === "admin",
  );
  expect(files.map(([route]) => route).toSorted()).toEqual(exported.map(([route]) => route).toSorted());
  const statuses: [string, number][] = [];
  for (const [route] of exported) statuses.push([route, (await shop.ask(route, { token })).status]);
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  const entries: { action: string; actor: { id: number }; undo: string }[] = await listed();
  for (const [route] of exported) {
    const entry = entries.find(({ action }) => action === route);
    expect([route, entry]).toMatchObject([route, { actor: { id }, undo: "not_possible" }]);
  }
});

test("A7 the export of a list is recorded with its filters, and one that is refused is not", async () => {
  await shop.ask("GET /customers/export?name=Anna&role=customer", { token });
  const [entry] = await listed();
  // Words that somebody typed may be a name, so they are not recorded.
  expect(entry).toMatchObject({ name: "customer", before: null, after: { name: "…", role: "customer" } });
  const { token: customer } = await shop.person();
  expect((await shop.ask("GET /customers/export", { token: customer })).status).toBe(403);
  expect((await shop.ask("GET /orders/export?from=never", { token })).status).toBe(400);
  expect((await listed())[0].id).toBe(entry.id);
});
