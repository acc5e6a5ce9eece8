import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#server/platform/database/migrate.ts";
import { migrateJobs } from "#server/platform/jobs/jobs.ts";
import { startEmbedded } from "#server/platform/postgres/embedded.ts";

export const template = "shop_template";
declare module "vitest" {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

const silent = { error: () => undefined, warn: () => undefined };

let stop: () => Promise<void> = async () => undefined;

/** One embedded server for the whole run, with one migrated database that each test file clones. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-test-"));
  const server = await startEmbedded({ dataDir, durable: false });
  const { host, port, user } = server.connection;
  await make({ host, port, user });
  project.provide("postgres", { host, port, user });
  stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export const teardown = () => stop();

async function make(at: { host: string; port: number; user: string }) {
  const admin = new pg.Client({ ...at, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${template}`);
  // Tests run most statements a few times, each of which PostgreSQL would plan anew: a quarter of its CPU time.
  await admin.query("alter role current_user set plan_cache_mode = force_generic_plan");
  await admin.end();
  const pool = new pg.Pool({ ...at, database: template, max: 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  await migrate(pool);
  await migrateJobs(pool, silent);
  await pool.end();
}
