import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { Problem } from "#server/platform/http/problem.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { originalFile, renditionFile, writeAtomically } from "./files.ts";
import { getRendition } from "./renditions.ts";
import { storeImage } from "./store-image.ts";

const { app } = await openTestShop();
const plain = (background: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

test("C6 a rendition that can't be stored, as on a full disk, is served all the same", async () => {
  const { sha256 } = await storeImage(app, await plain("#3a3"), { ahead: false });
  const folder = dirname(renditionFile(app.config, sha256, 320, "webp"));
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, "in the way");
  expect(await getRendition(app.config, { sha256, width: 320, format: "webp" })).toBeInstanceOf(Buffer);
});

test("C6 a rendition that a power failure left empty is made again", async () => {
  const { sha256 } = await storeImage(app, await plain("#aa3"), { ahead: false });
  const file = renditionFile(app.config, sha256, 320, "webp");
  await writeAtomically(file, Buffer.alloc(0));
  expect((await getRendition(app.config, { sha256, width: 320, format: "webp" }))?.length).toBeGreaterThan(0);
});

test("C6 a refusal of the limit reaches only its own request, not others for the same rendition", async () => {
  const { sha256 } = await storeImage(app, await plain("#3aa"), { ahead: false });
  const get = (limit: () => Promise<void>) =>
    getRendition(app.config, { sha256, width: 320, format: "webp" }, { limit });
  const refused = get(() => Promise.reject(new Problem("too_many_requests")));
  const [first, second] = [get(async () => undefined), get(async () => undefined)];
  await expect(refused).rejects.toThrow("Too many");
  expect(await first).toBeInstanceOf(Buffer);
  expect(await second).toBeInstanceOf(Buffer);
});

test.skipIf(process.platform === "win32")(
  "C6 images that aren't published can't be read by other users of the machine",
  () => {
    const modes = ["images", "renditions"].map((kind) => statSync(join(app.config.dataDir, kind)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
  },
);

test("C6 a failed write leaves no draft", async () => {
  const file = join(app.config.dataDir, "images", "ab", "original.webp");
  mkdirSync(join(file, "in the way"), { recursive: true });
  await expect(writeAtomically(file, Buffer.from("bytes"))).rejects.toThrow();
  expect(readdirSync(dirname(file))).toEqual(["original.webp"]);
});

test("C6 the same upload repairs an original that is empty", async () => {
  const bytes = await plain("#33a");
  const { sha256 } = await storeImage(app, bytes, { ahead: false });
  writeFileSync(originalFile(app.config, sha256), "");
  await storeImage(app, bytes, { ahead: false });
  expect((await sharp(originalFile(app.config, sha256)).metadata()).width).toBe(80);
});

test("C6 a content made to have the folder and URL of another one is refused, and replaces nothing", async () => {
  const bytes = await plain("#a3a");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const alike = sha256.slice(0, 20) + "0".repeat(44);
  await sql`
    insert into image_files (sha256, mime, bytes, width, height, dominant)
    values (${alike}, 'image/webp', 1, 1, 1, '#000000')`.execute(app.db);
  await expect(storeImage(app, bytes)).rejects.toMatchObject({ code: "upload_unreadable" });
  expect(existsSync(originalFile(app.config, alike))).toBe(false);
});

test("C11 images that are made for an address are limited for each, and those made before are not", async () => {
  const { sha256 } = await storeImage(app, await plain("#3aa3aa"), { ahead: false });
  const address = "198.51.100.7";
  const get = async (width: number) =>
    (
      await app.http.inject({
        url: `/images/${sha256.slice(0, 20)}/${width}.webp`,
        headers: { "x-forwarded-for": address },
      })
    ).statusCode;
  expect(await get(320)).toBe(200);
  const isCounted = () =>
    app.limit("page", { ip: address }).then(
      () => true,
      () => false,
    );
  while (await isCounted());
  expect([await get(640), await get(320)]).toEqual([429, 200]);
});

test("C6 a job that finds no original to make sizes of says so", async () => {
  const { sha256 } = await storeImage(app, await plain("#99aa33"));
  rmSync(originalFile(app.config, sha256));
  const log = vi.spyOn(app.log, "error");
  await app.jobs.drain();
  expect(log).toHaveBeenCalledWith({ sha256 }, expect.stringContaining("missing or empty"));
});

test.runIf(process.platform === "linux")(
  "C6 an original and its folder are on the disk before its row is committed",
  async () => {
    const handle = await open(app.config.dataDir, "r");
    const flushed: string[] = [];
    const { sync } = Object.getPrototypeOf(handle) as FileHandle;
    const spy = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "sync").mockImplementation(function (
      this: FileHandle,
    ) {
      flushed.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return sync.call(this);
    });
    onTestFinished(() => spy.mockRestore());
    await handle.close();
    const { sha256 } = await storeImage(app, await plain("#123321"), { ahead: false });
    const file = originalFile(app.config, sha256);
    expect(flushed).toEqual([expect.stringContaining(`${file}.`), dirname(file)]);
  },
);
