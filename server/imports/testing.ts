import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openTestShop, type TestShop } from "#server/testing/shop.ts";

/** A shop that does not fetch images: the images module tests that, and it needs a network. */
export async function openImportShop(): Promise<TestShop> {
  const shop = await openTestShop();
  shop.app.jobs.define("images.fetch", async () => undefined);
  return shop;
}

/** A file of `fixtures/`. */
export const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));

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
