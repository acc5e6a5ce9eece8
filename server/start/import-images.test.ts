import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { registerFetchJob } from "#server/images/fetch-images.ts";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
registerFetchJob(shop.app, { allows: () => true });
const { token } = await shop.person("admin");
const ask = (call: string, body?: object) => shop.ask(call, { token, ...(body ? { body } : {}) });

const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#446688" } })
  .png()
  .toBuffer();
const missing = new Set(["/lost.png", "/gone.png"]);
const host = createServer(({ url = "" }, reply) => {
  if (url === "/busy.png") reply.writeHead(503).end();
  else if (missing.has(url)) reply.writeHead(404).end();
  else reply.end(png);
});
await new Promise<void>((ready) => host.listen(0, "127.0.0.1", ready));
afterAll(() => host.close());
const at = (path: string) => `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;

const file = [
  "Handle,Title,Variant Price,Image Src,Status",
  `cup,Cup,9,${at("/cup.png")},active`,
  `cup,,,${at("/lost.png")},`,
  `bowl,Bowl,12,${at("/gone.png")},active`,
  `jar,Jar,7,${at("/gone.png")}?draft,draft`,
  "lid,Lid,3,,active",
].join("\n");
const send = async () => {
  const { id } = await upload(shop, "/product/admin/upload", { token, name: "cups.csv", content: `${file}\n` });
  return confirm(shop, id, token);
};

test("C5 failed images are counted with their reasons, products on sale without one are named, and all are retried", async () => {
  const job = await send();
  expect(job.images).toMatchObject({ total: 4, ready: 2, failed: 2, without: { count: 2 } });
  expect(job.images.failures).toMatchObject([
    { product: "Cup", url: at("/lost.png"), reason: "The server responded with status 404." },
    { product: "Bowl", url: at("/gone.png"), reason: "The server responded with status 404." },
  ]);
  expect(job.images.without.products.map(({ name }: { name: string }) => name)).toEqual(["Bowl", "Lid"]);
  const [bowl] = job.images.without.products;
  const rows = (await ask("GET /product/admin?sort=name")).body.data;
  expect(rows.map(({ name, images }: { name: string; images: object }) => [name, images])).toEqual([
    ["Bowl", { total: 1, ready: 0, failed: 1 }],
    ["Cup", { total: 2, ready: 1, failed: 1 }],
    ["Jar", { total: 1, ready: 1, failed: 0 }],
    ["Lid", { total: 0, ready: 0, failed: 0 }],
  ]);

  missing.delete("/gone.png");
  const retried = await ask("POST /images/downloads/retry", { product_id: bowl.id });
  expect(retried.body.data).toMatchObject([{ status: "pending", failure: null }]);
  await shop.app.jobs.drain();
  expect((await ask(`GET /images/downloads?product_id=${bowl.id}`)).body.data).toMatchObject([{ status: "ready" }]);
  expect((await ask(`GET /imports/${job.id}`)).body.data.images).toMatchObject({ ready: 3, failed: 1 });

  const again = await ask(`POST /imports/${job.id}/retry-images`);
  expect([again.status, again.body.data.images.failed]).toEqual([202, 0]);
  await shop.app.jobs.drain();
  expect((await ask(`GET /imports/${job.id}`)).body.data.images).toMatchObject({ ready: 3, failed: 1 });
});

test("C5 a second import of the same file fetches failed images again", async () => {
  missing.delete("/lost.png");
  expect(await send()).toMatchObject({ status: "done", totals: { create: 0, update: 1, skip: 3 } });
  await shop.app.jobs.drain();
  const rows = (await ask("GET /product/admin?sort=name")).body.data;
  expect(rows.map(({ images }: { images: { failed: number } }) => images.failed)).toEqual([0, 0, 0, 0]);
});

test("C5 the reason of an image that could not be fetched is shown while it waits for its next attempt", async () => {
  const content = `Handle,Title,Variant Price,Image Src,Status\nmug,Mug,9,${at("/busy.png")},active\n`;
  const { id } = await upload(shop, "/product/admin/upload", { token, name: "mugs.csv", content });
  const { images } = await confirm(shop, id, token);
  const reason = "The server responded with status 503. It will be tried again.";
  expect(images).toMatchObject({ total: 1, ready: 0, failed: 0, failures: [{ product: "Mug", reason }] });
});
