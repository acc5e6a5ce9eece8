import { existsSync, readdirSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { importsFolder } from "#server/imports/imports.ts";
import { confirm, form, openImportShop, upload, zip } from "#server/imports/testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const ask = async (route: string) => (await shop.ask(route, { token })).body.data;
const send = (content: Buffer) => upload(shop, "/product/admin/upload", { token, name: "cups.zip", content });
const painted = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
const [red, blue] = [await painted("#b02020"), await painted("#2020b0")];
const table = [
  "Handle,Title,Status,Option1 Name,Option1 Value,Variant Price,Image Src,Image Alt Text,Variant Image",
  "cup,Cup,active,Color,Red,9,Red Cup.PNG,A red cup,Red Cup.PNG",
  "cup,,,,Blue,9,cups\\blue.png,,cups/blue.png",
  "cup,,,,,,../../../evil.png,,",
  "lid,Lid,active,,,3,broken.png,,",
].join("\n");
const files = [
  { name: "shop/table.csv", content: table },
  { name: "shop/red cup.png", content: red },
  { name: "cups/blue.png", content: blue },
  { name: "other/blue.png", content: red },
  { name: "broken.png", content: "no image" },
  { name: "../../../evil.png", content: red },
  { name: "__MACOSX/._table.csv", content: "x" },
  { name: "readme.md", content: "x" },
];

test("A5 a ZIP file of a table and its images is previewed, imported, and the same one changes nothing", async () => {
  const job = await send(zip(files));
  expect(job).toMatchObject({
    status: "preview",
    totals: { create: 2, error: 0 },
    summary: { images: { total: 4, matched: 3 } },
    notes: [{ row: 4, column: "Image Src", code: "image_ignored" }],
  });
  const done = await confirm(shop, job.id, token);
  expect(done).toMatchObject({ status: "done", images: { total: 2, ready: 2, failed: 0 } });
  expect(done.notes).toContainEqual(
    expect.objectContaining({ code: "image_unreadable", message: expect.stringContaining("broken.png: ") }),
  );
  const [row] = await ask("GET /product/admin?name=cup");
  const cup = await ask(`GET /product/${row.id}`);
  const [redId, blueId] = cup.variations.map((one: { option_value_ids: number[] }) => one.option_value_ids[0]);
  expect(cup.images).toMatchObject([
    { alt: "A red cup", width: 30, height: 20, option_value_id: redId },
    { alt: "", option_value_id: blueId },
  ]);
  expect(await ask(`GET /images/downloads?product_id=${cup.id}`)).toMatchObject([
    { status: "ready" },
    { status: "ready" },
  ]);

  const again = await send(zip(files.filter(({ name }) => !name.includes("broken"))));
  expect(again.totals).toMatchObject({ create: 0, update: 0, skip: 2 });
  const changed = await send(
    zip(files.map((file) => (file.name === "cups/blue.png" ? { ...file, content: red } : file))),
  );
  await confirm(shop, changed.id, token);
  expect((await ask(`GET /product/${cup.id}`)).images).toHaveLength(3);
  const { body } = await shop.ask("GET /product/admin/export", { token });
  const exported = await upload(shop, "/product/admin/upload", { token, name: "export.csv", content: String(body) });
  expect(exported.totals).toMatchObject({ create: 0, update: 0, error: 0 });
});

/** The folder is made by the first upload. */
const countUploads = () => (existsSync(importsFolder(shop.app)) ? readdirSync(importsFolder(shop.app)).length : 0);

const bomb = zip([{ name: "table.csv", content: Buffer.alloc(30_000_000, "a"), size: 100 }]);
const locked = zip([{ name: "table.csv", content: table, flags: 1 }]);
const whole = zip([{ name: "table.csv", content: table }]);
const flipped = Buffer.from(whole);
flipped.writeUInt8(flipped.readUInt8(60) ^ 0xff, 60);

test.each([
  ["unpacks to more than it says", bomb, "damaged"],
  ["needs a password", locked, "password"],
  ["is incomplete", whole.subarray(0, whole.length - 10), "damaged"],
  ["has other contents than its checksum", flipped, "damaged"],
  ["has no table", zip([{ name: "a.png", content: red }]), "must hold one table"],
  ["has two tables", zip([...files, { name: "b.csv", content: table }]), "must hold one table"],
  ["is a workbook", zip([{ name: "[Content_Types].xml", content: "<a/>" }]), "Excel workbook"],
  ["is an OpenDocument sheet", zip([{ name: "content.xml", content: "<a/>" }]), "Numbers or OpenDocument"],
  ["has an image as its table", zip([{ name: "a.csv", content: red }]), "an image"],
])("A5 a ZIP file that %s is refused, and nothing of it stays", async (_what, content, message) => {
  const before = countUploads();
  const answer = await shop.ask("POST /product/admin/upload", { ...form({ name: "a.zip", content }), token });
  expect([answer.status, answer.body.message]).toEqual([415, expect.stringContaining(message)]);
  expect(countUploads()).toBe(before);
});
