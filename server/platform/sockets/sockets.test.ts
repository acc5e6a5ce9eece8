import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { sql } from "kysely";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { ClientEvents, ServerEvents } from "#contract/events.ts";
import { keyId } from "#server/platform/auth/signing-key.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { createSockets } from "./sockets.ts";

type Plug = Socket<ServerEvents, ClientEvents>;

const shop = await openTestShop();
const { app } = shop;
await app.http.listen({ port: 0, host: "127.0.0.1" });

// Separate sockets, so that the figures are those of the test and not of the modules.
const server = createServer();
/** The address that has changed as much as it may. */
let fullFor: string | undefined;
let missChanges = () => undefined as void;
const live = createSockets({
  config: app.config,
  limit: async (kind, request) => {
    if (kind === "write" && request.ip === fullFor) throw new Problem("too_many_requests");
    return app.limit(kind, request);
  },
  db: app.db,
  bus: {
    ...app.bus,
    subscribe: (listener) => {
      missChanges = () => listener([], true);
      return app.bus.subscribe(listener);
    },
  },
  tokens: app.tokens,
  responseCache: app.responseCache,
  log: app.log,
});
live.attach(server);
server.listen(0, "127.0.0.1");
await once(server, "listening");

const figures = { total: 1, asked: 0 };
beforeEach(() => {
  figures.total = 1;
});
live.pushToAdmins("user_summary", {
  area: "customers",
  tags: ["users"],
  compute: async () => {
    figures.asked++;
    return { total: figures.total, active: 1, blocked: 0, new_today: 0, online: 0 };
  },
});
live.pushToUser("notification_summary", "notifications", async (person) => ({
  unread: person.id,
  latest: [],
  badges: [],
}));
live.forward("cart_changed", (topic) => {
  const [name, userId, quantity] = topic.split(":");
  return name === "cart_changed" ? { userId: Number(userId), payload: { quantity: Number(quantity) } } : undefined;
});
const received: unknown[] = [];
live.onClientEvent("read_notification", async (person, message) => {
  if (typeof message !== "object") throw new Error("no notification named");
  received.push([person.id, message]);
});
live.onClientEvent("mark_all_notifications_read", async (person, message) => void received.push([person.id, message]));

const open: Plug[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await live.close();
  server.close();
});

const portOf = (address: unknown) => (address as AddressInfo).port;
function plug(
  token: string | undefined,
  { port = portOf(server.address()), transports = ["websocket"], extraHeaders = {} } = {},
): Plug {
  const how = { transports, auth: { token }, extraHeaders, forceNew: true, reconnection: false };
  const socket: Plug = io(`http://127.0.0.1:${port}`, how);
  open.push(socket);
  return socket;
}
/** The next message of a kind. */
const next = <E extends keyof ServerEvents>(socket: Plug, event: E) =>
  new Promise<Parameters<ServerEvents[E]>[0]>((done) => {
    socket.once(event as "user_summary", done as never);
  });
/** Waits for a figure with this total; earlier ones may still arrive. */
const figureOf = (socket: Plug, total: number) =>
  new Promise<Parameters<ServerEvents["user_summary"]>[0]>((done) => {
    socket.on("user_summary", (figure) => figure.total === total && done(figure));
  });
const connected = (socket: Plug) =>
  new Promise<"connected" | string>((done) => {
    socket.once("connect", () => done("connected"));
    socket.once("connect_error", (error) => done(error.message));
  });
const left = (socket: Plug) => new Promise<string>((done) => socket.once("disconnect", done));
/** A push a second; a timer may fire a little early. */
const mostPushesSince = (began: number) => 1 + Math.floor((Date.now() - began + 20) / 1000);
const publish = (...topics: string[]) => inTransaction(app.db, (tx) => invalidate(tx, ...topics));

test("L1 a socket connects with a valid access token only", async () => {
  const { token } = await shop.person();
  expect(await connected(plug(token))).toBe("connected");
  expect(await connected(plug(undefined))).toBe("not_signed_in");
  expect(await connected(plug("rubbish"))).toBe("not_signed_in");
});

test("L1 a socket whose token is not text is refused like any other, and only that one", async () => {
  const tokens: unknown[] = [{ toString: 1, valueOf: 1 }, { toString: null }, null, 7, true, [["x"]]];
  for (const token of tokens) expect(await connected(plug(token as never))).toBe("not_signed_in");
  expect(await connected(plug((await shop.person()).token))).toBe("connected");
});

test("L1 the shop accepts sockets by websocket only", async () => {
  const { token } = await shop.person();
  const port = portOf(app.http.server.address());
  expect(await connected(plug(token, { port }))).toBe("connected");
  expect(await connected(plug(token, { port, transports: ["polling"] }))).not.toBe("connected");
});

test("L2 an administrator gets the figures on connecting and when they change, numbered", async () => {
  const socket = plug((await shop.person("admin")).token);
  const first = await next(socket, "user_summary");
  expect(first).toMatchObject({ total: 1, active: 1 });
  figures.total = 2;
  const again = figureOf(socket, 2);
  await publish("users");
  const second = await again;
  expect(second.total).toBe(2);
  expect(second.seq).toBeGreaterThan(first.seq);
});

test("L2 P3 staff get the figures of the areas they may read", async () => {
  const socket = plug((await shop.person("staff", { customers: "read" })).token);
  expect(await next(socket, "user_summary")).toMatchObject({ active: 1 });
  const other = plug((await shop.person("staff", { orders: "write" })).token);
  const received: unknown[] = [];
  other.on("user_summary", (figure) => received.push(figure));
  expect(await connected(other)).toBe("connected");
  const again = next(socket, "user_summary");
  await publish("users");
  await again;
  expect(received).toEqual([]);
});

test("L2 many changes at once are pushed together", async () => {
  const socket = plug((await shop.person("admin")).token);
  await next(socket, "user_summary");
  const before = figures.asked;
  const began = Date.now();
  const first = next(socket, "user_summary");
  figures.total = 30;
  for (let at = 0; at < 30; at++) await publish("users");
  let received = await first;
  while (received.total !== 30) received = await next(socket, "user_summary");
  // One may have been due before.
  expect(figures.asked - before).toBeLessThanOrEqual(1 + mostPushesSince(began));
});

test("L2 L5 customers get their own figures and none of the dashboard", async () => {
  const one = await shop.person();
  const other = await shop.person();
  const socket = plug(one.token);
  const received: string[] = [];
  socket.onAny((event: string) => received.push(event));
  expect(await next(socket, "notification_summary")).toMatchObject({ unread: one.id });
  const cart = next(socket, "cart_changed");
  await publish("users", `notifications:${other.id}`, `cart_changed:${other.id}:9`, `cart_changed:${one.id}:3`);
  expect(await cart).toEqual({ quantity: 3 });
  const summary = next(socket, "notification_summary");
  await publish(`notifications:${one.id}`);
  await summary;
  expect(new Set(received)).toEqual(new Set(["notification_summary", "cart_changed"]));
});

test("L5 a user's own figures are pushed at once, then at most once a second, and always the last", async () => {
  const { token, id } = await shop.person();
  const socket = plug(token);
  await next(socket, "notification_summary");
  const times: number[] = [];
  socket.on("notification_summary", () => times.push(Date.now()));
  const began = Date.now();
  const changes = 8;
  for (let at = 0; at < changes; at++) {
    await publish(`notifications:${id}`);
    if (at === 0) await expect.poll(() => times.length).toBe(1);
  }
  await expect.poll(() => times.length).toBeGreaterThan(1);
  // Computing the first may take longer than computing the second, so their distance may be shorter.
  expect((times[1] ?? 0) - began).toBeGreaterThan(980);
  expect(times.length).toBeLessThanOrEqual(mostPushesSince(began));
  const pushed = times.length;
  await publish(`notifications:${id}`);
  await expect.poll(() => times.length).toBeGreaterThan(pushed);
});

test("L2 an event is sent once, though the writer's own notification comes back to it", async () => {
  const { token, id } = await shop.person();
  const socket = plug(token);
  await next(socket, "notification_summary");
  const quantities: number[] = [];
  socket.on("cart_changed", ({ quantity }) => void quantities.push(quantity));
  await publish(`cart_changed:${id}:1`);
  // Notifications arrive in order, so a duplicate of the first would have come before this one.
  await sql`select pg_notify('kiosk_tags', ${JSON.stringify({ tags: [`cart_changed:${id}:2`] })})`.execute(app.db);
  await expect.poll(() => quantities).toContain(2);
  expect(quantities).toEqual([1, 2]);
});

test("L3 client events are acknowledged with whether they succeeded", async () => {
  const { token, id } = await shop.person();
  const socket = plug(token);
  await connected(socket);
  const acknowledge = socket.timeout(5000);
  expect(await acknowledge.emitWithAck("read_notification", { notification_id: 7 })).toEqual({ ok: true });
  expect(await acknowledge.emitWithAck("mark_all_notifications_read")).toEqual({ ok: true });
  expect(await acknowledge.emitWithAck("read_notification", "nonsense" as never)).toEqual({ ok: false });
  expect(received).toEqual([
    [id, { notification_id: 7 }],
    [id, undefined],
  ]);
});

test("L3 events beyond 100 a minute of a socket are dropped", async () => {
  const { token } = await shop.person();
  const socket = plug(token);
  await connected(socket);
  const before = received.length;
  const answers = Array.from({ length: 205 }, () =>
    socket
      .timeout(1000)
      .emitWithAck("mark_all_notifications_read")
      .catch(() => undefined),
  );
  await Promise.all(answers);
  expect(received.length - before).toBeGreaterThanOrEqual(100);
  // Another minute may have begun.
  expect(received.length - before).toBeLessThanOrEqual(200);
});

test("L3 events of sockets count with the calls of their address that change something", async () => {
  const socket = plug((await shop.person()).token, { extraHeaders: { "x-forwarded-for": "203.0.113.7" } });
  await connected(socket);
  const before = received.length;
  await socket.timeout(5000).emitWithAck("mark_all_notifications_read");
  expect(received.length - before).toBe(1);
  fullFor = "203.0.113.7";
  await expect(socket.timeout(300).emitWithAck("mark_all_notifications_read")).rejects.toThrow();
  fullFor = undefined;
  await socket.timeout(5000).emitWithAck("mark_all_notifications_read");
  expect(received.length - before).toBe(2);
});

test("L1 an account has a hundred sockets of a process at most", async () => {
  const { token } = await shop.person();
  for (let at = 0; at < 100; at++) expect(await connected(plug(token))).toBe("connected");
  expect(await connected(plug(token))).toBe("too_many_requests");
  expect(await connected(plug((await shop.person()).token))).toBe("connected");
});

test("P3 blocking an account disconnects its sockets at once and for good", async () => {
  const { token, id } = await shop.person();
  const socket = plug(token);
  await connected(socket);
  const gone = left(socket);
  await inTransaction(app.db, async (tx) => {
    await sql`update users set account_status = 'blocked' where id = ${id}`.execute(tx);
    await invalidate(tx, `account:${id}`);
  });
  expect(await gone).toBe("io server disconnect");
  expect(await connected(plug(token))).toBe("not_signed_in");
});

test("P3 staff who must set up two-factor authentication get no figures, and reconnect once they have", async () => {
  const { id, token } = await shop.person("admin");
  const require = (value: object) =>
    sql`update settings set value = ${JSON.stringify(value)}::jsonb where name = 'staff'`.execute(app.db);
  await require({ require_two_factor: true });
  onTestFinished(async () => void (await require({})));
  const socket = plug(token);
  const received: string[] = [];
  socket.onAny((event: string) => received.push(event));
  expect(await connected(socket)).toBe("connected");
  const gone = left(socket);
  await publish(`notifications:${id}`, "users", `cart_changed:${id}:1`);
  await sql`
    insert into two_factor (user_id, secret, confirmed_at, last_used_step) values (${id}, '', now(), 0)`.execute(
    app.db,
  );
  await publish(`account:${id}`);
  expect(await gone).toBe("io server disconnect");
  expect(received).toEqual([]);
  await next(plug(token), "user_summary");
});

test("P3 an account that changes while its socket connects is disconnected", async () => {
  const { id, token } = await shop.person();
  const { get } = app.responseCache;
  app.responseCache.get = async (...request) => {
    const found = await get(...request);
    app.responseCache.get = get;
    await sql`update users set token_epoch = token_epoch + 1 where id = ${id}`.execute(app.db);
    await publish(`account:${id}`);
    return found as never;
  };
  expect(await left(plug(token))).toBe("io server disconnect");
});

test("S4 signing out closes the sockets of the session, which cannot reconnect", async () => {
  const body = { email: "leaver@example.com", password: "correct horse" };
  const { access_token, refresh_token } = (await shop.ask("POST /auth/register", { body })).body;
  const socket = plug(access_token);
  expect(await connected(socket)).toBe("connected");
  const gone = left(socket);
  await shop.ask("POST /auth/logout", { token: refresh_token });
  expect(await gone).toBe("io server disconnect");
  expect(await connected(plug(access_token))).toBe("not_signed_in");
});

test("L1 a socket is closed when its access token expires, and reconnects with a fresh one", async () => {
  const { token, id } = await shop.person();
  const shortLived = await new SignJWT({ role: "customer", fam: "1", ep: 0 })
    .setProtectedHeader({ alg: "HS256", kid: keyId(app.keys.current) })
    .setSubject(String(id))
    .setExpirationTime(Math.floor(Date.now() / 1000) + 2)
    .sign(app.keys.current);
  const socket = plug(shortLived);
  expect(await connected(socket)).toBe("connected");
  expect(await left(socket)).toBe("io server disconnect");
  expect(await connected(plug(token))).toBe("connected");
});

test("L6 a change committed by another process reaches the sockets here", async () => {
  const { token, id } = await shop.person();
  const socket = plug(token);
  await next(socket, "notification_summary");
  const cart = next(socket, "cart_changed");
  // Like another process: only the notification, nothing published here.
  const message = { tags: [`cart_changed:${id}:4`], origin: "another process" };
  await sql`select pg_notify('kiosk_tags', ${JSON.stringify(message)})`.execute(app.db);
  expect(await cart).toEqual({ quantity: 4 });
});

test("L1 L2 after changes were missed, sockets get new figures, and those of accounts that changed are closed", async () => {
  const [admin, blocked] = [await shop.person("admin"), await shop.person("admin")];
  const [stays, ends] = [plug(admin.token), plug(blocked.token)];
  await Promise.all([figureOf(stays, 1), figureOf(ends, 1)]);
  // As by another process, while this one heard nothing.
  figures.total = 7;
  await sql`update users set account_status = 'blocked' where id = ${blocked.id}`.execute(app.db);
  app.responseCache.clear();
  const [figure, end] = [figureOf(stays, 7), left(ends)];
  missChanges();
  expect((await figure).total).toBe(7);
  expect(await end).toBeTruthy();
  expect(stays.connected).toBe(true);
});
