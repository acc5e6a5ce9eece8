// node scripts/generate-tables.mjs writes server/platform/database/tables.ts from a freshly migrated database.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../server/platform/database/migrate.ts";
import { startEmbedded } from "../server/platform/postgres/embedded.ts";

const out = process.argv[2] ?? "server/platform/database/tables.ts";
const dataDir = mkdtempSync(join(tmpdir(), "kiosk-tables-"));
const server = await startEmbedded({ dataDir, durable: false });
try {
  const pool = new pg.Pool(server.connection);
  await migrate(pool);
  await pool.end();
  const { host, port, user, database } = server.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const types = { int8: "number", numeric: "number", timestamptz: "string", date: "string" };
  const run = spawnSync(
    process.execPath,
    [
      "node_modules/kysely-codegen/dist/cli/bin.js",
      "--dialect",
      "postgres",
      "--url",
      url,
      "--out-file",
      out,
      "--default-schema",
      "public",
      "--include-pattern",
      "public.*",
      "--type-mapping",
      JSON.stringify(types),
    ],
    { stdio: "inherit" },
  );
  process.exitCode = run.status ?? 1;
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
