import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "#server/platform/database/database.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { deleteOldKeys, type Idempotency, runIdempotently } from "./idempotency.ts";
import { Problem, toProblem } from "./problem.ts";

const { app } = await openTestShop();
const { db } = app;

let keys = 0;
/** A call under a key of its own; `again` makes it once more, `other` with another body. */
function attempt(work: () => Promise<unknown>, key = `key ${++keys}`, within?: Db) {
  const make = (body: object) =>
    runIdempotently({
      endpoint: { summary: "", caller: "customer", idempotency: "required" },
      route: "POST /things",
      request: {
        headers: { "idempotency-key": key },
        url: "/v1/things",
        body,
        ip: "127.0.0.1",
      } as unknown as FastifyRequest,
      caller: { kind: "user", id: 1, role: "customer", sessionFamily: "f" } as never,
      db: within ?? db,
      status: 201,
      savesOwnAnswer: within !== undefined,
      work,
    });
  return { key, again: () => make({ a: 1 }), other: () => make({ a: 2 }) };
}

test("a repeat with the same key replays the first answer", async () => {
  let done = 0;
  const call = attempt(async () => ({ done: ++done }));
  expect(await call.again()).toEqual({ answer: { done: 1 } });
  expect(await call.again()).toEqual({ answer: { done: 1 }, replayed: 201 });
  expect(done).toBe(1);
});

test("the same key for another request is a conflict", async () => {
  const call = attempt(async () => ({}));
  await call.again();
  await expect(call.other()).rejects.toMatchObject({ code: "idempotency_mismatch" });
});

test("C11 without the database a keyed call answers 503, since its key may have a saved answer", async () => {
  const away = openDatabase({ host: "/nowhere", port: 5432, user: "shop", database: "shop" }, { size: 1 });
  const call = attempt(() => Promise.reject(new Problem("cart_empty")), "lost", away.db);
  const failure = await call.again().catch((error: unknown) => error);
  expect(toProblem(failure)).toMatchObject({ code: "busy", retryAfter: 1 });
  await away.close();
});

test("a repeat while the first is running is 409 in_progress", async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const call = attempt(async () => {
    started.resolve();
    await finish.promise;
    return { ok: true };
  });
  const first = call.again();
  await started.promise;
  await expect(call.again()).rejects.toMatchObject({ code: "in_progress", retryAfter: 1 });
  finish.resolve();
  expect(await first).toEqual({ answer: { ok: true } });
});

test("after a problem the same key can be used again", async () => {
  let open = false;
  const call = attempt(async () => {
    if (!open) throw new Problem("out_of_stock");
    return { ok: true };
  });
  await expect(call.again()).rejects.toMatchObject({ code: "out_of_stock" });
  open = true;
  expect(await call.again()).toEqual({ answer: { ok: true } });
});

test("a repeat takes over a crashed request once its lock has expired", async () => {
  const call = attempt(async () => ({ ok: true }));
  await call.again();
  await sql`
    update idempotency_keys set status_code = null, locked_until = now() - interval '1 second' where key = ${call.key}`.execute(
    db,
  );
  expect(await call.again()).toEqual({ answer: { ok: true } });
});

test("a call that requires a key fails without one; keys are deleted after 48 hours", async () => {
  const bare = runIdempotently({
    endpoint: { summary: "", caller: "customer", idempotency: "required" },
    route: "POST /things",
    request: { headers: {}, url: "/v1/things" } as unknown as FastifyRequest,
    caller: { kind: "nobody" },
    db,
    status: 200,
    savesOwnAnswer: false,
    work: async () => ({}),
  });
  await expect(bare).rejects.toMatchObject({ code: "idempotency_missing" });
  await sql`update idempotency_keys set created_at = now() - interval '49 hours'`.execute(db);
  await deleteOldKeys(db);
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from idempotency_keys`.execute(db);
  expect(rows[0]?.left).toBe(0);
});

/** A call whose work is steps, under a key of its own. */
function stepping(work: (idempotency: Idempotency) => Promise<unknown>, key = `key ${++keys}`) {
  const request = { headers: { "idempotency-key": key }, url: "/v1/things", body: {}, ip: "127.0.0.1" } as unknown;
  const ask = () =>
    runIdempotently({
      endpoint: { summary: "", caller: "customer", idempotency: "required" },
      route: "POST /things",
      request: request as FastifyRequest,
      caller: { kind: "user", id: 1, role: "customer", sessionFamily: "f" } as never,
      db,
      status: 201,
      savesOwnAnswer: false,
      work,
    });
  const expireLock = () =>
    sql`update idempotency_keys set locked_until = now() - interval '1 second' where key = ${key}`.execute(db);
  return { ask, expireLock };
}

test("a repeat skips the steps already committed", async () => {
  const done: string[] = [];
  let isCut = true;
  const { ask } = stepping(async (idempotency) => {
    const first = await idempotency.transaction(db, async () => done.push("first"));
    if (isCut) throw new Error("cut off");
    const second = await idempotency.transaction(db, async () => done.push("second"));
    return { first, second };
  });
  await expect(ask()).rejects.toThrow("cut off");
  await expect(ask()).rejects.toThrow("cut off");
  isCut = false;
  expect(await ask()).toEqual({ answer: { first: 1, second: 2 } });
  expect(await ask()).toEqual({ answer: { first: 1, second: 2 }, replayed: 201 });
  expect(done).toEqual(["first", "second"]);
});

test("a problem after a step clears the steps, so the same key starts again", async () => {
  let tries = 0;
  const { ask } = stepping(async (idempotency) => {
    await idempotency.transaction(db, async () => void tries++);
    if (tries === 1) throw new Problem("payment_refused");
    return { tries };
  });
  await expect(ask()).rejects.toMatchObject({ code: "payment_refused" });
  expect(await ask()).toEqual({ answer: { tries: 2 } });
});

test("a request whose key was taken over rolls its step back", async () => {
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let asked = 0;
  await sql`create table things (id int)`.execute(db);
  const { ask, expireLock } = stepping(async (idempotency) => {
    const id = ++asked;
    await idempotency.transaction(db, async (tx) => {
      await sql`insert into things values (${id})`.execute(tx);
      if (id > 1) return;
      begin();
      await woken;
    });
    return { id };
  });
  const slow = ask();
  await begun;
  await expireLock();
  expect(await ask()).toEqual({ answer: { id: 2 } });
  wake();
  await expect(slow).rejects.toMatchObject({ code: "in_progress" });
  expect((await sql`select id from things`.execute(db)).rows).toEqual([{ id: 2 }]);
  expect(await ask()).toEqual({ answer: { id: 2 }, replayed: 201 });
});

test("C11 callers without a session share no keys: neither guests, nor browsers at one address", async () => {
  let done = 0;
  const make = (caller: object, browser: string) =>
    runIdempotently({
      endpoint: { summary: "", caller: "shopper", idempotency: "required" },
      route: "POST /things",
      request: {
        headers: { "idempotency-key": "a key of everybody", "user-agent": browser },
        url: "/v1/things",
        body: {},
        ip: "198.51.100.9",
      } as unknown as FastifyRequest,
      caller: caller as never,
      db,
      status: 201,
      savesOwnAnswer: false,
      work: async () => ({ done: ++done }),
    });
  const callers: [object, string][] = [
    [{ kind: "nobody" }, "Firefox"],
    [{ kind: "nobody" }, "Chrome"],
    [{ kind: "guest", guestId: "one" }, "Firefox"],
    [{ kind: "guest", guestId: "other" }, "Firefox"],
  ];
  for (const [at, [caller, browser]] of callers.entries()) {
    expect(await make(caller, browser)).toEqual({ answer: { done: at + 1 } });
    expect(await make(caller, browser)).toEqual({ answer: { done: at + 1 }, replayed: 201 });
  }
});
