import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { forgetOldKeys, onceOnly } from "./idempotency.ts";
import { Refusal } from "./refusal.ts";

const { house } = await openTestShop();
const { db } = house;

let keys = 0;
/** A call under a key of its own; `again` makes it once more, `other` with another body. */
function attempt(work: () => Promise<unknown>, key = `key ${++keys}`) {
  const make = (body: object) =>
    onceOnly({
      endpoint: { summary: "", caller: "customer", idempotency: "required" },
      route: "POST /things",
      request: {
        headers: { "idempotency-key": key },
        url: "/v1/things",
        body,
        ip: "127.0.0.1",
      } as unknown as FastifyRequest,
      caller: { kind: "user", id: 1, role: "customer", sessionFamily: "f" } as never,
      db,
      status: 201,
      isWithin: false,
      work,
    });
  return { key, again: () => make({ a: 1 }), other: () => make({ a: 2 }) };
}

test("a repeat with the same key gets the first answer and does nothing", async () => {
  let done = 0;
  const call = attempt(async () => ({ done: ++done }));
  expect(await call.again()).toEqual({ answer: { done: 1 } });
  expect(await call.again()).toEqual({ answer: { done: 1 }, replayed: 201 });
  expect(done).toBe(1);
});

test("the same key for another request is refused", async () => {
  const call = attempt(async () => ({}));
  await call.again();
  await expect(call.other()).rejects.toMatchObject({ code: "idempotency_mismatch" });
});

test("a repeat while the first is still at work is told to wait", async () => {
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

test("a refusal changes nothing, so the same key may try again", async () => {
  let open = false;
  const call = attempt(async () => {
    if (!open) throw new Refusal("out_of_stock");
    return { ok: true };
  });
  await expect(call.again()).rejects.toMatchObject({ code: "out_of_stock" });
  open = true;
  expect(await call.again()).toEqual({ answer: { ok: true } });
});

test("a request that died is taken over once its lock has run out", async () => {
  const call = attempt(async () => ({ ok: true }));
  await call.again();
  await sql`
    update idempotency_keys set status_code = null, locked_until = now() - interval '1 second' where key = ${call.key}`.execute(
    db,
  );
  expect(await call.again()).toEqual({ answer: { ok: true } });
});

test("a call that needs a key is refused without one; keys are forgotten after 48 hours", async () => {
  const bare = onceOnly({
    endpoint: { summary: "", caller: "customer", idempotency: "required" },
    route: "POST /things",
    request: { headers: {}, url: "/v1/things" } as unknown as FastifyRequest,
    caller: { kind: "nobody" },
    db,
    status: 200,
    isWithin: false,
    work: async () => ({}),
  });
  await expect(bare).rejects.toMatchObject({ code: "idempotency_missing" });
  await sql`update idempotency_keys set created_at = now() - interval '49 hours'`.execute(db);
  await forgetOldKeys(db);
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from idempotency_keys`.execute(db);
  expect(rows[0]?.left).toBe(0);
});
