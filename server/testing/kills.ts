import { setTimeout as pause } from "node:timers/promises";
import { type Database, openDatabase } from "#server/platform/database/database.ts";
import type { Crowd } from "./crowd.ts";
import { checkCrowd, countPendingPayments, findUnknownOrders, listOnHand } from "./crowd-checks.ts";
import type { ShopProcess } from "./shop-process.ts";

export type Kill = "server" | "database" | "server and database";
export interface Round {
  kind: Kill;
  /** Orders acknowledged so far, and requests the kill left without an answer. */
  orders: number;
  unanswered: number;
  /** From the kill of a database, or the start of a new process, until the shop is ready, in milliseconds. */
  openAfterMs: number;
  broken: string[];
}

/**
 * Kills a busy shop and starts it again, `kills` times; if only its database is killed, the running shop must recover.
 * After each kill the database is compared with the responses that customers got. The last shop stays running.
 */
export async function* killRepeatedly(
  { first, open, crowd }: { first: ShopProcess; open: () => Promise<ShopProcess>; crowd: Crowd },
  kills: Kill[],
): AsyncGenerator<Round, ShopProcess> {
  let shop = first;
  const before = await withDatabase(shop, ({ db }) => listOnHand(db));
  for (const kind of kills) {
    const trading = new AbortController();
    const trade = crowd.shopAt(shop.url, trading.signal);
    await waitForOrders(crowd);
    const began = performance.now();
    await shop.kill(kind);
    if (kind === "database") await readyAgain(shop.url);
    const database = performance.now() - began;
    // Customers of a shop whose database was killed go on, and stop once it has sold something again.
    if (kind === "database") await waitForOrders(crowd);
    trading.abort();
    await trade;
    const unanswered = crowd.waiting();
    const opened = performance.now();
    if (kind !== "database") shop = await open();
    const openAfterMs = kind === "database" ? database : performance.now() - opened;
    const broken = await withDatabase(shop, async ({ db }) => [
      ...(await checkCrowd(db, crowd)),
      ...changes(before, await listOnHand(db)),
    ]);
    yield { kind, orders: crowd.log.orders.size, unanswered, openAfterMs, broken };
  }
  return shop;
}

/** Returns when a shop whose database was killed is ready. */
async function readyAgain(url: string) {
  while ((await fetch(`${url}/readyz`)).status !== 200) await pause(20);
}

/** Repeats every open request until it has a response and returns the problems, also orders without a response. */
export async function finishAndCheck(shop: ShopProcess, crowd: Crowd): Promise<string[]> {
  await crowd.finish(shop.url);
  return withDatabase(shop, async ({ db }) => {
    const giveUp = Date.now() + webhooksTimeoutMs;
    while ((await countPendingPayments(db, crowd)) > 0 && Date.now() < giveUp) await pause(250);
    return [...(await checkCrowd(db, crowd, { allWebhooksReceived: true })), ...(await findUnknownOrders(db, crowd))];
  });
}

/** Jobs of a killed process are taken over after 40 seconds, pending payments are synced after some minutes. */
const webhooksTimeoutMs = 6 * 60_000;

/** Waits for at least one more order, and then for a random time. */
async function waitForOrders({ log }: Crowd) {
  const before = log.orders.size;
  while (log.orders.size === before) await pause(20);
  await pause(500 + Math.random() * 2500);
}

const changes = (before: Map<number, number>, after: Map<number, number>) =>
  [...before]
    .filter(([id, units]) => after.get(id) !== units)
    .map(([id, units]) => `variation ${id} had ${units} on hand and has ${after.get(id)}`);

/** Opens the database of a running shop. */
export async function withDatabase<T>(shop: ShopProcess, look: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(shop.connection(), { size: 2 });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}
