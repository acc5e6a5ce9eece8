// node bench/sequences.ts [--runs 2000] [--seed 1]: random sequences of order events; amounts and stock must balance
// after each step.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import pg from "pg";
import { openApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import { startEmbedded } from "#server/platform/postgres/embedded.ts";
import { migrateDatabase } from "#server/start/database.ts";
import { ask, person } from "#server/testing/requests.ts";
import { anySequence, runSequence, trading } from "#server/testing/sequences.ts";
import type { TestShop } from "#server/testing/shop.ts";
import { machine, requireInput } from "./measure.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: process.env.SOAK_SEED ?? String(Date.now() % 1e9) },
  },
});
const runs = Number(values.runs);
requireInput(runs, "--runs must be at least 1.");
/** Every order is reconciled after each step, so an empty shop is opened before there are many. */
const runsPerShop = 25;

const dataDir = mkdtempSync(join(tmpdir(), "kiosk-sequences-"));
const server = await startEmbedded({ dataDir, durable: false });
const admin = new pg.Client({ ...server.connection, database: "postgres" });
await admin.connect();
console.log(`${machine()}\nseed ${values.seed}`);
const began = performance.now();
const [done, refused] = [new Map<string, number>(), new Map<string, number>()];
let steps = 0;
try {
  for (let ran = 0; ran < runs; ran += runsPerShop) {
    await withShop(async (shop) => {
      const trade = await trading(shop);
      await fc.assert(
        fc.asyncProperty(anySequence(30), (sequence) => runSequence(trade, sequence)),
        { numRuns: Math.min(runsPerShop, runs - ran), seed: Number(values.seed) + ran, endOnFailure: true },
      );
      steps += trade.counts.steps;
      sum(done, trade.counts.done);
      sum(refused, trade.counts.refused);
    });
    if ((ran / runsPerShop) % 10 === 9) console.log(`${ran + runsPerShop} sequences, ${steps} steps`);
  }
  requireInput(done.size, "No step of the sequences was done.");
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`\n${runs} sequences, ${steps} steps in ${minutes} minutes: amounts and stock balanced after each.`);
  for (const [title, counts] of [["Done", done] as const, ["Refused", refused] as const])
    console.log(`${title}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(", ")}.`);
} finally {
  await admin.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function sum(into: Map<string, number>, from: Map<string, number>) {
  for (const [what, count] of from) into.set(what, (into.get(what) ?? 0) + count);
}

async function withShop(work: (shop: TestShop) => Promise<void>) {
  await admin.query("drop database if exists sequences with (force)");
  await admin.query("create database sequences");
  const connection = { ...server.connection, database: "sequences" };
  await migrateDatabase(connection);
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: dataDir, SHOP_DEMO: "1" }, dataDir);
  const { app, close } = await openApp(config, connection);
  try {
    await work({ app, ask: (route, sent) => ask(app, route, sent), person: (role) => person(app, role), close });
  } finally {
    await close();
  }
}
