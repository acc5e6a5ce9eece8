import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { originalFile, renditionFile } from "./files.ts";
import { imageUrl } from "./image-url.ts";

const shop = await openTestShop();
const { db, config, http, jobs } = shop.app;
const { token } = await shop.person("admin");

interface SentFile {
  name?: string;
  bytes: Buffer;
}
const upload = async (files: SentFile[], fields: Record<string, string> = {}, missingBytes = 0) => {
  const form = new FormData();
  for (const { name = "image.jpg", bytes } of files) form.append("file", new Blob([new Uint8Array(bytes)]), name);
  // After the files, as a browser may send them.
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  const request = new Request("http://shop.test/", { method: "POST", body: form });
  return shop.ask("POST /images", {
    token,
    body: Buffer.from(await request.arrayBuffer()).subarray(0, missingBytes ? -missingBytes : undefined),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  });
};
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const get = (url: string) => http.inject({ url });
const product = async () => {
  await sql`insert into product_types (name, slug) values ('Things', 'things') on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into products (slug, name, product_type_id, currency)
    select gen_random_uuid(), 'Thing', id, 'EUR' from product_types limit 1 returning id`.execute(db);
  return rows[0]?.id ?? 0;
};
test("the address of an image that the database keeps is the one that code writes", async () => {
  const sha256 = "0123456789abcdef".repeat(4);
  const { rows } = await sql<{ url: string }>`
    insert into image_files (sha256, mime, bytes, width, height, dominant)
    values (${sha256}, 'image/png', 1, 1, 1, '#000000') returning url`.execute(db);
  expect(rows).toEqual([{ url: imageUrl(sha256) }]);
  await sql`delete from image_files where sha256 = ${sha256}`.execute(db);
});

const shaOf = (url: string) => url.split("/")[2] ?? "";

test("C6 an image is uploaded, served in every size and format, and cached for good", async () => {
  const { status, body } = await upload([{ bytes: await plain(900, 600, "#c08040").jpeg().toBuffer() }], {
    alt: "Oak",
  });
  expect(status).toBe(201);
  const [image] = body.data;
  expect(image).toMatchObject({ width: 900, height: 600, alt: "Oak", status: "ready", file: "image.jpg" });
  expect(image.dominant).toMatch(/^#(c0|bf|c1)(80|7f|81)(40|3f|41)$/);
  for (const [width, format, expected] of [
    [150, "webp", 150],
    [640, "avif", 640],
    [1280, "webp", 900],
  ] as const) {
    const answer = await get(image.url.replace("1280.webp", `${width}.${format}`));
    expect(answer.headers).toMatchObject({
      "content-type": `image/${format}`,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const { width: got, format: kind } = await sharp(answer.rawPayload).metadata();
    expect([got, kind]).toEqual([expected, format === "avif" ? "heif" : "webp"]);
  }
});

test("C6 emails get an image as JPEG, on white where it has no background", async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawing = sharp({ create: { width: 200, height: 200, channels: 4, background: clear } });
  const { body } = await upload([{ bytes: await drawing.png().toBuffer() }]);
  const answer = await get(body.data[0].url.replace(/\d+\.webp$/, "150.jpeg"));
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  const [corner = 0] = await sharp(answer.rawPayload).raw().toBuffer();
  expect(corner).toBeGreaterThan(250);
});

test("C6 renditions are made ahead in the background", async () => {
  const { body } = await upload([{ bytes: await plain(400, 300, "#336699").png().toBuffer() }]);
  const sha = shaOf(body.data[0].url);
  expect(existsSync(renditionFile(config, sha, 320, "avif"))).toBe(false);
  await jobs.drain();
  expect(readdirSync(join(renditionFile(config, sha, 320, "avif"), "..")).toSorted()).toEqual(
    ["150.avif", "150.webp", "320.avif", "320.webp", "480.avif", "480.webp"].toSorted(),
  );
});

test("C6 many who ask for one rendition at once have it made once", async () => {
  const { body } = await upload([{ bytes: await plain(1000, 1000, "#117755").jpeg().toBuffer() }]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(body.data[0].url)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString("base64"))).size).toBe(1);
});

test("C6 orientation is applied and every trace of the camera is gone", async () => {
  const bytes = await plain(80, 40, "#808080")
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: "SecretCam" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .toBuffer();
  expect(bytes.includes("SecretCam")).toBe(true);
  const { body } = await upload([{ bytes }]);
  expect(body.data[0]).toMatchObject({ width: 40, height: 80 });
  const stored = readFileSync(originalFile(config, shaOf(body.data[0].url)));
  expect(stored.includes("SecretCam")).toBe(false);
  const { exif, xmp, iptc, orientation } = await sharp(stored).metadata();
  expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test("C6 large images are stored smaller", async () => {
  const { body } = await upload([{ bytes: await plain(4000, 2000, "#abcdef").jpeg().toBuffer() }]);
  expect(body.data[0]).toMatchObject({ width: 2560, height: 1280 });
});

test("C6 an animation gives its first frame", async () => {
  const frame = (background: string) => plain(20, 20, background).raw().toBuffer();
  const gif = await sharp(Buffer.concat([await frame("#ff0000"), await frame("#0000ff")]), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .gif()
    .toBuffer();
  expect((await sharp(gif, { pages: -1 }).metadata()).pages).toBe(2);
  const { body } = await upload([{ name: "a.gif", bytes: gif }]);
  expect(body.data[0]).toMatchObject({ width: 20, height: 20, dominant: "#ff0000" });
});

const whole = await plain(300, 300, "#909090").jpeg().toBuffer();
const noisy = await sharp({
  create: {
    width: 300,
    height: 300,
    channels: 3,
    background: "#888",
    noise: { type: "gaussian", mean: 128, sigma: 40 },
  },
})
  .png()
  .toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
/** A PNG of a few bytes whose header claims 50,000 px in width and height. */
const bomb = () => {
  const bytes = Buffer.from(noisy);
  bytes.writeUInt32BE(50_000, 16);
  bytes.writeUInt32BE(50_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
};
function crc32(bytes: Buffer) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

test.each([
  ["SVG", "x.svg", svg],
  ["SVG that calls itself a PNG", "x.png", svg],
  ["HTML", "x.jpg", Buffer.from("<html><script>alert(1)</script></html>")],
  ["nothing at all", "x.jpg", Buffer.alloc(0)],
  ["a truncated image", "x.png", noisy.subarray(0, noisy.length / 2)],
  ["50,000 x 50,000 pixels", "x.png", bomb()],
  ["a TIFF", "x.tiff", await plain(9, 9, "#fff").tiff().toBuffer()],
])("C6 %s is refused with its reason", async (_what, name, bytes) => {
  const { status, body } = await upload([{ name, bytes }]);
  expect([status, body.code]).toEqual([415, "upload_unreadable"]);
  expect(body.failed).toMatchObject([{ file: name, code: "upload_unreadable" }]);
});

test("C6 an image with a page hidden behind it is stored without the page", async () => {
  const { body } = await upload([{ bytes: Buffer.concat([whole, Buffer.from("<script>alert(1)</script>")]) }]);
  expect(readFileSync(originalFile(config, shaOf(body.data[0].url))).includes("script")).toBe(false);
});

test("C6 the name's ending does not matter, the content does", async () => {
  const { body } = await upload([{ name: "really-a-png.gif", bytes: noisy }]);
  expect(body.data[0]).toMatchObject({ width: 300, height: 300 });
});

test("C6 of good and bad files together the good ones are stored", async () => {
  const good = await plain(10, 10, "#123456").webp().toBuffer();
  const { status, body } = await upload([
    { name: "good.webp", bytes: good },
    { name: "bad.svg", bytes: svg },
    { name: "huge.jpg", bytes: Buffer.concat([whole, Buffer.alloc(31 * 1024 * 1024)]) },
    { name: "last.jpg", bytes: whole },
  ]);
  expect(status).toBe(201);
  expect(body.data.map(({ file }: { file: string }) => file)).toEqual(["good.webp", "last.jpg"]);
  expect(body.failed).toMatchObject([
    { file: "bad.svg", code: "upload_unreadable" },
    { file: "huge.jpg", code: "upload_too_large" },
  ]);
});

test("a product with as many images as it can have gets no further one", async () => {
  const id = await product();
  await sql`
    insert into images (status, source_url, alt, product_id)
    select 'failed', 'https://old.example/' || n, '', ${id} from generate_series(1, 249) n`.execute(db);
  const [one, other] = [await plain(8, 8, "#0a0b0c").png().toBuffer(), await plain(8, 8, "#0d0e0f").png().toBuffer()];
  const { status, body } = await upload([{ bytes: one }, { bytes: other }], { product_id: String(id) });
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: "product_id", code: "too_many" })]]);
  expect((await upload([{ bytes: one }], { product_id: String(id) })).status).toBeLessThan(300);
});

test("C6 an upload without a file, or for nothing that exists, is refused", async () => {
  expect((await upload([])).body.code).toBe("upload_missing");
  const lost = await upload([{ bytes: await plain(11, 11, "#010203").png().toBuffer() }], { product_id: "987654" });
  expect([lost.status, lost.body.code]).toEqual([404, "not_found"]);
  expect((await upload([{ bytes: whole }], { product_id: "x" })).status).toBe(400);
});

test("C6 a file without a name is stored like others", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const part = '--x\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n';
  const body = Buffer.concat([Buffer.from(part), whole, Buffer.from("\r\n--x--\r\n")]);
  const { status, body: answer } = await shop.ask("POST /images", { token, headers, body });
  expect([status, answer.data[0].file]).toEqual([201, ""]);
});

test("C6 an upload that breaks off leaves no file behind", async () => {
  const bytes = await plain(12, 12, "#040506").png().toBuffer();
  const countFiles = async () => {
    await jobs.drain();
    return (await sql`select from image_files`.execute(db)).rows.length;
  };
  const before = await countFiles();
  expect((await upload([{ bytes }, { bytes }], {}, 70)).body.code).toBe("bad_input");
  expect(await countFiles()).toBe(before);
});

test("C6 one content is stored once and goes with the last image that shows it", async () => {
  const bytes = await plain(50, 50, "#334455").png().toBuffer();
  const [first, second] = [(await upload([{ bytes }])).body.data[0], (await upload([{ bytes }])).body.data[0]];
  expect([first.url, first.id === second.id]).toEqual([second.url, false]);
  const file = originalFile(config, shaOf(first.url));
  expect((await shop.ask(`DELETE /images/${first.id}`, { token })).status).toBe(204);
  await jobs.drain();
  expect(existsSync(file)).toBe(true);
  await shop.ask(`DELETE /images/${second.id}`, { token });
  await jobs.drain();
  expect(existsSync(file)).toBe(false);
  expect((await get(first.url)).statusCode).toBe(404);
  expect((await shop.ask(`DELETE /images/${second.id}`, { token })).status).toBe(404);
});

test("C6 images of a product are put in order by naming all of them once", async () => {
  const id = await product();
  const files = await Promise.all(
    ["#110000", "#220000", "#330000"].map((color) => plain(9, 9, color).png().toBuffer()),
  );
  const { body } = await upload(
    files.map((bytes) => ({ bytes })),
    { product_id: String(id) },
  );
  const [a, b, c] = body.data.map((image: { id: number }) => image.id);
  const reorder = (ids: number[]) => shop.ask("POST /images/reorder", { token, body: { product_id: id, ids } });
  const sorted = await reorder([c, a, b]);
  expect(sorted.body.data.map((image: { id: number }) => image.id)).toEqual([c, a, b]);
  for (const wrong of [
    [a, b],
    [a, b, b],
    [a, b, c, c],
    [a, b, 999_999],
  ])
    expect((await reorder(wrong)).body.code).toBe("not_the_whole_set");
  const { rows } = await sql<{ card: { thumbnail: string; images: unknown[] } }>`
    select card from products where id = ${id}`.execute(db);
  expect(rows[0]?.card.thumbnail).toBe(sorted.body.data[0].url.replace("1280", "150"));
  expect(rows[0]?.card.images).toHaveLength(2);
});

test("S15 a missing image answers 404 with the placeholder, which has an address of its own", async () => {
  const placeholder = await get("/failed_image.png");
  expect([placeholder.statusCode, placeholder.headers["content-type"]]).toEqual([200, "image/png"]);
  expect((await sharp(placeholder.rawPayload).metadata()).width).toBe(640);
  const sha = "0".repeat(64);
  for (const url of [
    `/images/${sha.slice(0, 20)}/150.webp`,
    `/images/${sha.slice(0, 20)}/151.webp`,
    "/images/x",
    `/images/..%2f..%2fetc/150.webp`,
  ]) {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
    expect(answer.rawPayload.equals(placeholder.rawPayload)).toBe(true);
  }
});

test("P3 only administrators change images", async () => {
  const customer = await shop.person();
  for (const route of ["POST /images", "DELETE /images/1", "POST /images/reorder"])
    expect((await shop.ask(route, { token: customer.token, body: {} })).status).toBe(403);
});
