// node bench/full-disk.ts [--seconds 20]: fills the disk of a shop while customers order, and frees it. The disk is a tmpfs:
// an account other than root mounts it in a namespace of its own, where the machine allows that.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { openApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import { crowd } from "#server/testing/crowd.ts";
import { finishAndCheck } from "#server/testing/kills.ts";
import { selling } from "#server/testing/selling.ts";
import type { TestShop } from "#server/testing/shop.ts";
import { type ShopProcess, startShopProcess } from "#server/testing/shop-process.ts";
import { machine, requireInput, skipped } from "./measure.ts";
import { call } from "./shop.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
requireInput(Number(values.seconds), "--seconds must be at least 1.");
const refusedWithinMs = 60_000;
const mount = ["mount", "-t", "tmpfs", "-o", "size=400m,mode=755", "tmpfs"];
const isRoot = process.getuid?.() === 0;
if (!isRoot && !process.env.MOUNTED_DISK) process.exit(runInNamespace());
const disk = process.env.MOUNTED_DISK ?? mkdtempSync(join(tmpdir(), "kiosk-disk-"));
if (isRoot) execFileSync(mount[0] as string, [...mount.slice(1), disk]);
console.log(machine());
const filler = join(disk, "filler");
const shop = await startShopProcess("server/start/shop-process.fixture.ts", {
  DATA_DIR: disk,
  LOG_LEVEL: "fatal",
  SHOP_DEMO: "1",
});
try {
  const variations = await stocked(shop);
  const database = new pg.Pool({ ...shop.connection(), max: 1 });
  // The database restarts while its disk is full.
  database.on("error", () => undefined);
  const customers = crowd(20, variations);
  const trading = new AbortController();
  const trade = customers.shopAt(shop.url, trading.signal);
  await orders(20);
  const { guest_id: guestId } = await call(shop, "GET /cart/guest/init");
  requireInput((await watch(500)).accepted, "The watched writes fail before the disk is full.");
  await fillUntilRefused();
  const { answers, accepted, slowestMs } = await watch(Number(values.seconds) * 1000);
  const during = customers.log.orders.size;
  rmSync(filler);
  const freed = performance.now();
  while ((await fetch(`${shop.url}/readyz`)).status !== 200) await pause(100);
  await orders(1);
  const backMs = performance.now() - freed;
  await orders(20);
  trading.abort();
  await trade;
  await database.end();
  const broken = await finishAndCheck(shop, customers);
  // What PostgreSQL still has room for in its log is accepted, and kept as everything else is.
  const wrong = [...answers.keys()].filter((kind) => !kind.startsWith("503 busy"));
  requireInput(answers.size, "No write was refused, so the disk was not full.");
  if (wrong.length > 0) broken.push(`answers other than 503: ${wrong.join(", ")}`);
  requireInput((await watch(500)).accepted, "The watched writes fail after space was freed.");
  for (const line of broken) console.log(`  ${line}`);
  const responses = [...answers].map(([kind, count]) => `${count} × ${kind}`).join(", ");
  const result = broken.length === 0 ? "nothing lost" : `${broken.length} BROKEN`;
  console.log(
    `Disk full for ${values.seconds} s after ${during} orders: ${responses}, ${accepted} accepted, ` +
      `the slowest after ${(slowestMs / 1000).toFixed(1)} s; ` +
      `next order ${(backMs / 1000).toFixed(1)} s after space was freed; ` +
      `${customers.log.orders.size} orders in all, ${result}.`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;

  /** Fills the disk until a write is refused: PostgreSQL first uses up the space it has allocated for its log. */
  async function fillUntilRefused() {
    const end = Date.now() + refusedWithinMs;
    for (let refused = 0; refused === 0; refused = (await watch(500)).answers.size) {
      requireInput(Number(Date.now() < end), `No write was refused within ${refusedWithinMs / 1000} s of a full disk.`);
      fill();
      // Goes on to the next file of the log, as hours of trade do, until there is no room for another.
      await database.query("select pg_switch_wal()").catch(() => undefined);
    }
  }

  /** Waits for this many more acknowledged orders. */
  async function orders(more: number) {
    const goal = customers.log.orders.size + more;
    while (customers.log.orders.size < goal) await pause(20);
  }

  /**
   * A guest adds to the cart for `ms`: a write that succeeds while there is space. Returns how many were accepted, the other
   * answers by kind, and the slowest one's duration.
   */
  async function watch(ms: number) {
    const answers = new Map<string, number>();
    let [accepted, slowestMs] = [0, 0];
    for (const end = Date.now() + ms; Date.now() < end; ) {
      const began = performance.now();
      const response = await fetch(`${shop.url}/v1/cart`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: `guest_id=${guestId}`,
          "x-forwarded-for": `10.2.0.${Math.floor(Math.random() * 250)}`,
        },
        body: JSON.stringify({ variation_id: variations[0], quantity: 1 }),
      });
      const { code } = (await response.json()) as { code?: string };
      if (response.ok) accepted++;
      else {
        const kind = `${response.status} ${code}, again in ${response.headers.get("retry-after")} s`;
        answers.set(kind, (answers.get(kind) ?? 0) + 1);
      }
      slowestMs = Math.max(slowestMs, performance.now() - began);
      await pause(100);
    }
    return { answers, accepted, slowestMs };
  }
} finally {
  rmSync(filler, { force: true });
  await shop.stop();
  if (isRoot) execFileSync("umount", ["-l", disk]);
  if (isRoot) rmSync(disk, { recursive: true, force: true });
}

/**
 * Runs this file again in a namespace where the disk is mounted, as the same account: PostgreSQL refuses to be root.
 * Returns its exit code.
 */
function runInNamespace(): number {
  const own = ["--user", "--map-root-user", "--mount"];
  if (spawnSync("unshare", [...own, "true"]).status !== 0) {
    console.log("Skipped: this account may not mount the disk to fill, not even in a namespace of its own.");
    return skipped;
  }
  const folder = mkdtempSync(join(tmpdir(), "kiosk-disk-"));
  const account = `--map-user=${process.getuid?.()} --map-group=${process.getgid?.()}`;
  const script = `${mount.join(" ")} "$0" && exec unshare --user ${account} "$@"`;
  const again = [process.execPath, ...process.argv.slice(1)];
  const environment = { ...process.env, MOUNTED_DISK: folder };
  const { status } = spawnSync("unshare", [...own, "sh", "-c", script, folder, ...again], {
    stdio: "inherit",
    env: environment,
  });
  rmSync(folder, { recursive: true, force: true });
  return status ?? 1;
}

/** Uses up all free space. */
function fill() {
  const chunk = Buffer.alloc(64 * 1024);
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - chunk.length)), { flag: "a" });
    while (true) writeFileSync(filler, chunk, { flag: "a" });
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  }
}

/** Creates three products with plenty of stock. */
async function stocked(process: ShopProcess): Promise<number[]> {
  const { app, close } = await openApp(readConfig({ DATA_DIR: disk, LOG_LEVEL: "fatal" }, disk), process.connection());
  try {
    const { product } = selling({ app } as TestShop);
    return [await product({ stock: 9999 }), await product({ stock: 9999 }), await product({ stock: 9999 })].map(
      ({ id }) => id,
    );
  } finally {
    await close();
  }
}
