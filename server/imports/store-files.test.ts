import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { storeFiles } from "./fixtures/store-files.fixture.ts";
import { form, openImportShop, realFile } from "./testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const ask = (call: string, body?: object) => shop.ask(call, { token, ...(body ? { body } : {}) });

const upload = (content: Buffer | string, name: string, route = "/product/admin/upload") =>
  shop.ask(`POST ${route}`, { ...form({ name, content }), token });
const job = async (id: string) => (await ask(`GET /imports/${id}`)).body.data;

/** Uploads a file and maps its columns as the screen does with what it suggests. */
async function preview(content: Buffer | string, name: string, mapping: object = {}) {
  const answer = await upload(content, name);
  const { data } = answer.body;
  if (data?.status !== "mapping") return data ?? { status: "refused", message: answer.body.message };
  return (await ask(`POST /imports/${data.id}/preview`, { mapping: { ...data.mapping, ...mapping } })).body.data;
}

async function run(id: string) {
  await ask(`POST /imports/${id}/confirm?accept_currency=1`);
  await shop.app.jobs.drain();
  return job(id);
}

async function undo(id: string) {
  await ask(`POST /imports/${id}/undo`);
  await shop.app.jobs.drain();
  return job(id);
}

/** What of the catalogue an undo has to leave as it was. */
const catalogue = async () => ({
  products: (await ask("GET /product/admin?per_page=100")).body.data,
  categories: (await ask("GET /categories/admin")).body.data,
});

async function setCurrency(currency: string) {
  const { data } = (await ask("GET /settings")).body;
  return (await ask("PUT /settings/localization", { ...data.localization, currency })).body;
}

test.each(storeFiles.map((file) => [file.name, file] as const))(
  "A5 the file of a store goes in, again without a change, and out: %s",
  async (name, { content, currency = "EUR", mapping, refused, format, ...expected }) => {
    const before = await catalogue();
    // The undo of the file before has left nothing that holds the currency.
    expect((await setCurrency(currency)).code).toBeUndefined();
    const found = await preview(content, `${name}.csv`, mapping);
    if (refused !== undefined) {
      expect(["refused", "mapping", "failed"]).toContain(found.status);
      expect(found.message).toContain(refused);
      return;
    }
    const { rows, create = 0, lost = 0, notes = {}, currencies = {}, products = [] } = expected;
    expect(found).toMatchObject({
      status: "preview",
      format: expect.stringContaining(format ?? ""),
      totals: { rows, create, update: 0, skip: 0, error: lost },
      summary: { currency, currencies },
    });
    expect(Object.fromEntries(found.note_groups.map(({ code, count }: Group) => [code, count]))).toMatchObject(notes);
    expect(found.summary.products.slice(0, products.length)).toMatchObject(products);
    expect(new Set(found.errors.map(({ row }: { row: number }) => row)).size).toBe(lost);
    expect(await run(found.id)).toMatchObject({ status: "done", totals: { create, error: lost } });
    const again = await preview(content, `${name}.csv`, mapping);
    expect(again.totals).toMatchObject({ rows, create: 0, update: 0, skip: create, error: lost });
    await ask(`POST /imports/${again.id}/cancel`);
    expect((await undo(found.id)).undo).toMatchObject({ undone: create, left: 0 });
    expect(await catalogue()).toEqual(before);
  },
);

interface Group {
  code: string;
  count: number;
}

test("A5 a published taxonomy goes in as categories, and out; orders and a tree of another kind are refused", async () => {
  const before = await catalogue();
  const route = "/categories/upload";
  const taxonomy =
    "# Google_Product_Taxonomy_Version: 2021-09-21\n1 - Animals\n3237 - Animals > Live Animals\n2 - Toys > Puzzles\n";
  const { data } = (await upload(taxonomy, "taxonomy.txt", route)).body;
  expect(data).toMatchObject({ status: "preview", totals: { create: 4, error: 0 } });
  await run(data.id);
  await undo(data.id);
  expect(await catalogue()).toEqual(before);
  const tree = await upload('{"name":"root","tree":[[1,2]]}', "tree.json", route);
  expect(tree.body.data).toMatchObject({ status: "failed", message: expect.any(String) });
  const orders = "Name,Email,Financial Status,Lineitem name,Id\n#1001,a@example.com,paid,Cup,1\n";
  for (const to of [route, "/product/admin/upload"])
    expect((await upload(orders, "orders.csv", to)).body.data).toMatchObject({
      status: "failed",
      message: expect.stringContaining("order"),
    });
});

const flipkart = realFile("flipkart-10k.csv");
test.skipIf(!flipkart)("A5 a thousand names of a marketplace, some twice: the tiles add up to the rows", async () => {
  const named: { id: string; name: string }[] = parse(flipkart as Buffer, { columns: true, to: 1000 });
  // The marketplace names no prices; every hundredth is none.
  const rows = named.map(({ id, name }, at) => [id, name, at % 100 === 99 ? "ask" : `${at + 1}.50`]);
  const twice = rows.slice(0, 50);
  const found = await preview(stringify([["SKU", "Product name", "Price"], ...rows, ...twice]), "marketplace.csv");
  const { totals } = found;
  expect(found).toMatchObject({
    status: "preview",
    totals: { rows: 1050, create: 990, update: 0, skip: 0, error: 60 },
  });
  expect(totals.create + totals.update + totals.skip + totals.error).toBe(totals.rows);
  const reasons = Object.groupBy(found.errors as { code: string }[], ({ code }) => code);
  expect(Object.keys(reasons).sort()).toEqual(["price_not_a_number", "row_repeated"]);
});
