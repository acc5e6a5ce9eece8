import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AccountEmail } from "#server/accounts/account-emails.ts";
import { signInCode, tokenSecret } from "#server/accounts/accounts.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { Purpose } from "./one-time-tokens.sql.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const password = "correct horse";
const sentEmails: AccountEmail[] = [];
app.events.on("account.email_requested", async (_tx, email) => void sentEmails.push(email));

let people = 0;
async function registered(form: object = {}) {
  const number = ++people;
  const email = `Somebody.${number}@example.com`;
  const { body } = await ask("POST /auth/register", {
    body: { email, username: `somebody-${number}`, password, ...form },
  });
  const profile = async () => (await ask("GET /account/profile", { token: body.access_token })).body.data;
  return {
    ...from(number),
    email,
    id: body.user.id,
    token: body.access_token,
    refresh: body.refresh_token,
    user: body.user,
    profile,
  };
}
/** Calls from an address of its own, so that no test is throttled by another. */
const from = (number: number) => ({
  post: (path: string, body: object, address = `10.2.0.${number}`) =>
    ask(`POST ${path}`, { body, headers: { "x-forwarded-for": address } }),
});
const emailTo = (email: string, kind: AccountEmail["kind"]) =>
  sentEmails.findLast((one) => one.kind === kind && one.to.toLowerCase() === email.toLowerCase());
/** The secret in an email. */
const linkInEmail = (email: string, kind: AccountEmail["kind"], purpose = kind as Purpose) =>
  tokenSecret(app, purpose, emailTo(email, kind)?.tokenId ?? "");
const codeTo = (email: string) => signInCode(app, emailTo(email, "login_code")?.tokenId ?? "");
const forgot = async (somebody: Awaited<ReturnType<typeof registered>>) => {
  await somebody.post("/auth/password/forgot", { username: somebody.email });
  await app.jobs.drain();
  return linkInEmail(somebody.email, "reset");
};
const everybody = sql<{ text: string }>`select string_agg(t::text, ' ') as text from one_time_tokens t`;

test("D9 sign-up sends a confirmation link that works once; the account is active meanwhile", async () => {
  const { email, user, profile, post } = await registered();
  expect(user).toMatchObject({ email_verified: false, has_password: true });
  const token = linkInEmail(email, "verify");
  expect((await post("/auth/email/confirm", { token })).body).toEqual({ data: { email } });
  expect(await profile()).toMatchObject({ email, email_verified: true });
  expect(await post("/auth/email/confirm", { token })).toMatchObject({ status: 409, body: { code: "link_expired" } });
});

test("D9 the confirmation email can be requested again, up to a limit", async () => {
  const { token, email, post } = await registered();
  const again = () => ask("POST /account/email/verification", { token, headers: { "x-forwarded-for": "10.2.9.1" } });
  const first = emailTo(email, "verify")?.tokenId;
  expect(await again()).toMatchObject({ status: 202, body: { message: expect.stringContaining(email) } });
  expect(emailTo(email, "verify")?.tokenId).not.toBe(first);
  for (let more = 0; more < 4; more++) await again();
  expect((await again()).status).toBe(429);
  expect((await post("/auth/email/confirm", { token: linkInEmail(email, "verify") })).status).toBe(200);
});

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
  const kept = (await everybody.execute(app.db)).rows[0]?.text ?? "";
  expect(kept).not.toContain(token);
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
  // What others asked for may still wait.
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

test("D9 a new email address is used once confirmed, and the old address is notified", async () => {
  const { token, email, profile, post, user } = await registered();
  const next = `moved-${email}`;
  const put = (wish: string | null) =>
    ask("PUT /account/profile", { token, body: { fullname: null, username: user.username, email: wish } });
  expect((await put(next)).body.data).toMatchObject({ email, pending_email: next });
  expect(await profile()).toMatchObject({ email });
  expect((await post("/auth/email/confirm", { token: linkInEmail(next, "email_change") })).body.data.email).toBe(next);
  expect(await profile()).toMatchObject({ email: next, email_verified: true });
  expect(emailTo(email, "email_changed")).toBeDefined();
  const other = await registered();
  expect(await put(other.email)).toMatchObject({ status: 409, body: { code: "username_taken" } });
  expect((await put(null)).body.data).toMatchObject({ email: null, email_verified: true, pending_email: null });
});

test("D9 emails to new addresses are limited per account and per address; past the limit nothing is saved", async () => {
  const somebody = await registered();
  const { token, profile, user } = somebody;
  const put = (email: string | null, fullname: string | null = null) =>
    ask("PUT /account/profile", {
      token,
      body: { fullname, username: user.username, email },
      headers: { "x-forwarded-for": "10.2.9.2" },
    });
  const before = sentEmails.length;
  for (let turn = 1; turn <= 5; turn++) expect((await put(`elsewhere-${turn}@example.com`)).status).toBe(200);
  const refused = await put("elsewhere-6@example.com", "Another Name");
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(sentEmails.slice(before)).toHaveLength(5);
  expect(await profile()).toMatchObject({ email: somebody.email, fullname: null });
  // Calls without an email still work.
  expect((await put(somebody.email.toUpperCase(), "Another Name")).status).toBe(200);
  expect((await put(null)).status).toBe(200);
  expect((await put("first.of@example.com")).status).toBe(429);
});

test("D9 emails to one address are limited, however many accounts request them", async () => {
  const email = "tired.of.emails@example.com";
  const statuses: number[] = [];
  for (let turn = 0; turn <= 20; turn++) {
    const { token } = await shop.person();
    const headers = { "x-forwarded-for": `10.2.10.${turn}` };
    const body = { fullname: null, username: null, email };
    statuses.push((await ask("PUT /account/profile", { token, body, headers })).status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect(sentEmails.filter(({ to }) => to === email)).toHaveLength(20);
});

test("D9 of two accounts that request one address, the first to confirm gets it", async () => {
  const [one, other] = [await registered(), await registered()];
  const next = "wanted@example.com";
  for (const { token, user } of [one, other])
    await ask("PUT /account/profile", { token, body: { fullname: null, username: user.username, email: next } });
  const tokens = sentEmails
    .filter(({ kind, to }) => kind === "email_change" && to === next)
    .map(({ tokenId }) => tokenSecret(app, "email_change", tokenId ?? ""));
  const answers = await Promise.all(tokens.map((token) => one.post("/auth/email/confirm", { token })));
  expect(answers.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [200, undefined],
    [409, "username_taken"],
  ]);
});

test("T8 a code signs in without a password, and creates an account if there is none", async () => {
  const { post } = from(200);
  const email = "Guest.At.Checkout@example.com";
  const sent = await post("/auth/code/request", { email });
  expect(sent).toMatchObject({ status: 202, body: { message: expect.stringContaining("code") } });
  const code = codeTo(email);
  expect(code).toMatch(/^\d{6}$/);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const first = await post("/auth/code/verify", { email, code: spaced });
  expect(first).toMatchObject({
    status: 200,
    body: { role: "customer", user: { email, email_verified: true, has_password: false } },
  });
  expect(await post("/auth/code/verify", { email, code })).toMatchObject({ status: 400, body: { code: "code_wrong" } });
  await post("/auth/code/request", { email });
  const again = await post("/auth/code/verify", { email: email.toUpperCase(), code: codeTo(email) });
  expect(again.body.user.id).toBe(first.body.user.id);
});

test("T8 same answer with or without an account; only the newest code works, five tries, ten minutes", async () => {
  const somebody = await registered();
  const known = await somebody.post("/auth/code/request", { email: somebody.email });
  const unknown = await somebody.post("/auth/code/request", { email: "unknown.here@example.com" });
  expect(known.body.message.replace(somebody.email, "")).toBe(
    unknown.body.message.replace("unknown.here@example.com", ""),
  );
  const older = codeTo(somebody.email);
  await somebody.post("/auth/code/request", { email: somebody.email });
  const code = codeTo(somebody.email);
  const wrong = code === "000000" ? "000001" : "000000";
  const tries = (given: string, turn: number) =>
    somebody.post("/auth/code/verify", { email: somebody.email, code: given }, `10.5.0.${turn}`);
  if (older !== code) expect((await tries(older, 1)).status).toBe(400);
  for (let turn = older === code ? 1 : 2; turn <= 5; turn++)
    expect((await tries(wrong, turn)).body.code).toBe("code_wrong");
  expect((await tries(code, 6)).body.code).toBe("code_wrong");
  await somebody.post("/auth/code/request", { email: somebody.email });
  await sql`update one_time_tokens set expires_at = now() where lower(email) = lower(${somebody.email})`.execute(
    app.db,
  );
  expect((await tries(codeTo(somebody.email), 7)).body.code).toBe("code_wrong");
});

test("T8 attempts and requests of others do not use up the code of the browser that requested it", async () => {
  const email = "owner.of.code@example.com";
  const ask1 = (path: string, body: object, address: string, cookie?: string) =>
    ask(`POST ${path}`, { body, headers: { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) } });
  const requested = await ask1("/auth/code/request", { email }, "10.7.0.1");
  const cookie = String(requested.headers["set-cookie"]).match(/device_id=[^;]+/)?.[0];
  const code = codeTo(email);
  const wrong = code === "000000" ? "000001" : "000000";
  const guesses: string[] = [];
  for (let turn = 1; turn <= 25; turn++)
    guesses.push((await ask1("/auth/code/verify", { email, code: wrong }, `10.7.1.${turn}`)).body.code);
  expect([guesses[0], guesses.at(-1)]).toEqual(["code_wrong", "too_many_requests"]);
  await ask1("/auth/code/request", { email }, "10.7.2.1");
  expect((await ask1("/auth/code/verify", { email, code: wrong }, "10.7.0.1", cookie)).body.code).toBe("code_wrong");
  expect((await ask1("/auth/code/verify", { email, code }, "10.7.0.1", cookie)).status).toBe(200);
});

test("T8 an account with somebody else's unconfirmed address goes to the owner of the address", async () => {
  const squatter = await registered();
  await squatter.post("/auth/code/request", { email: squatter.email });
  const owner = await squatter.post("/auth/code/verify", { email: squatter.email, code: codeTo(squatter.email) });
  expect(owner.body.user).toMatchObject({ id: squatter.id, email_verified: true, has_password: false });
  expect((await ask("POST /auth/refresh", { token: squatter.refresh })).status).toBe(401);
  expect((await squatter.post("/auth/login", { username: squatter.email, password })).status).toBe(400);
});

test("T8 the former holder of that account can't recover it by an earlier link", async () => {
  const squatter = await registered();
  const next = `squatter-of-${squatter.email}`;
  const body = { fullname: null, username: squatter.user.username, email: next };
  expect((await ask("PUT /account/profile", { token: squatter.token, body })).body.data.pending_email).toBe(next);
  await squatter.post("/auth/code/request", { email: squatter.email });
  const owner = await squatter.post("/auth/code/verify", { email: squatter.email, code: codeTo(squatter.email) });
  expect(owner.body.user).toMatchObject({ id: squatter.id, email_verified: true });
  expect(await squatter.post("/auth/email/confirm", { token: linkInEmail(next, "email_change") })).toMatchObject({
    status: 409,
    body: { code: "link_expired" },
  });
  const { body: kept } = await ask("GET /account/profile", { token: owner.body.access_token });
  expect(kept.data.email).toBe(squatter.email);
});

test("T8 codes and links do not sign in to a blocked account", async () => {
  const somebody = await registered();
  const token = await forgot(somebody);
  await somebody.post("/auth/code/request", { email: somebody.email });
  await sql`update users set account_status = 'blocked' where id = ${somebody.id}`.execute(app.db);
  const byCode = await somebody.post("/auth/code/verify", { email: somebody.email, code: codeTo(somebody.email) });
  const byLink = await somebody.post("/auth/password/reset", { token, password });
  expect([byCode.body.code, byLink.body.code]).toEqual(["account_blocked", "account_blocked"]);
});

test("T8 S3 a guest's cart is merged when signing in by code, as by password", async () => {
  const guestIds: (string | undefined)[] = [];
  app.events.on("account.signed_in", async (_tx, { guestId }) => void guestIds.push(guestId));
  const { post } = from(201);
  await post("/auth/code/request", { email: "with.cart@example.com" });
  await ask("POST /auth/code/verify", {
    guestId: "a-guest",
    body: { email: "with.cart@example.com", code: codeTo("with.cart@example.com") },
  });
  expect(guestIds).toContain("a-guest");
});
