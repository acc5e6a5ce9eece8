// node bench/kill.ts [--times 100] [--shoppers 50]: kills the shop, its database or both while customers order, and checks
// that nothing is lost.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import { crowd } from "#server/testing/crowd.ts";
import { finishAndCheck, type Kill, killRepeatedly, type Round, withDatabase } from "#server/testing/kills.ts";
import { type ShopProcess, startShopProcess } from "#server/testing/shop-process.ts";
import { machine, requireInput } from "./measure.ts";

const { values } = parseArgs({
  options: { times: { type: "string", default: "20" }, shoppers: { type: "string", default: "50" } },
});
const [manyKinds, fewKinds] = [40, 5];
const [many, few] = [100_000, 12];

/** Random kinds; the last kills everything, so that the final check is of a restarted shop. */
requireInput(Number(values.times) * Number(values.shoppers), "--times and --shoppers must be at least 1.");
const kinds: Kill[] = ["server", "database", "server and database"];
const kills = Array.from({ length: Number(values.times) }, (_, round) =>
  round === Number(values.times) - 1 ? "server and database" : (kinds[Math.floor(Math.random() * 3)] as Kill),
);

// A copy of a shop that is given, which may then be deleted.
const dataDir = process.env.BENCH_DATA_DIR ?? mkdtempSync(join(tmpdir(), "kiosk-kill-"));
const open = () =>
  startShopProcess("scripts/start.mjs", { DATA_DIR: dataDir, NODE_ENV: "production", LOG_LEVEL: "fatal" });
console.log(machine());
let shop = await open();
try {
  const variations = await stocked(shop);
  const customers = crowd(Number(values.shoppers), variations);
  const killing = killRepeatedly({ first: shop, open: async () => (shop = await open()), crowd: customers }, kills);
  let broken = 0;
  let slowest = 0;
  let number = 0;
  for await (const round of killing) {
    report(++number, round);
    broken += round.broken.length;
    slowest = Math.max(slowest, round.openAfterMs);
  }
  const atLast = await finishAndCheck(shop, customers);
  for (const line of atLast) console.log(`  ${line}`);
  broken += atLast.length;
  summarize(customers, slowest, broken);
  const { orders } = customers.log;
  requireInput(orders.size, "No order was placed, so nothing was tried.");
  requireInput([...orders.values()].filter(({ paymentId }) => paymentId).length, "No order was paid.");
  process.exitCode = broken === 0 ? 0 : 1;
} finally {
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Variations of the demo shop; everybody wants the few with little stock, so that they sell out during the run. */
async function stocked(at: ShopProcess): Promise<number[]> {
  const cards = (await (await fetch(`${at.url}/v1/product?per_page=100&in_stock=true`)).json()) as {
    data: { default_variation_id: number | null }[];
  };
  requireInput(cards.data.length, "This shop has no products to sell.");
  const ids = cards.data.flatMap(({ default_variation_id: id }) => id ?? []).slice(0, manyKinds + fewKinds);
  const scarce = ids.slice(0, fewKinds);
  await withDatabase(at, async ({ db }) => {
    await setAvailable(db, ids, many);
    await setAvailable(db, scarce, few);
  });
  return [...ids, ...Array.from({ length: 4 }, () => scarce).flat()];
}

/** Sets stock so that `units` of each variation are available. */
async function setAvailable(db: Db, ids: number[], units: number) {
  await sql`
  with before as (
    select variation_id, location_id, on_hand, reserved from stock_levels where variation_id = any(${ids}::bigint[])
  ), counted as (
    update stock_levels s set on_hand = b.reserved + ${units}
    from before b
    where b.variation_id = s.variation_id and b.location_id = s.location_id
  )
  insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
  select variation_id, location_id, reserved + ${units} - on_hand, 0, 'adjust', 'bench', ${`kill ${units}`}
  from before`.execute(db);
}

function report(number: number, { kind, orders, unanswered, openAfterMs, broken }: Round) {
  const found = broken.length === 0 ? "nothing lost" : `${broken.length} BROKEN`;
  console.log(
    `${String(number).padStart(3)}  killed ${kind.padEnd(19)} ${orders} orders so far, ${unanswered} requests cut off, ` +
      `open again after ${(openAfterMs / 1000).toFixed(1)} s: ${found}`,
  );
  for (const line of broken.slice(0, 20)) console.log(`     ${line}`);
}

function summarize({ log, userIds }: ReturnType<typeof crowd>, slowest: number, broken: number) {
  const orders = [...log.orders.values()];
  const rejections = [...log.rejections].map(([code, count]) => `${count} ${code}`).join(", ");
  const killed = kinds.map((kind) => `${kills.filter((one) => one === kind).length} ${kind}`).join(", ");
  const paid = orders.filter(({ paymentId }) => paymentId).length;
  const late = orders.filter((order) => order.late).length;
  console.log(`
${values.times} kills (${killed}): ${orders.length} orders and ${paid} payments (${late} by webhook) acknowledged to
${userIds().length} customers; ${log.repeats} orders retried, ${log.resumed} payments completed without a response;
rejected: ${rejections || "none"}; slowest start ${(slowest / 1000).toFixed(1)} s.
${broken === 0 ? "Nothing was lost, duplicated or oversold." : `${broken} promises broken.`}`);
}
