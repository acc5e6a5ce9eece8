import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Fields } from "#server/platform/changes/objects.ts";
import { confirm, openImportShop, upload } from "./testing.ts";
import { enqueueUndo } from "./undo.ts";

const shop = await openImportShop();
const { app } = shop;
const { token } = await shop.person("admin");
const ask = async (route: string, body?: object) => (await shop.ask(route, { token, body })).body.data;
const runImport = async (kind: "product/admin" | "categories", ...lines: string[]): Promise<{ id: string }> => {
  const { id } = await upload(shop, `/${kind}/upload`, { token, name: "table.csv", content: `${lines.join("\n")}\n` });
  return confirm(shop, id, token);
};
const read = (id: number) => ask(`GET /product/${id}`);
const find = async (slug: string) =>
  (await ask(`GET /product/admin?name=${slug}`)).find((one: { slug: string }) => one.slug === slug);
const textOf = (file: string) => readFileSync(`migrations/${file}`, "utf8");
const tableIn = (file: string, name: string) =>
  new RegExp(`create table ${name} \\([\\s\\S]*?\n\\);`).exec(textOf(file))?.[0] ?? "";

interface Recorded {
  set_id: string;
  entity: string;
  entity_id: string;
  before: Fields | null;
  after: Fields | null;
}
const listRecorded = async () =>
  (
    await sql<Recorded>`
      select set_id, entity, entity_id, before, after from changes where set_id is not null and undoes is null order by id
    `.execute(app.db)
  ).rows;

interface Earlier {
  job_id: string;
  entity_id: number;
  version: number;
  before?: Fields;
  after?: Fields;
  undo?: "undone";
}
/** Makes the database what it was before imports were recorded in the audit log, with these changes, and migrates it. */
async function migrateFrom(changes: Earlier[], madeCategories: { job_id: string; id: number }[]) {
  const statements = [
    "delete from changes where set_id is not null",
    "alter table import_jobs drop undone, drop not_undone, drop undo_failures, drop undone_down_to",
    tableIn("0008_imports.sql", "import_changes"),
    tableIn("0038_imports.sql", "import_categories"),
  ];
  for (const statement of statements) await sql.raw(statement).execute(app.db);
  await sql`
    insert into import_changes (job_id, entity_id, version, before, after, undo, applied_at)
    select job_id, entity_id, version, before, after, undo, now() + place * interval '1 ms'
    from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as (job_id uuid, entity_id bigint, version int, before jsonb, after jsonb, undo text)) with ordinality
      as c (job_id, entity_id, version, before, after, undo, place)`.execute(app.db);
  for (const { job_id, id } of madeCategories)
    await sql`insert into import_categories (job_id, category_id) values (${job_id}::uuid, ${id})`.execute(app.db);
  await sql.raw(textOf("0361_imports.sql").replaceAll("audit_log", "changes")).execute(app.db);
}

test("A7 imports of earlier versions are in the audit log, can be undone, and a begun undo continues", async () => {
  const head =
    "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Product Category";
  await runImport("product/admin", head, "mug,Mug,Size,S,M-S,5.00,1,", "bowl,Bowl,Size,S,B-S,5.00,1,");
  const [mug, bowl] = [await read((await find("mug")).id), await read((await find("bowl")).id)];
  const lines = ["mug,Mug,Size,S,M-S,7.00,3,", "mug,,,L,M-L,8.00,2,", "cup,Cup,Size,S,C-S,1.00,1,Cups"];
  const job = await runImport("product/admin", head, ...lines);
  const [changed, cup] = [await read(mug.id), await find("cup")];
  await runImport("categories", "id,parent_id,name", "1,,Pots");
  const categories = await runImport("categories", "id,parent_id,name", "1,,Vessels", "2,,Plates");
  const category = async (name: string) =>
    (await ask("GET /categories/admin")).find((one: { name: string }) => one.name === name);
  const [cups, vessels, plates] = [await category("Cups"), await category("Vessels"), await category("Plates")];
  const begun = await runImport("product/admin", "Variant SKU,Variant Price", "M-S,9.00", "B-S,9.00");
  // The undo of this one had come to the bowl.
  await ask(`PUT /product/${bowl.id}`, { ...(await read(bowl.id)), variations: bowl.variations });
  await sql`update import_jobs set status = 'undoing' where id = ${begun.id}::uuid`.execute(app.db);

  const [small, large] = changed.variations;
  const [bowlSmall] = bowl.variations;
  const price = (id: number, amount: number) => ({ [`variations.${id}.price_amount`]: amount });
  const largeBefore = {
    sku: "M-L",
    barcode: null,
    price_amount: 800,
    compare_at_amount: null,
    cost_amount: null,
    weight_g: null,
    track_stock: true,
    allow_backorder: false,
    position: 1,
    on_hand: 2,
    low_stock_level: null,
    option_value_ids: large.option_value_ids,
  };
  const recorded = await listRecorded();
  await migrateFrom(
    [
      {
        job_id: job.id,
        entity_id: mug.id,
        version: changed.version,
        before: { ...price(small.id, 500), [`variations.${small.id}.on_hand`]: 1 },
        after: {
          ...price(small.id, 700),
          [`variations.${small.id}.on_hand`]: 3,
          ...Object.fromEntries(
            Object.entries(largeBefore).map(([field, is]) => [`variations.${large.id}.${field}`, is]),
          ),
        },
      },
      { job_id: job.id, entity_id: cup.id, version: 1 },
      {
        job_id: categories.id,
        entity_id: vessels.id,
        version: vessels.version,
        before: { name: "Pots", slug: "pots" },
        after: { name: "Vessels", slug: "vessels" },
      },
      { job_id: categories.id, entity_id: plates.id, version: 1 },
      { job_id: begun.id, entity_id: mug.id, version: 3, before: price(small.id, 700), after: price(small.id, 900) },
      {
        job_id: begun.id,
        entity_id: bowl.id,
        version: 2,
        before: price(bowlSmall.id, 500),
        after: price(bowlSmall.id, 900),
        undo: "undone",
      },
    ],
    [{ job_id: job.id, id: cups.id }],
  );

  const migrated = await listRecorded();
  const ofSets = [job, categories, begun].map(({ id }) => id);
  expect(migrated.map(({ set_id, entity, entity_id }) => [set_id, entity, entity_id])).toEqual(
    expect.arrayContaining(
      recorded.flatMap(({ set_id, entity, entity_id }) =>
        ofSets.includes(set_id) ? [[set_id, entity, entity_id]] : [],
      ),
    ),
  );
  const changeOf = (list: Recorded[], set: { id: string }, id: number) =>
    list.find(({ set_id, entity, entity_id }) => set_id === set.id && entity === "product" && entity_id === String(id));
  for (const [set, id] of [
    [job, mug.id],
    [begun, mug.id],
    [begun, bowl.id],
  ] as const)
    expect(changeOf(recorded, set, id)).toMatchObject(changeOf(migrated, set, id) ?? {});

  await app.jobs.drain();
  await enqueueUndo(app, app.db, begun.id);
  await app.jobs.drain();
  expect((await ask(`GET /imports/${begun.id}`)).undo).toMatchObject({ total: 2, undone: 2, left: 0, failures: [] });
  for (const one of [categories, job]) {
    await ask(`POST /imports/${one.id}/undo`, {});
    await app.jobs.drain();
    expect((await ask(`GET /imports/${one.id}`)).undo).toMatchObject({ total: 2, undone: 2, left: 0, failures: [] });
  }
  const pricesAndStock = ({ variations }: typeof mug) =>
    variations.map(({ id, price_amount, on_hand }: typeof small) => [id, price_amount, on_hand]);
  expect(pricesAndStock(await read(mug.id))).toEqual(pricesAndStock(mug));
  expect(await find("cup")).toBe(undefined);
  expect((await ask("GET /categories/admin")).map(({ name }: { name: string }) => name)).toEqual(["Pots"]);
});
