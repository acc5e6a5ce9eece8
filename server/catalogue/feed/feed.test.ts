import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";
import { feedTime } from "./feed.ts";

const shop = await openTestShop();
const { product, one, oak, chairs, type } = await sampleCatalogue(shop);

const feed = async () => {
  const answer = await shop.app.http.inject({ url: "/feeds/products.xml", headers: { host: "shop.example" } });
  return { status: answer.statusCode, type: answer.headers["content-type"], xml: answer.body };
};
const items = (xml: string) => xml.match(/<item>.*?<\/item>/gs) ?? [];

test("R3 the product feed has every variation on sale with price, reduction, stock and link", async () => {
  await sql`update variations set sku = 'OWN-' || id`.execute(shop.app.db);
  const { status, type, xml } = await feed();
  expect([status, type]).toEqual([200, "application/xml; charset=utf-8"]);
  const chair = items(xml).filter((item) => item.includes("Windsor chair"));
  expect(chair).toHaveLength(2);
  for (const part of [
    "<title>Windsor chair, Oak</title>",
    "<g:price>99.00 EUR</g:price>",
    "<g:sale_price>89.00 EUR</g:sale_price>",
    "<g:availability>in_stock</g:availability>",
    "<g:color>Oak</g:color>",
    "<g:product_type>Home &gt; Chairs</g:product_type>",
    "<g:item_group_id>p",
  ])
    expect(chair[0]).toContain(part);
  expect(chair[0]).toMatch(/<link>http:\/\/shop\.example\/details\/windsor-chair\?variation=\d+<\/link>/);
  expect(chair[1]).toContain("<g:availability>out_of_stock</g:availability>");
  expect(chair[1]).not.toContain("sale_price");
  // A SKU is not a global identifier.
  for (const item of chair) expect(item).not.toContain("g:mpn");
  const bench = items(xml).filter((item) => item.includes("Garden bench"));
  expect(bench).toHaveLength(1);
  expect(bench[0]).not.toContain("item_group_id");
});

test("R3 the feed is complete and well-formed with any names, and over several batches", async () => {
  const before = items((await feed()).xml).length;
  await product({ name: "A <b> & \u0007 ]]> 'c' 🪑", category_ids: [chairs.id], variations: [one(0, 1, oak)] });
  await sql`
    with pegs as (
      insert into products (slug, name, product_type_id, currency)
      select 'peg-' || at, 'Peg ' || at, ${type.id}, 'EUR' from generate_series(1, 205) as at
      returning id
    )
    insert into variations (product_id, price_amount) select id, 100 from pegs`.execute(shop.app.db);
  const { xml } = await feed();
  expect(items(xml)).toHaveLength(before + 206);
  expect(xml).toContain("<title>A &lt;b&gt; &amp;  ]]&gt; 'c' 🪑, Oak</title>");
  expect(xml.trimEnd().endsWith("</channel></rss>")).toBe(true);
  expect(new Set(xml.match(/<g:id>[^<]+/g)).size).toBe(before + 206);
});

test("R3 products without a variation on sale don't end the feed early", async () => {
  const before = items((await feed()).xml).length;
  await sql`
    insert into products (slug, name, product_type_id, currency)
    select 'none-' || at, 'None ' || at, ${type.id}, 'EUR' from generate_series(1, 205) as at`.execute(shop.app.db);
  await product({ name: "After them", variations: [one(100, 1)] });
  expect(items((await feed()).xml)).toHaveLength(before + 1);
});

test("an address reads the feed twice at a time at most, and others meanwhile", async () => {
  const read = (address: string) =>
    shop.app.http.inject({
      url: "/feeds/products.xml",
      headers: { host: "shop.example", "x-forwarded-for": address },
    });
  const readers = await inTransaction(shop.app.db, async (tx) => {
    // They wait here for their first products.
    await sql`lock table variations in access exclusive mode`.execute(tx);
    const own = [read("198.51.100.1"), read("198.51.100.1")];
    await waitForLocks(shop.app.db, 2);
    const refused = await read("198.51.100.1");
    expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([503, "busy", "60"]);
    const other = read("198.51.100.2");
    await waitForLocks(shop.app.db, 3);
    return [...own, other];
  });
  expect((await Promise.all(readers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await read("198.51.100.1")).statusCode).toBe(200);
});

test("readers that stop reading are ended after a time, and others take their places", async () => {
  const { http, db } = shop.app;
  // More than what connections hold.
  await sql`
    with large as (
      insert into products (slug, name, product_type_id, currency, description_html)
      select 'large-' || at, 'Large ' || at, ${type.id}, 'EUR', repeat('word ', 1000) from generate_series(1, 3000) as at
      returning id
    )
    insert into variations (product_id, price_amount) select id, 100 from large`.execute(db);
  const before = feedTime.maxMs;
  onTestFinished(() => void Object.assign(feedTime, { maxMs: before }));
  feedTime.maxMs = 1000;
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const stopped = [1, 2].map(() => connect(port, "127.0.0.1").pause());
  for (const socket of stopped) socket.write("GET /feeds/products.xml HTTP/1.1\r\nHost: shop.example\r\n\r\n");
  const status = () => fetch(`http://127.0.0.1:${port}/feeds/products.xml`, { method: "HEAD" }).then((r) => r.status);
  await expect.poll(status).toBe(503);
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
  for (const socket of stopped) {
    socket.resume();
    await once(socket, "close");
  }
});
