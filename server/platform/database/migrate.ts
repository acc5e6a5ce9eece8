import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { StartError } from "#server/platform/start-error.ts";

const folder = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** Any fixed number, the same for all processes of a database. */
export const migrationLock = 7_203_115;

/**
 * Runs pending migrations, in one process at a time, and returns their names. Throws StartError if a migration was
 * changed after it ran or is unknown, since the tables may then differ from what the code expects.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await assertUsable(client);
    await client.query(`
      create table if not exists migrations (
        name text primary key,
        digest text not null,
        ran_at timestamptz not null default now()
      )`);
    const { rows } = await client.query<{ name: string; digest: string }>("select name, digest from migrations");
    const digests = new Map(rows.map(({ name, digest }) => [name, digest]));
    const files = globSync(join(folder, "*.sql")).sort().map(readMigration);
    const changed = files.find(({ name, digest }) => (digests.get(name) ?? digest) !== digest);
    if (changed)
      throw new StartError(
        `This database was created with another version of migrations/${changed.name}. Restore that file and add a new ` +
          "migration with the changes, or start with an empty database. Nothing was changed.",
      );
    const known = new Set(files.map(({ name }) => name));
    const newer = [...digests.keys()].filter((name) => !known.has(name)).sort();
    if (newer.length > 0)
      throw new StartError(
        `This database was used by a newer version of the shop (it has ${newer.join(", ")}). Update this one: git pull, ` +
          "then start again; or restore a backup made before the update. Nothing was changed.",
      );
    const pending = files.filter(({ name }) => !digests.has(name));
    for (const migration of pending) await runMigration(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => undefined);
    client.release();
  }
}

/** Throws StartError if the database's settings would give other results than those of the tests. */
async function assertUsable(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ database: string; schema: string | null; has_shop: boolean; lowers: boolean }>(`
    select current_database() as database, current_schema() as schema,
      to_regclass(format('%I.migrations', current_schema())) is not null as has_shop,
      lower('I') = 'i' and lower('USER@EXAMPLE.COM') = 'user@example.com' as lowers`);
  const [{ database, schema, has_shop, lowers } = { database: "", schema: null, has_shop: false, lowers: true }] = rows;
  if (schema !== "public" && has_shop)
    throw new StartError(
      `The shop's tables are in the schema ${schema} of the database ${database}, where its search_path begins, and this ` +
        "version needs them in public. Make a backup, then run, in this database: alter schema public rename to " +
        `public_before; alter schema "${schema}" rename to public. Nothing was changed.`,
    );
  if (schema !== "public")
    throw new StartError(
      `The search_path of the database ${database} begins with the schema ${schema ?? "of nobody"}, and the shop's ` +
        `tables are in public. Run: alter database "${database}" set search_path = public`,
    );
  if (!lowers)
    throw new StartError(
      `The database ${database} changes letters to lower case by the rules of a language such as Turkish, so that ` +
        'addresses and names would not be found. Make it anew: create database "shop" template template0 ' +
        "encoding 'UTF8' locale 'C.UTF-8'. Nothing was changed.",
    );
}

interface Migration {
  name: string;
  sql: string;
  digest: string;
}

function readMigration(file: string): Migration {
  // Line endings don't count: Git may convert them.
  const sql = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  return { name: basename(file), sql, digest: createHash("sha256").update(sql).digest("hex") };
}

async function runMigration(client: pg.PoolClient, { name, sql, digest }: Migration) {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migrations (name, digest) values ($1, $2)", [name, digest]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new StartError(
      `The database could not be migrated (${name}: ${(error as Error).message}). It needs PostgreSQL 15 or newer ` +
        "and the extensions pg_trgm, unaccent and btree_gin. Migrations before this one were kept; correct it and start again.",
    );
  }
}
