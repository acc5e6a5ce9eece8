import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { AccountEmail } from "#server/accounts/account-emails.ts";
import { createAccount } from "#server/accounts/accounts.ts";
import { signInCode, tokenSecret } from "#server/accounts/recovery/one-time-tokens.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const password = "correct horse";
const sentEmails: AccountEmail[] = [];
app.events.on("account.email_requested", async (_tx, email) => void sentEmails.push(email));

/** While this lock is held, a transaction that has inserted a session can't commit. */
const gate = sql`pg_advisory_xact_lock(6)`;
beforeAll(async () => {
  await sql`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      perform ${gate};
      return null;
    end $$`.execute(app.db);
  await sql`create trigger gate after insert on sessions for each row execute function wait_at_gate()`.execute(app.db);
});

let people = 0;
/** A new account, signed in twice. */
async function somebody() {
  const number = ++people;
  const email = `person.${number}@example.com`;
  const headers = { "x-forwarded-for": `10.6.0.${number}` };
  const account = { email, password, role: "customer" } as const;
  const { id } = await inTransaction(app.db, (tx) => createAccount(app, tx, account));
  const post = (path: string, body: object) => ask(`POST ${path}`, { body, headers });
  const signIn = () => post("/auth/login", { username: email, password });
  const [here, elsewhere] = [(await signIn()).body, (await signIn()).body];
  const secret = (kind: "reset" | "login_code") =>
    sentEmails.findLast((one) => one.to === email && one.kind === kind)?.tokenId ?? "";
  return { id, email, post, signIn, secret, here, elsewhere };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;
const refresh = (token: string) => ask("POST /auth/refresh", { token });

/** Begins `early`, which creates a session, and lets it commit only once `late` waits for it. */
async function crossed<T>(early: () => Promise<T>, late: () => Promise<{ status: number }>) {
  const both = await inTransaction(app.db, async (tx) => {
    await sql`select ${gate}`.execute(tx);
    const first = early();
    await waitForLocks(app.db, 1);
    const second = late();
    await waitForLocks(app.db, 2);
    return { first, second };
  });
  return { early: await both.first, late: await both.second };
}

const changePassword = ({ here }: Somebody) =>
  ask("POST /account/password", {
    token: here.access_token,
    body: { current_password: password, password: "battery staple" },
  });
const endings: Record<string, (one: Somebody) => Promise<() => Promise<{ status: number }>>> = {
  "a new password": async (one) => () => changePassword(one),
  "a new password by a link": async ({ email, post, secret }) => {
    await post("/auth/password/forgot", { username: email });
    await app.jobs.drain();
    const token = tokenSecret(app, "reset", secret("reset"));
    return () => post("/auth/password/reset", { token, password: "battery staple" });
  },
  "the owner of the address": async ({ id, email, post, secret }) => {
    await sql`update users set email_verified_at = null where id = ${id}`.execute(app.db);
    await post("/auth/code/request", { email });
    const code = signInCode(app, secret("login_code"));
    return () => post("/auth/code/verify", { email, code });
  },
  "ending that sign-in": async ({ here }) => {
    const { body } = await ask("GET /account/sessions", { token: here.access_token });
    const { id } = body.data.find(({ current }: { current: boolean }) => !current);
    return () => ask(`DELETE /account/sessions/${id}`, { token: here.access_token });
  },
  "signing out everywhere else":
    async ({ here }) =>
    () =>
      ask("DELETE /account/sessions", { token: here.access_token }),
  "signing out there":
    async ({ elsewhere }) =>
    () =>
      ask("POST /auth/logout", { token: elsewhere.refresh_token }),
  "a block": async ({ id }) => {
    const { token } = await shop.person("admin");
    return () => ask(`PATCH /customers/${id}`, { token, body: { account_status: "blocked" } });
  },
};

test.each(Object.entries(endings))("T6 a refresh under way does not outlive %s", async (_what, ending) => {
  const one = await somebody();
  const end = await ending(one);
  const { early, late } = await crossed(() => refresh(one.elsewhere.refresh_token), end);
  expect([early.status, late.status]).toEqual([200, expect.toBeOneOf([200, 204])]);
  await sql`update users set account_status = 'active' where id = ${one.id}`.execute(app.db);
  expect((await refresh(early.body.refresh_token)).status).toBe(401);
});

test("R8 signing out everywhere else leaves this session and those of others", async () => {
  const [one, other] = [await somebody(), await somebody()];
  expect((await ask("DELETE /account/sessions", { token: one.here.access_token })).status).toBe(204);
  expect((await ask("GET /account/profile", { token: one.elsewhere.access_token })).status).toBe(401);
  expect((await refresh(one.elsewhere.refresh_token)).status).toBe(401);
  const { body } = await refresh(one.here.refresh_token);
  const sessions = (await ask("GET /account/sessions", { token: body.access_token })).body.data;
  expect(sessions).toMatchObject([{ current: true }]);
  expect((await refresh(other.elsewhere.refresh_token)).status).toBe(200);
});

test("the list of sessions has the current one and the 99 others that were used last", async () => {
  const person = await somebody();
  await sql`
    insert into sessions (id, user_id, family_id, refresh_hash, family_created_at, last_used_at, expires_at)
    select gen_random_uuid(), ${person.id}, gen_random_uuid(), decode(md5(n::text), 'hex'), now(),
      now() + make_interval(mins => n), now() + interval '1 day'
    from generate_series(1, 150) n`.execute(app.db);
  const { data } = (await ask("GET /account/sessions", { token: person.here.access_token })).body;
  expect(data).toHaveLength(100);
  expect(data[0].current).toBe(true);
  expect(data[1].last_used_at > data[99].last_used_at).toBe(true);
});

test("T6 a concurrent refresh ends with its family when a used token is replayed", async () => {
  const { id, elsewhere } = await somebody();
  const { refresh_token: newer } = (await refresh(elsewhere.refresh_token)).body;
  await sql`update sessions set rotated_at = rotated_at - interval '11 seconds' where user_id = ${id}`.execute(app.db);
  const { early, late } = await crossed(
    () => refresh(newer),
    () => refresh(elsewhere.refresh_token),
  );
  expect([early.status, late.status]).toEqual([200, 401]);
  expect((await refresh(early.body.refresh_token)).status).toBe(401);
});

test("T6 a concurrent sign-in does not survive a password change", async () => {
  const one = await somebody();
  const { early, late } = await crossed(one.signIn, () => changePassword(one));
  expect([early.status, late.status]).toEqual([200, 204]);
  expect((await refresh(early.body.refresh_token)).status).toBe(401);
});

test("T6 a password checked before a concurrent change neither signs in nor can be changed afterwards", async () => {
  for (const act of [({ signIn }: Somebody) => signIn(), changePassword]) {
    const one = await somebody();
    const { late } = await inTransaction(app.db, async (tx) => {
      await sql`select 1 from users where id = ${one.id} for update`.execute(tx);
      const late = act(one);
      await waitForLocks(app.db, 1);
      await sql`update users set password_hash = 'another' where id = ${one.id}`.execute(tx);
      return { late };
    });
    expect(await late).toMatchObject({ status: 400, body: { code: "bad_credentials" } });
  }
});
