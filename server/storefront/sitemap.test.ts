import { expect, test, vi } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { registerSitemap } from "./sitemap.ts";

const shop = await openTestShop();
const { product } = selling(shop);
registerSitemap(shop.app, { perFile: 4, perCall: 2, maxUrls: 13 });

const get = (path: string) => shop.app.http.inject({ url: path, headers: { host: "shop.example" } });
const named = async (path: string) => {
  const { statusCode, headers, body } = await get(path);
  expect([path, statusCode, headers["content-type"]]).toEqual([path, 200, "application/xml; charset=utf-8"]);
  return [...body.matchAll(/<loc>http:\/\/shop\.example([^<]*)<\/loc>/g)].map(([, address]) => address);
};

test("R1 R2 R3 a sitemap of many products has an index, and each product in one file", async () => {
  const { token } = await shop.person("admin");
  const { body: category } = await shop.ask("POST /categories", { token, body: { name: "Cups" } });
  const made = [];
  for (let count = 0; count < 4; count++) made.push(`/details/${(await product()).slug}`);
  const whole = await named("/sitemap.xml");
  expect(whole.filter((path) => path?.startsWith("/details/")).toSorted()).toEqual(made.toSorted());

  for (let count = 0; count < 3; count++) made.push(`/details/${(await product()).slug}`);
  expect(await named("/sitemap.xml")).toEqual(["/sitemap/0.xml", "/sitemap/1.xml", "/sitemap/2.xml"]);
  expect(await named("/sitemap/0.xml")).toEqual(whole.filter((path) => !path?.startsWith("/details/")));
  expect(whole).toContain(`/products?category=${category.data.path}`);
  const [first, second] = [await named("/sitemap/1.xml"), await named("/sitemap/2.xml")];
  expect([first.length, second.length]).toEqual([4, 3]);
  expect([...first, ...second].toSorted()).toEqual(made.toSorted());

  for (const none of ["3.xml", "9999.xml", "10000.xml", "-1.xml", "1", "one.xml", ".xml"])
    expect([none, (await get(`/sitemap/${none}`)).statusCode]).toEqual([none, 404]);
});

test("R2 a file of the sitemap has no more URLs than its protocol allows, which is logged", async () => {
  const warn = vi.spyOn(shop.app.log, "warn");
  const { token } = await shop.person("admin");
  for (let count = 0; count < 6; count++)
    await shop.ask("POST /categories", { token, body: { name: `Category ${count}` } });
  expect(await named("/sitemap/0.xml")).toHaveLength(13);
  expect(warn).toHaveBeenCalledWith({ urls: 15, maxUrls: 13 }, expect.stringContaining("leaves out categories"));
  warn.mockRestore();
});

test("C11 sitemaps of hosts that anybody may send are cached from their second use on", async () => {
  const isCached = async (host: string) => {
    await shop.app.http.inject({ url: "/sitemap.xml", headers: { host } });
    return ["all", "index"].some((name) => shop.app.responseCache.has(`sitemap ${name} http://${host}`));
  };
  for (let at = 0; at < 20; at++) await isCached(`host${at}.example`);
  expect(await isCached("host0.example")).toBe(true);
  expect([await isCached("later.example"), await isCached("later.example")]).toEqual([false, true]);
});
