import { setTimeout as pause } from "node:timers/promises";
import { type Database, openDatabase } from "#server/platform/db.ts";
import type { Crowd } from "./buyers.ts";
import { brokenPromises, shelf, unknownOrders } from "./kept-promises.ts";
import type { ShopProcess } from "./shop-process.ts";

export interface Round {
  kind: "server" | "server and database";
  /** Orders acknowledged so far, and requests the kill left without an answer. */
  orders: number;
  unanswered: number;
  /** From the start of the new process until it is open, milliseconds. */
  openAfterMs: number;
  broken: string[];
}

/**
 * Kills a shop in the middle of trade and opens it again, as often as told: every third time, and the last, its database
 * too. After each the books are held against what customers were told. Leaves the last shop running.
 */
export async function* killAgainAndAgain(
  { first, open, crowd }: { first: ShopProcess; open: () => Promise<ShopProcess>; crowd: Crowd },
  times: number,
): AsyncGenerator<Round, ShopProcess> {
  let shop = first;
  const before = await looking(shop, ({ db }) => shelf(db));
  for (let round = 1; round <= times; round++) {
    const database = round % 3 === 0 || round === times;
    const trade = crowd.shopAt(shop.url, new AbortController().signal);
    await enoughTrade(crowd);
    await shop.kill({ database });
    await trade;
    const unanswered = crowd.waiting();
    const began = performance.now();
    shop = await open();
    const openAfterMs = performance.now() - began;
    const broken = await looking(shop, async ({ db }) => [
      ...(await brokenPromises(db, crowd)),
      ...changes(before, await shelf(db)),
    ]);
    const kind = database ? "server and database" : "server";
    yield { kind, orders: crowd.diary.orders.size, unanswered, openAfterMs, broken };
  }
  return shop;
}

/** Has every open request answered, and answers what is broken then: an order nobody was told of is so, too. */
export async function lastLook(shop: ShopProcess, crowd: Crowd): Promise<string[]> {
  await crowd.finish(shop.url);
  return looking(shop, async ({ db }) => [...(await brokenPromises(db, crowd)), ...(await unknownOrders(db, crowd))]);
}

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
