import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount } from "#server/accounts/accounts.ts";
import { openRecoveryShop, password } from "#server/accounts/recovery/recovery.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

const shop = await openRecoveryShop();
const { app, ask, emailTo, linkInEmail, codeTo } = shop;
const admin = await shop.person("admin");
const { token } = await shop.person("staff", { customers: "write" });

test("A3 C1 staff see a customer's sessions and end one or all: tokens end at once, other sessions refresh", async () => {
  const username = "many.devices";
  const { id } = await inTransaction(app.db, (tx) => createAccount(app, tx, { username, password }));
  const signIn = async (userAgent: string) =>
    (await ask("POST /auth/login", { body: { username, password }, headers: { "user-agent": userAgent } })).body;
  const [phone, laptop] = [await signIn("Firefox/1 Android"), await signIn("Chrome/1 Linux")];
  const sessions = async () => (await ask(`GET /customers/${id}/sessions`, { token })).body.data;
  const profile = async (bearer: string) => (await ask("GET /account/profile", { token: bearer })).status;
  const refresh = (bearer: string) => ask("POST /auth/refresh", { token: bearer });
  const ids = await sessions();
  expect(ids.map(({ user_agent }: { user_agent: string }) => user_agent)).toEqual([
    "Chrome/1 Linux",
    "Firefox/1 Android",
  ]);
  const end = async (session: string, account = id) =>
    (await ask(`DELETE /customers/${account}/sessions${session}`, { token })).status;
  expect(await end(`/${ids[1].id}`)).toBe(204);
  expect([await profile(phone.access_token), await profile(laptop.access_token)]).toEqual([401, 401]);
  expect((await refresh(phone.refresh_token)).status).toBe(401);
  const renewed = (await refresh(laptop.refresh_token)).body;
  expect(await profile(renewed.access_token)).toBe(200);
  expect(await end(`/${ids[1].id}`)).toBe(404);
  expect(await end("")).toBe(204);
  expect(await profile(renewed.access_token)).toBe(401);
  expect((await refresh(renewed.refresh_token)).status).toBe(401);
  expect(await sessions()).toEqual([]);
  expect(await end("", admin.id)).toBe(403);
  const audit = await ask(`GET /audit?entity=customer&entity_id=${id}`, { token: admin.token });
  expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual([
    "DELETE /customers/:id/sessions",
    "DELETE /customers/:id/sessions/:session_id",
  ]);
});

const send = (id: number, kind: string) => ask(`POST /customers/${id}/sign-in-email`, { token, body: { kind } });

test("A3 D9 staff email a code that works where the customer is waiting for one, and elsewhere", async () => {
  const { id, email } = await shop.registered();
  const headers = { cookie: "device_id=the-customer" };
  const verify = (code: string) => ask("POST /auth/code/verify", { headers, body: { email, code } });
  expect((await send(id, "code")).status).toBe(204);
  expect((await verify(codeTo(email))).status).toBe(200);
  await ask("POST /auth/code/request", { headers, body: { email } });
  const requested = codeTo(email);
  expect((await send(id, "code")).status).toBe(204);
  const sent = codeTo(email);
  expect(sent).not.toBe(requested);
  expect((await verify(sent)).status).toBe(200);
});

test("A3 D9 staff email a password reset link or the verification link, at most five at once", async () => {
  const { id, email, confirm } = await shop.registered();
  const before = emailTo(email, "verify")?.tokenId;
  expect((await send(id, "verification")).status).toBe(204);
  expect(emailTo(email, "verify")?.tokenId).not.toBe(before);
  expect((await confirm(linkInEmail(email, "verify"))).status).toBe(200);
  expect((await send(id, "password_reset")).status).toBe(204);
  await app.jobs.drain();
  const reset = { token: linkInEmail(email, "reset"), password: "quiet-river-stone" };
  expect((await ask("POST /auth/password/reset", { body: reset })).status).toBe(200);
  expect(await send(id, "verification")).toMatchObject({ status: 409, body: { code: "email_not_possible" } });
  await ask(`PATCH /customers/${id}`, { token, body: { account_status: "blocked" } });
  expect((await send(id, "code")).body.code).toBe("email_not_possible");
  expect((await send(id, "code")).body.code).toBe("email_not_possible");
  expect((await send(id, "code")).status).toBe(429);
  expect((await send(admin.id, "code")).status).toBe(403);
});

test("A3 6.6.3 a code is emailed to no member of staff with a password, who can't sign in by it", async () => {
  const send = (id: number) =>
    ask(`POST /customers/${id}/sign-in-email`, { token: admin.token, body: { kind: "code" } });
  const member = await shop.registered();
  await sql`update users set role = 'staff' where id = ${member.id}`.execute(app.db);
  expect((await send(member.id)).body.code).toBe("email_not_possible");
  expect(emailTo(member.email, "login_code")).toBeUndefined();
  await sql`update users set password_hash = null where id = ${member.id}`.execute(app.db);
  expect((await send(member.id)).status).toBe(204);
});
