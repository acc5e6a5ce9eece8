import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { MediaFile } from "#contract/images.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, ...(body ? { body } : {}) });

/** Uploads an image of one color and returns it. */
async function upload(background: string, fields: Record<string, string> = {}) {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "image.png");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request("http://shop.test/", { method: "POST", body: form });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const body = Buffer.from(await request.arrayBuffer());
  return (await shop.ask("POST /images", { token, body, headers })).body.data[0] as { id: number; url: string };
}
const list = async (query = "") => (await ask(`GET /images?${query}`)).body.data as MediaFile[];
const find = async (url: string) => (await list("per_page=100")).find((file) => file.url === url);

const { productId } = await selling(shop).product();
const { name } = (await ask(`GET /product/${productId}`)).body.data as { name: string };
const category = async (image: { id: number }) =>
  (await ask("POST /categories", { name: `Shelf ${image.id}`, image_id: image.id })).body.data as { id: number };

test("A7 the library lists files with all places that show them, and filters those unused or without alt text", async () => {
  const shared = await upload("#101010", { product_id: String(productId) });
  const unused = await upload("#202020", { alt: "A grey square" });
  const { id } = await category(await upload("#101010"));
  expect(await find(shared.url)).toMatchObject({
    lacks_alt: true,
    uses: [
      { kind: "category", id },
      { kind: "product", id: productId, name },
    ],
  });
  expect((await list("view=unused")).map(({ url }) => url)).toEqual([unused.url]);
  const missing = (await list("view=no_alt")).map(({ url }) => url);
  expect(missing).toContain(shared.url);
  expect(missing).not.toContain(unused.url);
  const shelf = await upload("#212121");
  await category(shelf);
  expect((await find(shelf.url))?.lacks_alt).toBe(false);
  expect((await list("name=GREY+sq")).map(({ url }) => url)).toEqual([unused.url]);
  expect((await list(`name=${encodeURIComponent(`Shelf ${id}`)}`)).length).toBeLessThan(2);
  const customer = await shop.person();
  expect((await shop.ask("GET /images", { token: customer.token })).status).toBe(403);
});

test("A7 an image of the home page is in use", async () => {
  const image = await upload("#515253", { alt: "The team" });
  const { version } = (await ask("GET /settings")).body.data.content;
  const section = { kind: "image_text", heading: "Made by hand", text: "", image_id: image.id };
  const content = { announcement: null, navigation_links: [], footer_links: [], home: [section], version };
  expect((await ask("PUT /settings/content", content)).status).toBe(200);
  expect((await find(image.url))?.uses).toEqual([{ kind: "home", id: null, name: "" }]);
  expect((await list("view=unused")).map(({ url }) => url)).not.toContain(image.url);
  expect((await ask(`DELETE /images/${image.id}/file`)).body.code).toBe("in_use");
});

test("A7 undoing an alternative text gives each image of the file its own back", async () => {
  const texts = ["Front", "Back"];
  const [image] = [await upload("#313131", { alt: "Front" }), await upload("#313131", { alt: "Back" })];
  const alts = async () =>
    (
      await sql<{
        alt: string;
      }>`select alt from images where alt = any(${["Both", ...texts]}::text[]) order by id`.execute(shop.app.db)
    ).rows.map(({ alt }) => alt);
  const { headers } = await ask(`PATCH /images/${image.id}`, { alt: "Both" });
  expect(await alts()).toEqual(["Both", "Both"]);
  expect((await ask(`POST /audit/${headers.undo}/undo`)).status).toBe(200);
  expect(await alts()).toEqual(texts);
});

test("A7 an alternative text and a replaced image are in all places that show it in the next request", async () => {
  const image = await upload("#303030", { product_id: String(productId) });
  const { id } = await category(await upload("#303030"));
  const product = async () => (await ask(`GET /product/${productId}`)).body.data.images.at(-1);
  const shelf = async () => (await shop.ask(`GET /categories/${id}`, { token })).body.data.image;
  expect((await ask(`PATCH /images/${image.id}`, { alt: "Slate" })).body.data).toMatchObject({ lacks_alt: false });
  expect([(await product()).alt, (await shelf()).alt]).toEqual(["Slate", "Slate"]);
  const other = await upload("#404040");
  const { status, body } = await ask(`POST /images/${image.id}/replace`, { image_id: other.id });
  expect([status, body.data.url, body.data.alt]).toEqual([200, other.url, "Slate"]);
  expect([(await product()).url, (await shelf()).url]).toEqual([other.url, other.url]);
  expect(await find(image.url)).toBeUndefined();
  expect(body.data.uses).toHaveLength(2);
  // Replacing it by the same content changes nothing.
  const same = await upload("#404040");
  expect((await ask(`POST /images/${image.id}/replace`, { image_id: same.id })).body.data.uses).toHaveLength(2);
  expect((await ask(`POST /images/${image.id}/replace`, { image_id: image.id })).body.data.uses).toHaveLength(2);
});

test("A7 a file of the library is shown in another place by an image of its own, which stays when the first goes", async () => {
  const first = await upload("#4a4b4c", { alt: "A stone", product_id: String(productId) });
  const { status, body } = await ask(`POST /images/${first.id}/copy`);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ url: first.url, alt: "A stone", width: 40, height: 30 });
  const { id } = await category(body.data);
  await ask(`DELETE /images/${first.id}`);
  expect((await find(first.url))?.uses).toEqual([expect.objectContaining({ kind: "category", id })]);
  expect((await ask("POST /images/987654/copy")).status).toBe(404);
});

test("A7 a file in use is deleted only when that is asked for; the places that showed it stay", async () => {
  const image = await upload("#505050", { product_id: String(productId) });
  const { id } = await category(await upload("#505050"));
  expect((await ask(`DELETE /images/${image.id}/file`)).body.code).toBe("in_use");
  expect((await ask(`DELETE /images/${image.id}/file?used=true`)).status).toBe(204);
  expect(await find(image.url)).toBeUndefined();
  expect((await shop.ask(`GET /categories/${id}`, { token })).body.data.image).toBeNull();
  const unused = await upload("#606060");
  expect((await ask(`DELETE /images/${unused.id}/file`)).status).toBe(204);
  expect((await ask(`DELETE /images/${unused.id}/file`)).status).toBe(404);
});

test("A7 an uploaded image is recorded with itself, by its file: one that can't be recorded isn't stored", async () => {
  const { id, url } = await upload("#a0b0c0", { alt: "A pale square" });
  const [entry] = (await ask(`GET /audit?entity=image&entity_id=${id}`)).body.data;
  expect(entry).toMatchObject({ action: "POST /images", name: "image.png", after: { alt: "A pale square" } });
  await sql`alter table changes add constraint test_only check (entity <> 'image') not valid`.execute(shop.app.db);
  const refused = upload("#a0b0c1");
  await expect(refused).rejects.toThrow();
  await sql`alter table changes drop constraint test_only`.execute(shop.app.db);
  expect((await list("per_page=1"))[0]?.url).toBe(url);
});
