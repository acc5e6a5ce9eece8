import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount } from "#server/accounts/accounts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const password = "correct horse";
let addresses = 0;

/** A new account, and sign-ins to it from an address of its own. */
async function somebody(role: "customer" | "admin" = "customer") {
  const number = ++addresses;
  const username = `Person-${number}`;
  const email = `Person.${number}@example.com`;
  const account = { username, email, password, role, fullname: "Ada Person" };
  const { id } = await inTransaction(app.db, (tx) => createAccount(app, tx, account));
  const headers = { "x-forwarded-for": `10.0.0.${number}` };
  const signIn = (name = username, given = password, from = headers) =>
    ask("POST /auth/login", { body: { username: name, password: given }, headers: from });
  return { id, username, email, signIn };
}
const refresh = (token: string) => ask("POST /auth/refresh", { token });
const profile = (token: string) => ask("GET /account/profile", { token });

test("C1 S3 signing in by username or email, in upper or lower case, starts a session", async () => {
  const { id, username, email, signIn } = await somebody();
  for (const name of [username, email, username.toUpperCase(), ` ${email.toLowerCase()} `]) {
    const { status, body } = await signIn(name);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      role: "customer",
      account_status: "active",
      user: {
        id,
        fullname: "Ada Person",
        email,
        username,
        email_verified: true,
        has_password: true,
        permissions: {},
        must_set_up_two_factor: false,
      },
    });
    expect((await profile(body.access_token)).body.data.id).toBe(id);
  }
});

test("C1 T2 an unknown name and a wrong password get the same 400, after the same time", async () => {
  const { username, signIn } = await somebody();
  const timed = async (name: string) => {
    const before = process.hrtime.bigint();
    const { status, body } = await signIn(name, "wrong password");
    const took = Number(process.hrtime.bigint() - before) / 1e6;
    return { took, answer: { status, code: body.code, message: body.message } };
  };
  await timed("warm up");
  const wrong: Awaited<ReturnType<typeof timed>>[] = [];
  const unknown: typeof wrong = [];
  // In turns, so that a busy machine slows both alike.
  for (const nobody of ["nobody-1", "nobody-2", "nobody-3", "nobody-4", "nobody-5"]) {
    wrong.push(await timed(username));
    unknown.push(await timed(nobody));
  }
  for (const { answer } of [...wrong, ...unknown])
    expect(answer).toEqual({
      status: 400,
      code: "bad_credentials",
      message: "Incorrect username or password.",
    });
  const least = (tries: { took: number }[]) => Math.min(...tries.map(({ took }) => took));
  // Without hashing, an unknown name would be answered in a tenth of the time.
  expect(least(unknown)).toBeGreaterThan(least(wrong) / 3);
});

test("C1 S8 bad input is 400 with the fields, never 422", async () => {
  const { status, body } = await ask("POST /auth/login", { body: { username: " " } });
  expect(status).toBe(400);
  expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(["password", "username"]);
});

test("C1 T2 a blocked account is 403 with the right password, and 400 with a wrong one", async () => {
  const { id, signIn } = await somebody();
  await sql`update users set account_status = 'blocked' where id = ${id}`.execute(app.db);
  expect(await signIn()).toMatchObject({ status: 403, body: { code: "account_blocked" } });
  expect((await signIn(undefined, "wrong password")).status).toBe(400);
});

test("C1 T2 failures from one address are throttled before the password is verified, and blocks get longer", async () => {
  const { username, signIn } = await somebody();
  for (let failure = 1; failure <= 5; failure++) expect((await signIn(username, "wrong password")).status).toBe(400);
  const throttled = await signIn();
  expect([throttled.status, throttled.body.code]).toEqual([429, "too_many_requests"]);
  expect(Number(throttled.headers["retry-after"])).toBeGreaterThan(25);
  expect(Number(throttled.headers["retry-after"])).toBeLessThanOrEqual(30);
  await sql`update auth_attempts set blocked_until = now() where blocked_until > now()`.execute(app.db);
  expect((await signIn(username, "wrong password")).status).toBe(400);
  expect(Number((await signIn()).headers["retry-after"])).toBeGreaterThan(50);
  await sql`update auth_attempts set blocked_until = now() where blocked_until > now()`.execute(app.db);
  expect((await signIn()).status).toBe(200);
  expect((await signIn(username, "wrong password")).status).toBe(400);
  expect((await signIn()).status).toBe(200);
});

test("C1 T2 an account is throttled across all addresses", async () => {
  const { username, signIn } = await somebody();
  for (let failure = 1; failure <= 20; failure++) {
    const from = { "x-forwarded-for": `10.1.0.${failure}` };
    expect((await signIn(username, "wrong password", from)).status).toBe(400);
  }
  expect((await signIn(username, password, { "x-forwarded-for": "10.1.1.1" })).status).toBe(429);
  // Who tries again meanwhile uses up nothing of their own network.
  for (let turn = 0; turn < 6; turn++)
    expect((await signIn(username, password, { "x-forwarded-for": "10.1.1.1" })).status).toBe(429);
  await sql`update auth_attempts set blocked_until = null where key not like '% %'`.execute(app.db);
  expect((await signIn(username, password, { "x-forwarded-for": "10.1.1.1" })).status).toBe(200);
  const names = await sql<{ key: string }>`select key from auth_attempts`.execute(app.db);
  expect(names.rows.some(({ key }) => key.toLowerCase().includes("person"))).toBe(false);
});

const failing = (calls: Promise<{ status: number }>[]) =>
  Promise.all(calls).then((answers) => answers.map(({ status }) => status).toSorted());
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers["set-cookie"]).match(/device_id=[^;]+/)?.[0] ?? "";

test("C1 T2 every attempt of a burst counts, not only those after the first answer", async () => {
  const { signIn } = await somebody();
  const statuses = await failing(Array.from({ length: 12 }, () => signIn(undefined, "wrong password")));
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(7).fill(429)]);
});

test("C1 T2 username and email of an account share their failures", async () => {
  const { username, email, signIn } = await somebody();
  for (const name of [username, email, username, email, email.toUpperCase()])
    expect((await signIn(name, "wrong password")).status).toBe(400);
  expect((await signIn(username)).status).toBe(429);
});

test("C1 T2 strangers' wrong passwords do not lock the owner out of a device they signed in on", async () => {
  const { username, signIn } = await somebody();
  const cookie = cookieOf(await signIn());
  const stranger = (turn: number) => ({ "x-forwarded-for": `10.8.0.${turn}` });
  for (let turn = 1; turn <= 20; turn++)
    expect((await signIn(username, "wrong password", stranger(turn))).status).toBe(400);
  expect((await signIn(username, password, { "x-forwarded-for": "10.8.1.1" })).status).toBe(429);
  const home = { "x-forwarded-for": "10.8.1.1", cookie } as { "x-forwarded-for": string };
  for (let turn = 1; turn <= 5; turn++) expect((await signIn(username, "wrong password", home)).status).toBe(400);
  expect((await signIn(username, password, home)).status).toBe(429);
  await sql`update auth_attempts set blocked_until = now() where key like 'device %'`.execute(app.db);
  expect((await signIn(username, password, home)).status).toBe(200);
  const other = await somebody();
  expect((await other.signIn(username, password, home)).status).toBe(200);
});

test("C1 D9 registering creates a customer account and signs in, with 201", async () => {
  const body = { username: "newcomer", email: "Newcomer@example.com", password, fullname: "New Comer" };
  const answer = await ask("POST /auth/register", { body });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ role: "customer", account_status: "active", user: { username: "newcomer" } });
  expect((await profile(answer.body.access_token)).status).toBe(200);
  for (const taken of [{ username: "NEWCOMER" }, { email: "newcomer@EXAMPLE.com" }])
    expect(await ask("POST /auth/register", { body: { ...taken, password } })).toMatchObject({
      status: 409,
      body: { code: "username_taken" },
    });
  const names = ["NFC", "NFD"].map((form) => "josé".normalize(form));
  const [first, second] = [
    await ask("POST /auth/register", { body: { username: names[0], password } }),
    await ask("POST /auth/register", { body: { username: names[1], password } }),
  ];
  expect([first.status, second.status, second.body.code]).toEqual([201, 409, "username_taken"]);
  expect((await ask("POST /auth/register", { body: { password } })).status).toBe(400);
  expect((await ask("POST /auth/register", { body: { email: "a@example.com", password: "short" } })).status).toBe(400);
  const stored = await sql<{ password_hash: string }>`
    select password_hash from users where username = 'newcomer'`.execute(app.db);
  expect(stored.rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("C1 S7 a refresh token is exchanged for a new pair and is stored as a hash only", async () => {
  const { id, signIn } = await somebody();
  const first = (await signIn()).body;
  const second = await refresh(first.refresh_token);
  expect(second.status).toBe(200);
  expect(Object.keys(second.body).toSorted()).toEqual(["access_token", "refresh_token"]);
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  expect((await profile(second.body.access_token)).status).toBe(200);
  const { rows } = await sql<{ refresh_hash: Buffer; days: number }>`
    select refresh_hash, extract(day from expires_at - now())::int as days from sessions
    where user_id = ${id}`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ refresh_hash }) => !refresh_hash.includes(first.refresh_token))).toBe(true);
  expect(rows.every(({ days }) => days === 29)).toBe(true);
  for (const token of ["unknown", undefined])
    expect(await ask("POST /auth/refresh", { token })).toMatchObject({
      status: 401,
      body: { code: "session_expired" },
    });
});

test("Session: refresh in two tabs at once works, the previous token has 10 s of grace", async () => {
  const { signIn } = await somebody();
  const { refresh_token } = (await signIn()).body;
  const [one, other] = await Promise.all([refresh(refresh_token), refresh(refresh_token)]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(other.body.refresh_token).toBe(one.body.refresh_token);
  expect((await refresh(one.body.refresh_token)).status).toBe(200);
  expect((await refresh(other.body.refresh_token)).status).toBe(200);
});

test("T6 a token replayed within its grace does not start a second chain", async () => {
  const { id, signIn } = await somebody();
  const { refresh_token } = (await signIn()).body;
  const owner = (await refresh(refresh_token)).body;
  const thief = (await refresh(refresh_token)).body;
  const next = (await refresh(owner.refresh_token)).body;
  await sql`update sessions set rotated_at = rotated_at - interval '11 seconds' where user_id = ${id}`.execute(app.db);
  expect((await refresh(thief.refresh_token)).status).toBe(401);
  expect((await refresh(next.refresh_token)).status).toBe(401);
});

test("T6 a refresh token used again after its grace ends the whole family, and no other", async () => {
  const { id, signIn } = await somebody();
  const elsewhere = (await signIn()).body;
  const first = (await signIn()).body;
  const second = (await refresh(first.refresh_token)).body;
  await sql`update sessions set rotated_at = rotated_at - interval '11 seconds' where user_id = ${id}`.execute(app.db);
  expect((await refresh(first.refresh_token)).status).toBe(401);
  expect((await refresh(second.refresh_token)).status).toBe(401);
  expect((await profile(second.access_token)).status).toBe(401);
  expect((await refresh(elsewhere.refresh_token)).status).toBe(200);
});

test("C1 an old refresh token is 401", async () => {
  const { id, signIn } = await somebody();
  const { refresh_token } = (await signIn()).body;
  await sql`update sessions set expires_at = now() where user_id = ${id}`.execute(app.db);
  expect((await refresh(refresh_token)).status).toBe(401);
});

test("C1 a session ends a set number of days after its sign-in, however often it is renewed", async () => {
  const { id, signIn } = await somebody();
  const age = (days: number) =>
    sql`update sessions set family_created_at = now() - make_interval(days => ${days}) where user_id = ${id}`.execute(
      app.db,
    );
  const first = (await signIn()).body.refresh_token;
  await age(89);
  const second = await refresh(first);
  expect(second.status).toBe(200);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from max(expires_at) filter (where rotated_at is null) - now()) / 3600 as hours
    from sessions where user_id = ${id}`.execute(app.db);
  expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(24);
  await age(90);
  expect((await refresh(second.body.refresh_token)).status).toBe(401);
});

test("S4 signing out ends the session, and is 204 for any token", async () => {
  const { signIn } = await somebody();
  const { refresh_token } = (await signIn()).body;
  const newer = (await refresh(refresh_token)).body.refresh_token;
  for (const token of [newer, newer, "unknown"]) expect((await ask("POST /auth/logout", { token })).status).toBe(204);
  expect((await refresh(newer)).status).toBe(401);
});

test("S4 the access tokens of a session end with it, and an unknown refresh token ends none", async () => {
  const { signIn } = await somebody();
  const { access_token, refresh_token } = (await signIn()).body;
  await ask("POST /auth/logout", { token: "unknown" });
  expect((await profile(access_token)).status).toBe(200);
  await ask("POST /auth/logout", { token: refresh_token });
  expect((await profile(access_token)).status).toBe(401);
});

test("S8 only a malformed or tampered access token is 422, an old one 401", async () => {
  const { signIn } = await somebody();
  const { access_token } = (await signIn()).body;
  const [head, body, sign] = access_token.split(".");
  const others = `${body}`.replace(/^./, (character) => (character === "a" ? "b" : "a"));
  for (const token of ["rubbish", `${head}.${others}.${sign}`])
    expect(await profile(token)).toMatchObject({ status: 422, body: { code: "token_broken" } });
  expect((await ask("GET /account/profile")).status).toBe(401);
});

test("C1 D1 the Google link redirects; without settings the page shows an error", async () => {
  const { status, headers } = await ask("GET /auth/login/google");
  expect([status, headers.location]).toEqual([302, "/login-success?problem=google_not_set_up"]);
});

test("last_seen_at moves at most once in five minutes", async () => {
  const { id, signIn } = await somebody();
  const seen = async () => {
    const { rows } = await sql<{ at: string }>`select last_seen_at as at from users where id = ${id}`.execute(app.db);
    return rows[0]?.at;
  };
  await signIn();
  const first = await seen();
  await signIn();
  expect(await seen()).toBe(first);
  await sql`update users set last_seen_at = now() - interval '6 minutes' where id = ${id}`.execute(app.db);
  const { refresh_token } = (await signIn()).body;
  await sql`update users set last_seen_at = now() - interval '6 minutes' where id = ${id}`.execute(app.db);
  const old = await seen();
  await refresh(refresh_token);
  expect(await seen()).not.toBe(old);
});

test("C1 a password counts as it is typed, up to 200 characters", async () => {
  const exact = `  ${"Long pass phrase ä ".repeat(10)}`.padEnd(200, "x");
  const account = { username: "exact", email: "exact@example.com", password: exact, fullname: "Ex Act" };
  expect((await ask("POST /auth/register", { body: account })).status).toBe(201);
  const signIn = async (password: string) =>
    (await ask("POST /auth/login", { body: { username: "exact", password } })).status;
  expect(await signIn(exact)).toBe(200);
  for (const other of [exact.trim(), exact.toLowerCase(), exact.slice(0, 72), exact.slice(0, 199)])
    expect(await signIn(other)).toBe(400);
});

test("P3 nobody registers as an administrator, whatever fields are sent", async () => {
  const more = { role: "admin", account_status: "active", id: 1, token_epoch: 99, is_admin: true };
  const account = { username: "climber", email: "climber@example.com", password, fullname: "Cli Mber" };
  const { body } = await ask("POST /auth/register", { body: { ...account, ...more } });
  expect(body.role).toBe("customer");
  const patched = await ask("PUT /account/profile", {
    token: body.access_token,
    body: { fullname: "Cli Mber", ...more },
  });
  expect(patched.status).toBeLessThan(500);
  expect((await ask("GET /customers", { token: body.access_token })).status).toBe(403);
});
