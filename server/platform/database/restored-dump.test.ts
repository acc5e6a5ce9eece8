import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Tx } from "#server/platform/database/database.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();

/** Runs `work` in a transaction that is always taken back; returns the error of a statement. */
const tried = async (work: (tx: Tx) => Promise<unknown>) => {
  const takenBack = new Error("taken back");
  return await shop.app.db
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      throw takenBack;
    })
    .catch((error: Error) => (error === takenBack ? undefined : error.message));
};

test("each table can be filled from a dump, which is restored with an empty search path", async () => {
  const { token } = await shop.person("admin");
  await selling(shop).bought();
  const manufacturer = { name: "Nord AS", address: "Gate 1", contact: "hello@nord.example", country: "NO" };
  const safety = { manufacturer, responsible_person: null, warnings: "Hot" };
  const brand = await shop.ask("POST /product/admin/brands", { token, body: { name: "Nord", safety } });
  expect(brand.status).toBe(201);
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by c.relname order by c.relname`.execute(shop.app.db);
  expect(tables.length).toBeGreaterThan(50);
  const failed: string[] = [];
  for (const { name, columns } of tables) {
    const message = await tried(async (tx) => {
      await sql`select set_config('search_path', '', true)`.execute(tx);
      const copy = sql.raw(
        `create table public.copy (like public."${name}" including constraints including generated)`,
      );
      await copy.execute(tx);
      await sql.raw(`insert into public.copy (${columns}) select ${columns} from public."${name}"`).execute(tx);
    });
    if (message) failed.push(`${name}: ${message}`);
  }
  expect(failed).toEqual([]);
});
