import { setTimeout as pause } from "node:timers/promises";
import { type Database, openDatabase } from "#server/platform/database/database.ts";
import type { Crowd } from "./buyers.ts";
import { brokenPromises, shelf, unknownOrders, untoldPayments } from "./promises.ts";
import type { ShopProcess } from "./shop-process.ts";

export type Kill = "server" | "database" | "server and database";
export interface Round {
  kind: Kill;
  /** Orders acknowledged so far, and requests the kill left without an answer. */
  orders: number;
  unanswered: number;
  /** From the kill of a database, or the start of a new process, until the shop is open again, milliseconds. */
  openAfterMs: number;
  broken: string[];
}

/**
 * Kills a shop in the middle of trade and opens it again, once for each of `kills`; a database alone is killed under the
 * running shop, which must get over it by itself. After each the books are held against what customers were told. Leaves
 * the last shop running.
 */
export async function* killAgainAndAgain(
  { first, open, crowd }: { first: ShopProcess; open: () => Promise<ShopProcess>; crowd: Crowd },
  kills: Kill[],
): AsyncGenerator<Round, ShopProcess> {
  let shop = first;
  const before = await looking(shop, ({ db }) => shelf(db));
  for (const kind of kills) {
    const trading = new AbortController();
    const trade = crowd.shopAt(shop.url, trading.signal);
    await enoughTrade(crowd);
    const began = performance.now();
    await shop.kill(kind);
    if (kind === "database") await readyAgain(shop.url);
    const database = performance.now() - began;
    // Those who shop at a shop whose database was killed go on, and stop once it has sold something again.
    if (kind === "database") await enoughTrade(crowd);
    trading.abort();
    await trade;
    const unanswered = crowd.waiting();
    const opened = performance.now();
    if (kind !== "database") shop = await open();
    const openAfterMs = kind === "database" ? database : performance.now() - opened;
    const broken = await looking(shop, async ({ db }) => [
      ...(await brokenPromises(db, crowd)),
      ...changes(before, await shelf(db)),
    ]);
    yield { kind, orders: crowd.diary.orders.size, unanswered, openAfterMs, broken };
  }
  return shop;
}

/** Returns when a shop whose database was killed says that it is ready. */
async function readyAgain(url: string) {
  while ((await fetch(`${url}/readyz`)).status !== 200) await pause(20);
}

/** Has every open request answered, and answers what is broken then: an order nobody was told of is so, too. */
export async function lastLook(shop: ShopProcess, crowd: Crowd): Promise<string[]> {
  await crowd.finish(shop.url);
  return looking(shop, async ({ db }) => {
    const giveUp = Date.now() + untoldMs;
    while ((await untoldPayments(db, crowd)) > 0 && Date.now() < giveUp) await pause(250);
    return [...(await brokenPromises(db, crowd, { allTold: true })), ...(await unknownOrders(db, crowd))];
  });
}

/** What a killed process was working on is given to another after 40 seconds; silent payments are asked about after some minutes. */
const untoldMs = 6 * 60_000;

/** At least one more order than before, and then a moment nobody can foresee. */
async function enoughTrade({ diary }: Crowd) {
  const before = diary.orders.size;
  while (diary.orders.size === before) await pause(20);
  await pause(500 + Math.random() * 2500);
}

const changes = (before: Map<number, number>, after: Map<number, number>) =>
  [...before]
    .filter(([id, units]) => after.get(id) !== units)
    .map(([id, units]) => `variation ${id} had ${units} on the shelf and has ${after.get(id)}`);

/** Looks into the database of a running shop. */
export async function looking<T>(shop: ShopProcess, look: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(shop.connection(), { size: 2 });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}
