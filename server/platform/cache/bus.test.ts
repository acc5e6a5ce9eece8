import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Connection, Database } from "#server/platform/database/database.ts";
import { inTransaction, invalidate, tagsChannel } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { openBus } from "./bus.ts";

test("Ops: closing the app waits for database work of bus subscribers", async () => {
  const { app, close } = await openTestShop();
  const held = Promise.withResolvers<void>();
  let answer: unknown = "none yet";
  app.bus.subscribe(async (topics) => {
    if (!topics.includes("settings")) return;
    await held.promise;
    answer = await sql`select name from settings limit 1`
      .execute(app.db)
      .then(({ rows }) => rows)
      .catch((error: Error) => error.message);
  });
  await inTransaction(app.db, (tx) => invalidate(tx, "settings"));
  const closed = close();
  setImmediate(held.resolve);
  await closed;
  expect(answer).toEqual(expect.any(Array));
});

test("Ops: messages that no process of the shop sent count as lost changes, and later ones arrive", async () => {
  const { app, close } = await openTestShop({ logLevel: "silent" });
  const received: { tags: string[]; missed: boolean }[] = [];
  const last = Promise.withResolvers<void>();
  app.bus.subscribe((tags, missed) => {
    received.push({ tags, missed });
    if (tags.includes("product:7")) last.resolve();
  });
  const notify = (message: string) => sql`select pg_notify(${tagsChannel}, ${message})`.execute(app.db);
  for (const message of ["not JSON", "null", '{"tags":"product:1"}', "", '{"tags":["product:7"]}'])
    await notify(message);
  await last.promise;
  expect(received.filter(({ missed }) => missed)).toHaveLength(4);
  expect(received.at(-1)).toEqual({ tags: ["product:7"], missed: false });
  await close();
});

test("Ops: a subscriber that fails is logged and may have missed something, and the others are called", async () => {
  const { app, close } = await openTestShop();
  const missing: boolean[] = [];
  const received: string[] = [];
  app.bus.subscribe((_tags, missed) => {
    missing.push(missed);
    if (!missed) throw new Error("a tag of a newer version");
  });
  app.bus.subscribe((tags) => void received.push(...tags));
  await inTransaction(app.db, (tx) => invalidate(tx, "product:7"));
  expect(missing).toEqual([false, true]);
  expect(received).toContain("product:7");
  await close();
});

/**
 * Forwards connections to a database until it is told to drop what arrives without closing anything, or a client sends
 * this text.
 */
async function openGateway({ connection }: Database, silentFrom?: string) {
  const { host, port } = connection as { host: string; port: number };
  const silent = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from
        .on("error", () => undefined)
        .on("data", (bytes: Buffer) => {
          if (silentFrom !== undefined && from === client && bytes.includes(silentFrom)) silent.add(client);
          if (!silent.has(client)) to.write(bytes);
        });
      from.on("close", () => silent.has(client) || to.destroy());
    }
    server.emit("forwarding", client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    at: { ...connection, host: "127.0.0.1", port: (server.address() as AddressInfo).port } as Connection,
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("Ops: a connection that went silent is noticed by the heartbeat, nothing is cached, and another is opened", async () => {
  const { app, close } = await openTestShop();
  const gateway = await openGateway(app.database);
  const bus = await openBus({ ...app.database, connection: gateway.at }, app.log, { beatMs: 500 });
  const received: { tags: string[]; missed: boolean }[] = [];
  bus.subscribe((tags, missed) => void received.push({ tags, missed }));
  // Three beats, two of which in a row a busy machine may answer late.
  await new Promise((resolve) => setTimeout(resolve, 1750));
  expect(bus.isConnected()).toBe(true);
  expect(received).toEqual([]);
  gateway.silence();
  await expect.poll(() => bus.isConnected()).toBe(false);
  await expect.poll(() => received.filter(({ missed }) => missed)).toHaveLength(2);
  expect(bus.isConnected()).toBe(true);
  await sql`select pg_notify(${tagsChannel}, ${JSON.stringify({ tags: ["product:9"] })})`.execute(app.db);
  await expect.poll(() => received.at(-1)?.tags).toEqual(["product:9"]);
  await bus.close();
  gateway.close();
  await close();
});

test.each([
  { silentAt: "its first bytes", sends: "" },
  { silentAt: "LISTEN", sends: "listen kiosk" },
])("Ops: a database that is silent from $silentAt on is given up after a time", async ({ sends }) => {
  const { app, close } = await openTestShop();
  const gateway = await openGateway(app.database, sends);
  const opened = openBus({ ...app.database, connection: gateway.at }, app.log, { connectMs: 300 });
  await expect(opened).rejects.toThrow(/timeout/i);
  gateway.close();
  await close();
});
