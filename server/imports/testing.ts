import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { onTestFinished } from "vitest";
import type { ColumnMapping } from "#contract/imports.ts";
import { readProductFile } from "#server/imports/reading/product-readings.ts";
import { openTestShop, type TestShop } from "#server/testing/shop.ts";

/** A shop that does not fetch images: the images module tests that, and it needs a network. */
export async function openImportShop(): Promise<TestShop> {
  const shop = await openTestShop();
  shop.app.jobs.define("images.fetch", async () => undefined);
  return shop;
}

export const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));

interface ReadChoices {
  name?: string;
  /** Of the shop. */
  currency?: string;
  mapping?: ColumnMapping | null;
}

/** Reads a file of products as an import does, without a shop: on the 27th of November 2026, at noon in UTC and in the shop. */
export async function readProducts(
  content: string,
  { name = "products.csv", currency = "EUR", mapping = null }: ReadChoices = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  const choices = { encoding: null, hasHeadings: null, mapping, after: 0, reservedSlugs: [] };
  const time = { now: Date.parse("2026-11-27T12:00:00Z"), localNow: "2026-11-27 12:00:00" };
  const lookups = { recallMapping: async () => undefined, slugsBySku: async () => [] };
  const { opened, parts } = await readProductFile({ file, currency, time, ...choices }, lookups);
  const read = (await Array.fromAsync(parts)).flatMap(({ products }) => products);
  return {
    format: opened.format,
    products: read.map((reading) => (reading.kind === "draft" ? reading.draft : undefined)),
    currencies: [...new Set(read.flatMap(({ currencies }) => currencies))],
    notes: read.flatMap(({ notes }) => notes),
    lost: read.flatMap((reading) => [...reading.lost, ...(reading.kind === "bad" ? reading.errors : [])]),
  };
}

/** Further real exports to test with: in the folder KIOSK_DATA, or next to the repository. */
export function realFile(name: string): Buffer | undefined {
  const folder = process.env.KIOSK_DATA ?? join(import.meta.dirname, "../../../shared/data");
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** Uploads files as a browser form does. */
export function form(...files: { name: string; content: Buffer | string }[]) {
  const boundary = "kiosk-test-boundary";
  const parts = files.flatMap(({ name, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
        "content-type: text/csv\r\n\r\n",
    ),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ]);
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

interface ZippedFile {
  name: string;
  content: Buffer | string;
  /** The size the archive says it unpacks to, if not its own. */
  size?: number;
  flags?: number;
}

/** A ZIP archive of files. */
export function zip(files: ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, ...more } of files) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(more.size ?? bytes.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const part = Buffer.concat([Buffer.from("PK\x03\x04"), fields, path, packed]);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), fields, place, path);
    parts.push(part);
    offset += part.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06"), end]);
}

/** Uploads a file and returns its import. */
export async function upload(
  shop: TestShop,
  route: string,
  { token, name, content }: { token: string; name: string; content: Buffer | string },
) {
  const answer = await shop.ask(`POST ${route}`, { ...form({ name, content }), token });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** Confirms an import, runs it and returns the result. */
export async function confirm(shop: TestShop, id: string, token: string) {
  await shop.ask(`POST /imports/${id}/confirm`, { token });
  await shop.app.jobs.drain();
  return (await shop.ask(`GET /imports/${id}`, { token })).body.data;
}
