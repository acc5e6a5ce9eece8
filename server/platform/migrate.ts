import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { StartProblem } from "./start-problem.ts";

const folder = fileURLToPath(new URL("../../migrations/", import.meta.url));
// Any fixed number: every shop process of a database waits at the same door.
const migrationLock = 7_203_115;

/** Brings the database to today's shape, one process at a time. Returns the names of the migrations it ran. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())",
    );
    const ran = new Set(
      (await client.query<{ name: string }>("select name from migrations")).rows.map((row) => row.name),
    );
    const waiting = globSync(join(folder, "*.sql"))
      .sort()
      .filter((file) => !ran.has(basename(file)));
    for (const file of waiting) await runOne(client, file);
    return waiting.map((file) => basename(file));
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => undefined);
    client.release();
  }
}

async function runOne(client: pg.PoolClient, file: string) {
  await client.query("begin");
  try {
    await client.query(readFileSync(file, "utf8"));
    await client.query("insert into migrations (name) values ($1)", [basename(file)]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new StartProblem(
      `The database could not be brought up to date (${basename(file)}: ${(error as Error).message}). It needs PostgreSQL 15 or newer and the extensions pg_trgm, unaccent and btree_gin; nothing was changed.`,
    );
  }
}
