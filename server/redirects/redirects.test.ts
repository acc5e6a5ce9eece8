import { afterAll, expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import type { App } from "#server/platform/app.ts";
import { mountStorefront } from "#server/storefront/storefront.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

// Two shops on one database, like two processes.
const shop = await openTestShop();
const there = await openApp(shop.app.config, shop.app.database.connection);
afterAll(() => there.close());

async function front(app: App) {
  await mountStorefront(app);
  const base = await app.http.listen({ host: "127.0.0.1", port: 0 });
  return async (path: string) => {
    const { status, headers } = await fetch(base + path, { redirect: "manual" });
    return [status, headers.get("location")];
  };
}
const [one, other] = [await front(shop.app), await front(there.app)];
const { token } = await shop.person("admin");
const chair = await selling(shop).product({ price: 1000 });

const create = (from: string, to: string) => shop.ask("POST /redirects", { token, body: { from, to } });
const list = async (query = "") => (await shop.ask(`GET /redirects${query}`, { token })).body.data;
const codeOf = async (answer: ReturnType<typeof create>) => [(await answer).status, (await answer).body.code];

test("Redirects: a redirect is followed by the next request of every process, with its query, until it is deleted", async () => {
  expect(await one("/Sale-2024/")).toEqual([301, "/Sale-2024"]);
  expect(await other("/Sale-2024")).toEqual([404, null]);
  const { status, body } = await create("/Sale-2024/", "/products?on_sale=true");
  expect([status, body.data]).toMatchObject([201, { from: "/sale-2024", source: "manual", version: 1 }]);
  for (const get of [one, other]) expect(await get("/SALE-2024?utm_source=x")).toEqual([301, "/products?on_sale=true"]);
  const { id, version } = body.data;
  const change = { from: "/sale-2024", to: "/delivery", version };
  const changed = await shop.ask(`PUT /redirects/${id}`, { token, body: change });
  expect(changed.body.data).toMatchObject({ to: "/delivery", version: 2 });
  for (const get of [one, other]) expect(await get("/sale-2024?utm_source=x")).toEqual([301, "/delivery?utm_source=x"]);
  const stale = await shop.ask(`PUT /redirects/${id}`, { token, body: change });
  expect([stale.body.code, stale.body.current.to]).toEqual(["stale", "/delivery"]);
  expect((await shop.ask(`DELETE /redirects/${id}`, { token })).status).toBe(204);
  expect(await other("/sale-2024")).toEqual([404, null]);
  await create("/about", "/pages/عن%20us");
  expect(await one("/about?a=b")).toEqual([301, "/pages/%D8%B9%D9%86%20us?a=b"]);
});

test("A7 redirects are exported as filtered, and an import finds nothing to change in the file", async () => {
  for (const number of [1, 2]) await create(`/export-${number}`, "/delivery");
  const file = await shop.ask("GET /redirects/export?name=export-", { token });
  const lines = String(file.body).replace("\uFEFF", "").trim().split("\n");
  expect(lines[0]).toBe("from,to,source,created_at");
  expect(lines.slice(1).map((line) => line.split(",").slice(0, 3))).toEqual([
    ["/export-2", "/delivery", "manual"],
    ["/export-1", "/delivery", "manual"],
  ]);
  const again = await shop.ask("POST /redirects/import", { token, body: { csv: String(file.body) } });
  expect(again.body.data).toEqual({ created: 0, updated: 0, unchanged: 2, problems: [] });
  expect((await shop.ask("GET /redirects/export", {})).status).toBe(401);
});

test("Redirects: other hosts, taken paths, pages and loops are refused", async () => {
  for (const to of ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "products"])
    expect(await codeOf(create("/a", to))).toEqual([400, "bad_input"]);
  expect(await codeOf(create("/a?b=1", "/"))).toEqual([400, "bad_input"]);
  for (const from of ["/", "/products", "/cart", "/account/orders", "/v1/product", `/details/${chair.slug}`])
    expect([from, ...(await codeOf(create(from, "/delivery")))]).toEqual([from, 409, "redirect_hides_page"]);
  expect(await codeOf(create(`/collections/all/products/${chair.slug}`, "/"))).toEqual([409, "redirect_hides_page"]);
  expect((await create("/a", "/b")).status).toBe(201);
  expect(await codeOf(create("/A/", "/c"))).toEqual([409, "redirect_taken"]);
  expect(await codeOf(create("/c", "/C"))).toEqual([409, "redirect_loop"]);
  expect((await create("/b", "/c")).status).toBe(201);
  expect(await codeOf(create("/c", "/a?x=1"))).toEqual([409, "redirect_loop"]);
});

test("Redirects: old product addresses of other shops are redirected once no product has them", async () => {
  expect(await one(`/products/${chair.slug}`)).toEqual([301, `/details/${chair.slug}`]);
  await create("/products/old-chair", `/details/${chair.slug}`);
  expect(await one("/products/old-chair")).toEqual([301, `/details/${chair.slug}`]);
});

test("Redirects: changed handles of products and categories are in the same list", async () => {
  const { body } = await shop.ask(`GET /product/${chair.productId}`, { token });
  const { name, product_type_id, version, variations } = body.data;
  const form = { name, product_type_id, version, slug: "renamed-chair", variations };
  expect((await shop.ask(`PUT /product/${chair.productId}`, { token, body: form })).status).toBe(200);
  expect(await list("?source=product")).toEqual([
    expect.objectContaining({ id: null, from: `/details/${chair.slug}`, to: "/details/renamed-chair" }),
  ]);
  const made = (await shop.ask("POST /categories", { token, body: { name: "Hats" } })).body.data;
  const renamed = { name: "Caps", slug: "caps", version: made.version };
  expect((await shop.ask(`PUT /categories/${made.id}`, { token, body: renamed })).status).toBe(200);
  expect(await list("?name=category=hats")).toEqual([
    expect.objectContaining({ source: "category", from: "/products?category=hats", to: "/products?category=caps" }),
  ]);
});

test("Redirects: a CSV file is imported; rows that can't be redirects are listed with their numbers", async () => {
  const send = (csv: string) => shop.ask("POST /redirects/import", { token, body: { csv } });
  const csv = [
    "Redirect from,Redirect to",
    "/pages/about,/contact",
    "https://old.example/blog/news,/",
    "/cart,/",
    "/x,https://elsewhere.example",
    "/loop,/loop",
    "",
    '"/pages/sizes, all",/products',
  ].join("\r\n");
  const { status, body } = await send(csv);
  expect([status, body.data.created, body.data.updated]).toEqual([200, 2, 0]);
  expect(body.data.problems.map(({ row }: { row: number }) => row)).toEqual([4, 5, 6, 8]);
  expect(await other("/blog/news")).toEqual([301, "/"]);
  const again = await send("from;to\n/pages/about;/contact\n/blog/news;/delivery\n");
  expect(again.body.data).toEqual({ created: 0, updated: 1, unchanged: 1, problems: [] });
  const undo = async (id: unknown) => (await shop.ask(`POST /audit/${id}/undo`, { token })).status;
  expect(await undo(again.headers.undo)).toBe(200);
  expect(await other("/blog/news")).toEqual([301, "/"]);
  const created = await send("from;to\n/blog/old;/\n/pages/about;/delivery\n");
  expect(await undo(created.headers.undo)).toBe(200);
  expect([(await other("/blog/old"))[0], await other("/pages/about")]).toEqual([404, [301, "/contact"]]);
  expect(await codeOf(send("a,b\n/c,/d"))).toEqual([415, "upload_unreadable"]);
});

test("A7 an import of redirects is one change: its undo leaves what was changed since, says so, and can be undone", async () => {
  const send = (rows: string[]) =>
    shop.ask("POST /redirects/import", { token, body: { csv: ["from,to", ...rows].join("\n") } });
  const undo = (id: unknown) => shop.ask(`POST /audit/${id}/undo`, { token });
  const targets = async () =>
    (await list("?name=/set-")).map(({ from, to }: Record<string, string>) => `${from} ${to}`);
  await create("/set-a", "/cart");
  const sent = await send(["/set-a,/delivery", "/set-b,/delivery", "/set-c,/delivery"]);
  await send(["/set-c,/contact"]);
  const undone = await undo(sent.headers.undo);
  expect([undone.body.data, (await targets()).toSorted()]).toEqual([
    { kept: ["/set-c"] },
    ["/set-a /cart", "/set-c /contact"],
  ]);
  expect((await undo(undone.headers.undo)).status).toBe(200);
  expect((await targets()).toSorted()).toEqual(["/set-a /delivery", "/set-b /delivery", "/set-c /contact"]);
  const [entry] = (await shop.ask("GET /audit?entity=redirect_import&per_page=1", { token })).body.data;
  expect(entry).toMatchObject({ before: { "/set-a": "/cart", "/set-b": null }, after: { "/set-b": "/delivery" } });
});

test("Redirects: only administrators see and change them", async () => {
  const { token: customer } = await shop.person("customer");
  for (const call of ["GET /redirects", "POST /redirects", "POST /redirects/import", "DELETE /redirects/1"])
    expect([call, (await shop.ask(call, { token: customer, body: {} })).status]).toEqual([call, 403]);
});

test("A7 an import of very many redirects is recorded by their number, and can't be undone", async () => {
  const { token } = await shop.person("admin");
  const rows = Array.from({ length: 1001 }, (_, index) => `/many-${index},/products`);
  const sent = await shop.ask("POST /redirects/import", { token, body: { csv: ["from,to", ...rows].join("\n") } });
  expect([sent.body.data.created, sent.headers.undo]).toEqual([1001, undefined]);
  const [entry] = (await shop.ask("GET /audit", { token })).body.data;
  expect(entry).toMatchObject({ before: {}, after: { changed_fields: 1001 }, undo: "not_possible" });
  expect((await shop.ask(`POST /audit/${entry.id}/undo`, { token })).body.code).toBe("undo_not_possible");
});
