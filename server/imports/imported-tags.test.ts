import { expect, test } from "vitest";
import type { Tag } from "#contract/catalogue/tags.ts";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");

async function importTags(...cells: string[]): Promise<Tag[]> {
  const rows = cells.map((cell, at) => `one-${at},One ${at},"${cell}",10\n`);
  const content = `Handle,Title,Tags,Variant Price\n${rows.join("")}`;
  await confirm(
    shop,
    (await upload(shop, "/product/admin/upload", { token, name: "products.csv", content })).id,
    token,
  );
  return (await shop.ask("GET /tags", { token })).body.data;
}

test("6.1 a tag that an import made can be saved, renamed and its renaming undone", async () => {
  const tags = await importTags("Café", "Cafe");
  expect(tags.map(({ name, slug }) => [name, slug])).toEqual([
    ["Cafe", "cafe-2"],
    ["Café", "cafe"],
  ]);
  const put = (name: string) => shop.ask(`PUT /tags/${tags[0]?.id}`, { token, body: { name } });
  expect((await put("Cafe")).status).toBe(200);
  const { headers } = await put("Coffee");
  expect((await shop.ask(`POST /audit/${headers.undo}/undo`, { token })).status).toBe(200);
  expect((await shop.ask("GET /tags", { token })).body.data).toEqual(tags);
});

test("6.1 an import finds the tags made by hand whatever their case, and keeps the first spelling", async () => {
  await shop.ask("POST /tags", { token, body: { name: "İpek" } });
  const before = (await shop.ask("GET /tags", { token })).body.data as Tag[];
  const after = await importTags("Rot, ROT", "rot, İpek, ipek", "IPEK");
  const known = new Set(before.map(({ id }) => id));
  expect(after.filter(({ id }) => !known.has(id)).map(({ name }) => name)).toContain("Rot");
  expect(after.filter(({ name }) => name.toLowerCase() === "rot")).toHaveLength(1);
  const { data } = (await shop.ask("GET /product/admin?per_page=100", { token })).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["One 0", "One 1", "One 2"]));
});
