import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openDatabase } from "#server/platform/database/database.ts";
import { withinOneMinute } from "#server/testing/minutes.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { Problem } from "./problem.ts";
import { addressOf, createRateLimiter, limitGuesses } from "./rate-limit.ts";

const shop = await openTestShop();
const noon = () => Date.UTC(2026, 0, 1, 12, 0, 20);
const limiterAt = (now: () => number) => createRateLimiter(shop.app.db, shop.app.log, { now });
const refusalOf = (work: Promise<void>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error : undefined),
  );

/** As if other processes had counted this many calls in this minute. */
const countedElsewhere = (key: string, hits: number) =>
  sql`
    insert into rate_counts (key, window_start, hits) values (${key}, date_trunc('minute', now()), ${hits})
    on conflict (key, window_start) do update set hits = excluded.hits`.execute(shop.app.db);

test("C1 too many sign-ins of one address are 429 with Retry-After, counted over all processes", async () => {
  await withinOneMinute(shop.app.db, async (attempt) => {
    const [one, other] = [limiterAt(noon), limiterAt(noon)];
    const from = { ip: `10.9.${attempt}.1` };
    for (let call = 0; call < 60; call++) await (call % 2 ? one : other)("sign-in", from);
    for (const limit of [one, other]) {
      const refusal = await refusalOf(limit("sign-in", from));
      expect([refusal?.code, refusal?.retryAfter]).toEqual(["too_many_requests", 40]);
    }
    await one("sign-in", { ip: `10.9.${attempt}.2` });
  });
});

test("C11 writes are limited for each address across processes, per minute", async () => {
  await withinOneMinute(shop.app.db, async (attempt) => {
    let time = noon();
    const limits = [limiterAt(() => time), limiterAt(() => time)];
    const from = { ip: `10.9.${attempt}.3` };
    let allowed = 0;
    while (allowed < 1000 && !(await refusalOf(limits[allowed % 2]?.("write", from) ?? Promise.resolve()))) allowed++;
    // Each process counts up to 20 calls before it adds them to the shared count.
    expect(allowed).toBeGreaterThanOrEqual(580);
    expect(allowed).toBeLessThanOrEqual(620);
    time += 60_000;
    await limiterAt(() => time)("read", from);
    await limits[0]?.("write", { ip: "127.0.0.1" });
  });
});

test("C1 an IPv6 network of one customer counts as one address, however many of its addresses are used", async () => {
  await withinOneMinute(shop.app.db, async (attempt) => {
    const limit = limiterAt(noon);
    const from = (network: number, host: number) =>
      limit("sign-in", { ip: `2001:db8:${attempt}:${network}::${host.toString(16)}` });
    for (let host = 1; host <= 60; host++) await from(1, host);
    expect((await refusalOf(from(1, 61)))?.code).toBe("too_many_requests");
    await from(2, 61);
  });
  expect(addressOf({ ip: "::ffff:10.9.0.1" })).toBe("10.9.0.1");
  expect(addressOf({ ip: "unknown" })).toBe("unknown");
});

test("C11 when more addresses than are counted call within a minute, this is reported once", async () => {
  const log = { warn: vi.fn() };
  let time = noon();
  const limit = createRateLimiter(shop.app.db, log, { now: () => time, max: 2 });
  const call = (last: number) => limit("read", { ip: `10.9.1.${last}` });
  for (const last of [1, 2]) await call(last);
  time += 60_000;
  // The counts of the minute before are not needed any more.
  for (const last of [3, 4]) await call(last);
  expect(log.warn).not.toHaveBeenCalled();
  for (const last of [5, 6]) await call(last);
  expect(log.warn).toHaveBeenCalledOnce();
});

test("C11 endpoints without a declared limit have one: 429 with Retry-After", async () => {
  const headers = { "x-forwarded-for": "10.9.0.4" };
  let answer = await shop.ask("POST /auth/code/verify", { headers, body: {} });
  // Twice as many as a minute has, as they may be made in two.
  for (let call = 0; call < 120 && answer.status !== 429; call++)
    answer = await shop.ask("POST /auth/code/verify", { headers, body: {} });
  expect(answer).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  const { token } = await shop.person();
  // As if other processes had counted 600 changes, in this minute and the next.
  await sql`
    insert into rate_counts (key, window_start, hits)
    select 'write 10.9.0.4', date_trunc('minute', now()) + make_interval(mins => later), 600
    from generate_series(0, 1) as later`.execute(shop.app.db);
  let change = await shop.ask("POST /notifications/read-all", { headers, token });
  for (let call = 0; call < 40 && change.status !== 429; call++)
    change = await shop.ask("POST /notifications/read-all", { headers, token });
  expect(change.status).toBe(429);
});

test("C11 documents that are made for the request have the limit of pages", async () => {
  const headers = { "x-forwarded-for": "10.9.0.5" };
  const { token } = await shop.person();
  await sql`
    insert into rate_counts (key, window_start, hits)
    select 'page 10.9.0.5', date_trunc('minute', now()) + make_interval(mins => later), 600
    from generate_series(0, 1) as later`.execute(shop.app.db);
  const id = randomUUID();
  for (const route of [`GET /orders/${id}/invoice`, `GET /documents/${id}`] as const) {
    let answer = await shop.ask(route, { headers, token });
    for (let call = 0; call < 40 && answer.status !== 429; call++) answer = await shop.ask(route, { headers, token });
    expect(answer.status).toBe(429);
  }
});

test("C11 X-Forwarded-For counts only from this machine, so that nobody chooses their address", async () => {
  const send = (count: number) =>
    shop.app.http.inject({
      method: "POST",
      url: "/v1/auth/code/verify",
      remoteAddress: "203.0.113.7",
      headers: { "x-forwarded-for": `10.8.0.${count}` },
      payload: {},
    });
  let status = 0;
  for (let count = 0; count < 125 && status !== 429; count++) status = (await send(count)).statusCode;
  expect(status).toBe(429);
});

test("C1 a wider IPv6 network may do as much as sixteen customers", async () => {
  await withinOneMinute(shop.app.db, async (attempt) => {
    const limit = limiterAt(noon);
    await countedElsewhere(`sign-in 2001:db8:90${attempt}::/48`, 900);
    const from = (network: number) => limit("sign-in", { ip: `2001:db8:90${attempt}:${network.toString(16)}::1` });
    let allowed = 0;
    while (allowed < 2000 && !(await refusalOf(from(allowed)))) allowed++;
    expect(900 + allowed).toBe(16 * 60);
    await limit("sign-in", { ip: `2001:db8:a0${attempt}::1` });
  });
});

test("C1 wrong codes are limited for a wider IPv6 network as well", async () => {
  const { db } = shop.app;
  await withinOneMinute(shop.app.db, async (attempt) => {
    await countedElsewhere(`code 2001:db8:b0${attempt}::/48`, 280);
    const guess = (network: number) =>
      limitGuesses(db, `2001:db8:b0${attempt}:${network.toString(16)}::/64`, { isRight: false });
    let allowed = 0;
    while (allowed < 1000 && !(await refusalOf(guess(allowed)))) allowed++;
    expect(280 + allowed).toBe(16 * 20);
  });
});

test("C1 the port that some proxies add to an address makes no other client of it", () => {
  expect(addressOf({ ip: "203.0.113.9:1001" })).toBe("203.0.113.9");
  expect(addressOf({ ip: "[2001:db8::1]:1001" })).toBe(addressOf({ ip: "2001:db8::2" }));
});

test("C1 a process whose database is lost goes on counting by itself", async () => {
  const broken = openDatabase({ host: "/nowhere", port: 1, user: "shop", database: "shop" });
  const limit = createRateLimiter(broken.db, shop.app.log, { now: noon });
  let allowed = 0;
  while (allowed < 1000 && !(await refusalOf(limit("page", { ip: "10.9.0.9" })))) allowed++;
  expect(allowed).toBe(600);
  await broken.close();
});

test("2.4.1 requests with a body are limited before it is read, also those to unknown paths", async () => {
  await withinOneMinute(shop.app.db, async (attempt) => {
    const ip = `10.77.${attempt}.1`;
    await countedElsewhere(`body ${ip}`, 5000);
    const statuses: number[] = [];
    for (let call = 0; call < 30; call++) {
      const { statusCode } = await shop.app.http.inject({
        method: "POST",
        url: "/v1/no-such-path",
        headers: { "x-forwarded-for": ip, "content-type": "application/json" },
        payload: "{",
      });
      statuses.push(statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses[0]).not.toBe(429);
  });
});
