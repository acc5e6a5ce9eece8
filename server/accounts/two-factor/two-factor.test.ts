import { sql } from "kysely";
import { expect, test } from "vitest";
import { openRecoveryShop, password } from "#server/accounts/recovery/recovery.fixture.ts";
import { stepAt, totp } from "./totp.ts";
import { fromBase32 } from "./two-factor.fixture.ts";

const { app, ask, registered, emailTo, codeTo, forgot } = await openRecoveryShop();
type Somebody = Awaited<ReturnType<typeof registered>>;

/** A verified account with two-factor authentication, its recovery codes, and the codes its app shows. */
async function withTwoFactor() {
  const somebody = await registered();
  await sql`update users set email_verified_at = now() where id = ${somebody.id}`.execute(app.db);
  const { body } = await ask("POST /account/two-factor", { token: somebody.token, body: { password } });
  const secret = fromBase32(body.data.secret);
  // From one step ago to the next: each can be used once, in this order.
  const now = stepAt(Date.now() / 1000);
  const code = (step: -1 | 0 | 1) => totp(secret, now + step);
  const confirmed = await ask("POST /account/two-factor/confirm", { token: somebody.token, body: { code: code(-1) } });
  const login = () => somebody.post("/auth/login", { username: somebody.email, password });
  const finish = (token: string, given: string, address?: string) =>
    somebody.post("/auth/two-factor", { token, code: given }, address);
  return { ...somebody, code, recoveryCodes: confirmed.body.data.recovery_codes as string[], login, finish };
}
const statusOf = async ({ token }: Somebody) => (await ask("GET /account/two-factor", { token })).body.data;
const actionsOf = async (id: number) =>
  (
    await sql<{ action: string }>`select action from changes where entity_id = ${String(id)} order by id`.execute(
      app.db,
    )
  ).rows;

test("C1 two-factor authentication is on once a code of the app confirms it, and the owner gets an email", async () => {
  const somebody = await registered();
  const { token } = somebody;
  const start = (proof: object = { password }) => ask("POST /account/two-factor", { token, body: proof });
  expect((await start({})).body.errors).toMatchObject([{ field: "password" }]);
  expect((await start({ password: "a wrong one" })).body.code).toBe("bad_credentials");
  const started = await start();
  expect(started.body.data.otpauth_url).toContain(`secret=${started.body.data.secret}`);
  expect(await statusOf(somebody)).toEqual({ enabled: false, recovery_codes_left: 0 });
  expect((await somebody.post("/auth/login", { username: somebody.email, password })).status).toBe(200);
  const code = totp(fromBase32(started.body.data.secret), stepAt(Date.now() / 1000));
  const wrong = code === "000000" ? "000001" : "000000";
  const confirm = (given: string) => ask("POST /account/two-factor/confirm", { token, body: { code: given } });
  expect((await confirm(wrong)).body.code).toBe("code_wrong");
  const confirmed = await confirm(code);
  expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10);
  expect(await statusOf(somebody)).toEqual({ enabled: true, recovery_codes_left: 10 });
  expect(emailTo(somebody.email, "two_factor_enabled")).toBeDefined();
  expect((await confirm(code)).body.code).toBe("two_factor_on");
  expect((await start()).body.code).toBe("two_factor_on");
});

test("C1 the password alone starts no session; a code does, and only once", async () => {
  const { id, code, login, finish } = await withTwoFactor();
  const first = await login();
  expect(first).toMatchObject({ status: 403, body: { code: "two_factor_required", token: expect.any(String) } });
  expect(first.body).not.toHaveProperty("access_token");
  // The code that confirmed it has been used.
  expect((await finish(first.body.token, code(-1))).body.code).toBe("code_wrong");
  const signedIn = await finish(first.body.token, code(0));
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id } } });
  expect((await finish(first.body.token, code(1))).body.code).toBe("link_expired");
  const second = await login();
  expect((await finish(second.body.token, code(0))).body.code).toBe("code_wrong");
  expect((await finish(second.body.token, code(1))).status).toBe(200);
});

test("C1 of two sign-ins with the same code at the same time one succeeds", async () => {
  const { code, login, finish } = await withTwoFactor();
  const tokens = [(await login()).body.token, (await login()).body.token];
  const answers = await Promise.all(tokens.map((token) => finish(token, code(0))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test("C1 the token of the first step is no access token and expires", async () => {
  const { code, login, finish } = await withTwoFactor();
  const { token } = (await login()).body;
  expect((await ask("GET /account/profile", { token })).status).toBe(422);
  await sql`update one_time_tokens set expires_at = now() where purpose = 'two_factor'`.execute(app.db);
  expect((await finish(token, code(0))).body.code).toBe("link_expired");
});

test("C1 a recovery code signs in once", async () => {
  const somebody = await withTwoFactor();
  const { recoveryCodes, login, finish } = somebody;
  const [code = ""] = recoveryCodes;
  expect((await finish((await login()).body.token, code.toUpperCase())).status).toBe(200);
  expect((await finish((await login()).body.token, code)).body.code).toBe("code_wrong");
  expect(await statusOf(somebody)).toEqual({ enabled: true, recovery_codes_left: 9 });
});

test("T8 a sign-in code by email needs the second step too", async () => {
  const { email, id, code, post, finish } = await withTwoFactor();
  await post("/auth/code/request", { email });
  const first = await post("/auth/code/verify", { email, code: codeTo(email) });
  expect(first).toMatchObject({ status: 403, body: { code: "two_factor_required" } });
  expect((await post("/auth/code/verify", { email, code: codeTo(email) })).body.code).toBe("code_wrong");
  expect((await finish(first.body.token, code(0))).body.user.id).toBe(id);
});

test("T8 a reset password is saved, and signing in with it needs the second step", async () => {
  const somebody = await withTwoFactor();
  const token = await forgot(somebody);
  const reset = await somebody.post("/auth/password/reset", { token, password: "another battery" });
  expect(reset).toMatchObject({ status: 403, body: { code: "two_factor_required" } });
  expect((await somebody.login()).body.code).toBe("bad_credentials");
  expect((await somebody.finish(reset.body.token, somebody.code(0))).status).toBe(200);
});

test("T8 the owner of an address needs no code of someone who used it without verifying it", async () => {
  const { email, id, post } = await withTwoFactor();
  await sql`update users set email_verified_at = null where id = ${id}`.execute(app.db);
  await post("/auth/code/request", { email });
  expect((await post("/auth/code/verify", { email, code: codeTo(email) })).body.user.id).toBe(id);
});

test("T2 wrong codes are throttled by account, from whatever address", async () => {
  const { code, login, finish } = await withTwoFactor();
  const { token } = (await login()).body;
  const codes: string[] = [];
  for (let turn = 1; turn <= 21; turn++)
    codes.push((await finish(token, "aaaabbbbccccdddd", `10.9.9.${turn}`)).body.code);
  expect([codes[0], codes.at(-1)]).toEqual(["code_wrong", "too_many_requests"]);
  expect((await finish(token, code(0), "10.9.9.99")).body.code).toBe("too_many_requests");
});

test("C1 a blocked account gets no session in the second step", async () => {
  const { id, code, login, finish } = await withTwoFactor();
  const { token } = (await login()).body;
  await sql`update users set account_status = 'blocked' where id = ${id}`.execute(app.db);
  expect((await finish(token, code(0))).body.code).toBe("account_blocked");
});

test("C1 turning it off needs a code; the owner gets an email and the audit log an entry", async () => {
  const somebody = await withTwoFactor();
  const { id, email, token, recoveryCodes, code, login } = somebody;
  const disable = (given: string) => ask("DELETE /account/two-factor", { token, body: { code: given } });
  expect((await disable("12345")).status).toBe(400);
  expect((await disable(code(-1))).body.code).toBe("code_wrong");
  expect((await login()).status).toBe(403);
  expect((await disable(recoveryCodes[1] ?? "")).status).toBe(204);
  expect((await login()).status).toBe(200);
  expect(await statusOf(somebody)).toEqual({ enabled: false, recovery_codes_left: 0 });
  expect(emailTo(email, "two_factor_disabled")).toBeDefined();
  expect(await actionsOf(id)).toEqual([{ action: "user.two_factor_enabled" }, { action: "user.two_factor_disabled" }]);
});

test("C1 a secret of a lost signing key is answered with a problem, and a recovery code still signs in", async () => {
  const { id, code, recoveryCodes, login, finish } = await withTwoFactor();
  await sql`update two_factor set secret = ${Buffer.alloc(60, 1)} where user_id = ${id}`.execute(app.db);
  const answer = await finish((await login()).body.token, code(0));
  expect([answer.status, answer.body.code]).toEqual([409, "two_factor_unreadable"]);
  expect((await finish((await login()).body.token, recoveryCodes[0] ?? "")).status).toBe(200);
});
