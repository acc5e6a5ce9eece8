import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { StartProblem } from "./start-problem.ts";

const folder = fileURLToPath(new URL("../../migrations/", import.meta.url));
// Any fixed number: every shop process of a database waits at the same door.
const migrationLock = 7_203_115;

/**
 * Brings the database to today's shape, one process at a time. Returns the names of the migrations it ran.
 * A database made with other words of a migration than today's is refused: its tables may lack what the shop counts on.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())",
    );
    await client.query("alter table migrations add column if not exists digest text");
    const { rows } = await client.query<{ name: string; digest: string | null }>("select name, digest from migrations");
    const ran = new Map(rows.map(({ name, digest }) => [name, digest]));
    const files = globSync(join(folder, "*.sql")).sort().map(read);
    const changed = files.find(({ name, digest }) => (ran.get(name) ?? digest) !== digest);
    if (changed)
      throw new StartProblem(
        `This database was made with another ${changed.name} than the one in migrations/. Put that file back as it was and write what is to change as a new migration, or start with an empty database; nothing was changed.`,
      );
    const waiting = files.filter(({ name }) => !ran.has(name));
    for (const migration of waiting) await runOne(client, migration);
    return waiting.map(({ name }) => name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => undefined);
    client.release();
  }
}

interface Migration {
  name: string;
  sql: string;
  digest: string;
}

function read(file: string): Migration {
  // A checkout with other line endings is the same migration.
  const sql = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  return { name: basename(file), sql, digest: createHash("sha256").update(sql).digest("hex") };
}

async function runOne(client: pg.PoolClient, { name, sql, digest }: Migration) {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migrations (name, digest) values ($1, $2)", [name, digest]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new StartProblem(
      `The database could not be brought up to date (${name}: ${(error as Error).message}). It needs PostgreSQL 15 or newer and the extensions pg_trgm, unaccent and btree_gin; nothing was changed.`,
    );
  }
}
