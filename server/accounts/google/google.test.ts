import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { AccountEmail } from "#server/accounts/account-emails.ts";
import { signInCode, tokenSecret } from "#server/accounts/recovery/one-time-tokens.ts";
import { stepAt, totp } from "#server/accounts/two-factor/totp.ts";
import { fromBase32 } from "#server/accounts/two-factor/two-factor.fixture.ts";
import { type ApiResponse, openTestShop } from "#server/testing/shop.ts";
import { nameIdentityIssuer } from "./google.ts";
import { client, type Directory, openIdProvider, passProvider } from "./oidc-provider.fixture.ts";

const people: Directory = {};
const publicUrl = "https://shop.example";
const provider = await openIdProvider(people, `${publicUrl}/v1/auth/login/google/callback`);
afterAll(provider.stop);
const google = { clientId: client.id, clientSecret: client.secret, issuer: provider.issuer };
const shop = await openTestShop({ publicUrl, google });
const { app, ask } = shop;
const sentEmails: AccountEmail[] = [];
app.events.on("account.email_requested", async (_tx, email) => void sentEmails.push(email));

/** A user of the provider, by default with their own address. */
function somebody(what: Directory[string] = {}) {
  const login = `person-${crypto.randomUUID()}`;
  people[login] = { email: `${login}@example.com`, email_verified: true, name: "Grace Hopper", ...what };
  return { login, email: people[login]?.email ?? "" };
}
/** Each call has its own IP address, so that no test is throttled by another. */
const from = () => ({ "x-forwarded-for": `10.3.${Math.floor(++calls / 250)}.${calls % 250}` });
let calls = 0;
/** Starts a sign-in: the redirect to the provider, and the cookie. */
async function startSignIn() {
  const { status, headers } = await ask("GET /auth/login/google", { headers: from() });
  const [cookie = ""] = [headers["set-cookie"]].flat() as string[];
  return { status, cookie, visit: cookie.split(";")[0] ?? "", address: String(headers.location) };
}
const callBack = async (back: URL, cookie: string) => {
  const { status, headers } = await ask(`GET ${back.pathname.replace("/v1", "")}${back.search}`, {
    headers: { cookie, ...from() },
  });
  expect(status).toBe(302);
  return String(headers.location);
};
const exchange = (location: string, cookie: string) =>
  ask("POST /auth/exchange", { body: { code: location.split("#code=")[1] ?? "none" }, headers: { cookie, ...from() } });
/** A whole sign-in; returns the last response, or where the browser ended with a problem. */
async function signIn(login: string) {
  const { visit, address } = await startSignIn();
  const location = await callBack(await passProvider(address, login), visit);
  return location.includes("#code=") ? exchange(location, visit) : location;
}
const problem = (word: string) => `/login-success?problem=${word}`;
const accounts = async (email: string) =>
  (await sql<{ id: number }>`select id from users where lower(email) = lower(${email})`.execute(app.db)).rows;

test("C1 D1 the redirect carries state, nonce and a PKCE challenge; the browser gets an HttpOnly cookie", async () => {
  const { status, cookie, address } = await startSignIn();
  const url = new URL(address);
  expect(status).toBe(302);
  expect(url.origin).toBe(provider.issuer);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: client.id,
    response_type: "code",
    redirect_uri: `${publicUrl}/v1/auth/login/google/callback`,
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/Secure/);
  expect(cookie).toMatch(/SameSite=Lax/);
});

test("C1 R5 a new person gets an account with a confirmed address, and the same one the next time", async () => {
  const { login, email } = somebody();
  const first = await signIn(login);
  expect(first).toMatchObject({
    status: 200,
    body: { role: "customer", user: { email, fullname: "Grace Hopper", email_verified: true, has_password: false } },
  });
  people[login] = { ...people[login], email: "moved.elsewhere@example.com" };
  expect(await signIn(login)).toMatchObject({ body: { user: { email } } });
  expect(await accounts(email)).toHaveLength(1);
});

test("C1 R5 no URL contains tokens: the code works once, for a minute, in the browser that received it", async () => {
  const { login } = somebody();
  const { visit, address } = await startSignIn();
  const location = await callBack(await passProvider(address, login), visit);
  expect(location).toMatch(/^\/login-success#code=[\w-]{43}$/);
  expect((await exchange(location, (await startSignIn()).visit)).body.code).toBe("link_expired");
  expect((await exchange(location, "")).status).toBe(409);
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from expires_at - now())::float8 as left from one_time_tokens
    where purpose = 'oauth_exchange' order by created_at desc limit 1`.execute(app.db);
  expect(rows[0]?.left).toBeGreaterThan(50);
  expect(rows[0]?.left).toBeLessThanOrEqual(60);
  const answer = await exchange(location, visit);
  expect(answer).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
  expect(String(answer.headers["set-cookie"])).toMatch(/sign_in_visit=;/);
  expect((await exchange(location, visit)).body.code).toBe("link_expired");
});

test("C1 R5 a code expires after a minute", async () => {
  const { login } = somebody();
  const { visit, address } = await startSignIn();
  const location = await callBack(await passProvider(address, login), visit);
  await sql`update one_time_tokens set expires_at = now() where purpose = 'oauth_exchange'`.execute(app.db);
  expect((await exchange(location, visit)).status).toBe(409);
});

test("C1 a replayed, foreign, missing or expired state is rejected", async () => {
  const { login } = somebody();
  const { visit, address } = await startSignIn();
  const back = await passProvider(address, login);
  expect(await callBack(back, (await startSignIn()).visit)).toBe(problem("google_expired"));
  expect(await callBack(back, "")).toBe(problem("google_expired"));
  expect(await callBack(back, visit)).toContain("#code=");
  expect(await callBack(back, visit)).toBe(problem("google_expired"));
  const late = await startSignIn();
  const tooLate = await passProvider(late.address, login);
  await sql`update one_time_tokens set expires_at = now() where purpose = 'oauth_state'`.execute(app.db);
  expect(await callBack(tooLate, late.visit)).toBe(problem("google_expired"));
});

test("C1 a response for another nonce or verifier does not sign in", async () => {
  for (const name of ["nonce", "code_challenge"]) {
    const { login, email } = somebody();
    const { visit, address } = await startSignIn();
    const changed = new URL(address);
    changed.searchParams.set(name, "x".repeat(43));
    expect(await callBack(await passProvider(changed.href, login), visit)).toBe(problem("google_failed"));
    expect(await accounts(email)).toEqual([]);
  }
});

test("C1 it is linked to an account with the same address only if both sides have confirmed it", async () => {
  const mine = somebody();
  const headers = { cookie: "device_id=mine" };
  const registered = await ask("POST /auth/register", {
    headers,
    body: { email: mine.email, password: "correct horse" },
  });
  expect(await signIn(mine.login)).toBe(problem("google_email_taken"));
  const tokenId = sentEmails.findLast(({ to, kind }) => to === mine.email && kind === "verify")?.tokenId ?? "";
  await ask("POST /auth/email/confirm", { headers, body: { token: tokenSecret(app, "verify", tokenId) } });
  expect(await signIn(mine.login)).toMatchObject({ status: 200, body: { user: { id: registered.body.user.id } } });

  const theirs = somebody({ email: mine.email, email_verified: false });
  expect(await signIn(theirs.login)).toBe(problem("google_email_taken"));
  expect(await accounts(mine.email)).toHaveLength(1);
});

test("C1 an address the provider has not confirmed creates an account that has to confirm it", async () => {
  const { login, email } = somebody({ email_verified: false });
  expect(await signIn(login)).toMatchObject({ body: { user: { email, email_verified: false } } });
  expect(sentEmails.some(({ to, kind }) => to === email && kind === "verify")).toBe(true);
});

/** Ways an owner shows that an address is theirs: the endpoint and the kind of email. */
const byCode = async (email: string) => {
  await ask("POST /auth/code/request", { body: { email }, headers: from() });
  const code = signInCode(app, emailTo(email, "login_code"));
  return (await ask("POST /auth/code/verify", { body: { email, code }, headers: from() })).body.user;
};
const byNewPassword = async (email: string) => {
  await ask("POST /auth/password/forgot", { body: { username: email }, headers: from() });
  await app.jobs.drain();
  const token = tokenSecret(app, "reset", emailTo(email, "reset"));
  return (await ask("POST /auth/password/reset", { body: { token, password: "battery staple" }, headers: from() })).body
    .user;
};
const emailTo = (email: string, kind: AccountEmail["kind"]) =>
  sentEmails.findLast((one) => one.to === email && one.kind === kind)?.tokenId ?? "";

test.each([
  ["a code", byCode],
  ["a new password", byNewPassword],
])(
  "C1 T8 an address the provider has not confirmed opens the account no more once its owner came by %s",
  async (_way, claim) => {
    const squatter = somebody({ email_verified: false });
    const account = (await signIn(squatter.login)) as { body: { user: { id: number } } };
    const { visit, address } = await startSignIn();
    const location = await callBack(await passProvider(address, squatter.login), visit);
    expect(await claim(squatter.email)).toMatchObject({ id: account.body.user.id, email_verified: true });
    expect((await exchange(location, visit)).body.code).toBe("link_expired");
    expect(await signIn(squatter.login)).toBe(problem("google_email_taken"));

    const owner = somebody({ email: squatter.email });
    expect(await signIn(owner.login)).toMatchObject({ status: 200, body: { user: { id: account.body.user.id } } });
  },
);

test("C1 D9 after a new password, a confirmed address still signs in by the provider", async () => {
  const { login, email } = somebody();
  const account = (await signIn(login)) as { body: { user: { id: number } } };
  people[login] = { ...people[login], email_verified: false };
  await byNewPassword(email);
  expect(await signIn(login)).toMatchObject({ status: 200, body: { user: { id: account.body.user.id } } });
});

test("C1 declined consent, a missing address and a blocked account each have an error message on the page", async () => {
  const { visit, address } = await startSignIn();
  expect(await callBack(await passProvider(address, "anybody", { refuse: true }), visit)).toBe(
    problem("google_refused"),
  );
  const nameless = `person-${crypto.randomUUID()}`;
  people[nameless] = {};
  expect(await signIn(nameless)).toBe(problem("google_no_email"));
  const { login, email } = somebody();
  await signIn(login);
  await sql`update users set account_status = 'blocked' where email = ${email}`.execute(app.db);
  expect(await signIn(login)).toBe(problem("account_blocked"));
});

test("C1 an unavailable provider is an error, and is retried the next time", async () => {
  const away = await openTestShop({ publicUrl, google: { ...google, issuer: "http://127.0.0.1:9" } });
  const { headers } = await away.ask("GET /auth/login/google");
  expect(headers.location).toBe(problem("google_unreachable"));
});

test("C1 two concurrent first sign-ins of one person create one account", async () => {
  const { login, email } = somebody();
  const ways = await Promise.all([startSignIn(), startSignIn()]);
  const backs = await Promise.all(ways.map(({ address }) => passProvider(address, login)));
  const locations = await Promise.all(backs.map((back, index) => callBack(back, ways[index]?.visit ?? "")));
  expect(locations.some((location) => location.includes("#code="))).toBe(true);
  expect(await accounts(email)).toHaveLength(1);
});

test("C1 R5 an account with two-factor authentication needs a code after the provider too", async () => {
  const { login, email } = somebody();
  const answer = async () => (await signIn(login)) as ApiResponse;
  const first = await answer();
  const token = first.body.access_token;
  const headers = from();
  await ask("POST /auth/code/request", { headers, body: { email } });
  const proof = { code: signInCode(app, emailTo(email, "login_code")) };
  const started = await ask("POST /account/two-factor", { token, headers, body: proof });
  const url = new URL(started.body.data.otpauth_url);
  const secret = fromBase32(url.searchParams.get("secret") ?? "");
  const code = totp(secret, stepAt(Date.now() / 1000) - 1);
  const confirmed = await ask("POST /account/two-factor/confirm", { token, headers, body: { code } });
  const again = await answer();
  expect(again).toMatchObject({ status: 403, body: { code: "two_factor_required" } });
  const body = { token: again.body.token, code: confirmed.body.data.recovery_codes[0] };
  expect((await ask("POST /auth/two-factor", { body, headers })).body.user.id).toBe(first.body.user.id);
});

test("6.8.1 a subject of another provider is another identity, and those stored by name belong to the configured one", async () => {
  const { login, email } = somebody();
  const other = await shop.person();
  await sql`
    insert into user_identities (user_id, provider, subject, email)
    values (${other.id}, 'https://old.example', ${login}, ${other.email})`.execute(app.db);
  const { body } = (await signIn(login)) as ApiResponse;
  expect(body.user.email).toBe(email);
  await sql`update user_identities set provider = 'google' where user_id = ${body.user.id}`.execute(app.db);
  await nameIdentityIssuer(app);
  const { rows } = await sql<{ provider: string }>`
    select provider from user_identities where subject = ${login} order by provider`.execute(app.db);
  expect(rows.map((row) => row.provider)).toEqual([provider.issuer, "https://old.example"].toSorted());
  // A process of an earlier version stores the same identity by name once more.
  await sql`
    insert into user_identities (user_id, provider, subject, email)
    values (${body.user.id}, 'google', ${login}, ${email})`.execute(app.db);
  await Promise.all([nameIdentityIssuer(app), nameIdentityIssuer(app)]);
  const left = await sql`select 1 from user_identities where user_id = ${body.user.id}`.execute(app.db);
  expect(left.rows).toHaveLength(1);
});
