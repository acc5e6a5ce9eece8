import { sql } from "kysely";
import { expect, test } from "vitest";
import { openRecoveryShop, password } from "./recovery.fixture.ts";

const { app, ask, sentEmails, registered, emailTo, linkInEmail, forgot } = await openRecoveryShop();

test("D9 a forgotten password: same answer for known and unknown addresses, and the secret is not stored", async () => {
  const somebody = await registered();
  const known = await somebody.post("/auth/password/forgot", { username: somebody.email });
  const unknown = await somebody.post("/auth/password/forgot", { username: "nobody.at.all@example.com" });
  expect([known.status, known.body]).toEqual([202, unknown.body]);
  expect(unknown.status).toBe(202);
  await app.jobs.drain();
  const token = linkInEmail(somebody.email, "reset");
  expect(
    sentEmails.filter(({ kind, to }) => kind === "reset" && to !== somebody.email && to.includes("nobody")),
  ).toEqual([]);
  const { rows: stored } = await sql<{ text: string }>`
    select string_agg(t::text, ' ') as text from one_time_tokens t`.execute(app.db);
  expect(stored[0]?.text).not.toContain(token);
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from expires_at - now())::int as left
    from one_time_tokens
    where purpose = 'reset'
    order by created_at desc
    limit 1`.execute(app.db);
  expect(rows[0]?.left).toBeGreaterThan(3500);
  expect(rows[0]?.left).toBeLessThanOrEqual(3600);
});

test("D9 known and unknown addresses take the same time: the account is looked up after the response", async () => {
  const { email, post } = await registered();
  // Emails of other tests may still be queued.
  await app.jobs.drain();
  const before = sentEmails.length;
  const answers = [
    await post("/auth/password/forgot", { username: email }),
    await post("/auth/password/forgot", { username: "unknown@example.com" }),
  ];
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from graphile_worker.jobs
    where task_identifier = 'accounts.password-reset'`.execute(app.db);
  expect([answers[0]?.body, rows[0]?.waiting, sentEmails.length]).toEqual([answers[1]?.body, 2, before]);
  await app.jobs.drain();
  expect(sentEmails.slice(before).map(({ kind, to }) => [kind, to])).toEqual([["reset", email]]);
});

test("D9 a password reset works once, ends every session, sends an email and signs in", async () => {
  const somebody = await registered();
  const token = await forgot(somebody);
  const answer = await somebody.post("/auth/password/reset", { token, password: "battery staple" });
  expect(answer).toMatchObject({
    status: 200,
    body: { role: "customer", user: { id: somebody.id, email_verified: true } },
  });
  expect((await ask("POST /auth/refresh", { token: somebody.refresh })).status).toBe(401);
  expect((await ask("GET /account/profile", { token: somebody.token })).status).toBe(401);
  expect((await ask("GET /account/profile", { token: answer.body.access_token })).status).toBe(200);
  expect(emailTo(somebody.email, "password_changed")).toBeDefined();
  expect(await somebody.post("/auth/password/reset", { token, password: "battery staple" })).toMatchObject({
    status: 409,
    body: { code: "link_expired" },
  });
  const signIn = (given: string) => somebody.post("/auth/login", { username: somebody.email, password: given });
  expect((await signIn(password)).status).toBe(400);
  expect((await signIn("battery staple")).status).toBe(200);
});

test("D9 a link expires after an hour, works once, and is void after a password change", async () => {
  const somebody = await registered();
  const race = await forgot(somebody);
  const both = await Promise.all(
    ["first password", "other password"].map((password) =>
      somebody.post("/auth/password/reset", { token: race, password }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const old = await forgot(somebody);
  await sql`update one_time_tokens set expires_at = now() where user_id = ${somebody.id}`.execute(app.db);
  expect((await somebody.post("/auth/password/reset", { token: old, password })).status).toBe(409);
  const open = await forgot(somebody);
  const [winner] = both.filter(({ status }) => status === 200);
  const current = both[0]?.status === 200 ? "first password" : "other password";
  const changed = await ask("POST /account/password", {
    token: winner?.body.access_token,
    body: { current_password: current, password },
  });
  expect(changed.status).toBe(204);
  expect((await somebody.post("/auth/password/reset", { token: open, password })).status).toBe(409);
  expect((await somebody.post("/auth/password/reset", { token: "rubbish", password })).body.code).toBe("link_expired");
});

test("D9 password resets are limited per address and per account", async () => {
  const somebody = await registered();
  const ask5 = async (address: string) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++)
      statuses.push((await somebody.post("/auth/password/forgot", { username: somebody.email }, address)).status);
    return statuses;
  };
  expect(await ask5("10.4.0.1")).toEqual([202, 202, 202, 202, 202, 429]);
  await app.jobs.drain();
  expect(sentEmails.filter(({ kind, to }) => kind === "reset" && to === somebody.email)).toHaveLength(3);
  for (let other = 2; other <= 4; other++) await ask5(`10.4.0.${other}`);
  expect((await somebody.post("/auth/password/forgot", { username: somebody.email }, "10.4.0.9")).status).toBe(429);
});

test("D9 strangers' requests for resets don't keep an owner from one on a device they signed in on", async () => {
  const somebody = await registered();
  for (let other = 1; other <= 4; other++)
    for (let turn = 0; turn < 5; turn++)
      await somebody.post("/auth/password/forgot", { username: somebody.email }, `10.5.0.${other}`);
  const askFor = (headers: Record<string, string>) =>
    ask("POST /auth/password/forgot", {
      headers: { "x-forwarded-for": "10.5.1.1", ...headers },
      body: { username: somebody.email },
    });
  expect((await askFor({})).status).toBe(429);
  expect((await askFor({ cookie: somebody.cookie })).status).toBe(202);
  await app.jobs.drain();
  const token = linkInEmail(somebody.email, "reset");
  expect((await somebody.post("/auth/password/reset", { token, password: "another quiet river" })).status).toBe(200);
  // Who has reset it may ask again, from anywhere.
  expect((await askFor({})).status).toBe(202);
});

test("D9 common passwords and own names are refused wherever a password is chosen; a reset link stays valid", async () => {
  const somebody = await registered({ fullname: "Grace Hopper" });
  const change = (chosen: string) =>
    ask("POST /account/password", { token: somebody.token, body: { current_password: password, password: chosen } });
  for (const [chosen, code] of [
    ["Password1", "common"],
    ["iloveyou", "common"],
    ["qwertyuiop", "common"],
    ["gracehopper", "own_name"],
    ["Kiosk-Hopper-1", "own_name"],
    [somebody.email, "own_name"],
    [`${somebody.user.username}!1`, "own_name"],
  ] as const)
    expect(await change(chosen)).toMatchObject({ status: 400, body: { errors: [{ field: "password", code }] } });
  expect((await change("tab\tin the middle")).body.errors[0].field).toBe("password");
  const token = await forgot(somebody);
  expect((await somebody.post("/auth/password/reset", { token, password: "sunshine1" })).status).toBe(400);
  expect((await somebody.post("/auth/password/reset", { token, password: "battery staple" })).status).toBe(200);
  const body = { email: "late@example.com", fullname: "Late Comer", password: "late-comer-12" };
  expect(await ask("POST /auth/register", { body })).toMatchObject({ status: 400 });
  for (const fullname of ["Late\nComer", "Late\u0000"])
    expect((await ask("POST /auth/register", { body: { ...body, fullname, password } })).status).toBe(400);
  expect((await ask("POST /auth/register", { body: { username: "аdmin", password } })).status).toBe(400);
});
