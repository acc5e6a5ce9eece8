import { sql } from "kysely";
import { expect, test } from "vitest";
import { hashPassword } from "#server/accounts/passwords.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { stepAt, totp } from "./totp.ts";
import { fromBase32 } from "./two-factor.fixture.ts";

const { app, ask, person } = await openTestShop();
const admin = await person("admin");
const member = await person("staff", { orders: "write" });
const customer = await person();

const password = "quiet-river-stone";

/** Turns it on with the code of an authenticator app. */
async function setUp(token: string) {
  const hash = await hashPassword(password);
  const { id } = (await ask("GET /account/profile", { token })).body.data;
  await sql`update users set password_hash = ${hash} where id = ${id}`.execute(app.db);
  const { secret } = (await ask("POST /account/two-factor", { token, body: { password } })).body.data;
  const code = totp(fromBase32(secret), stepAt(Date.now() / 1000));
  expect((await ask("POST /account/two-factor/confirm", { token, body: { code } })).status).toBe(200);
}
async function require(required: boolean) {
  const { version } = (await ask("GET /settings", { token: admin.token })).body.data.staff;
  return ask("PUT /settings/staff", { token: admin.token, body: { require_two_factor: required, version } });
}
const statusOf = async (route: string, token: string) => (await ask(route, { token })).status;
const memberOf = async (id: number) =>
  (await ask("GET /staff", { token: admin.token })).body.data.find((one: { id: number }) => one.id === id);

test("P3 where two-factor authentication is required, staff without it can only set it up", async () => {
  await setUp(admin.token);
  expect(await statusOf("GET /orders", member.token)).toBe(200);
  expect((await require(true)).body.data.staff.require_two_factor).toBe(true);
  for (const route of ["GET /orders", "GET /account/sessions", "PUT /account/profile", "GET /notifications"])
    expect(await ask(route, { token: member.token })).toMatchObject({
      status: 403,
      body: { code: "two_factor_setup_required" },
    });
  const profile = async (token: string) => (await ask("GET /account/profile", { token })).body.data;
  expect(await profile(member.token)).toMatchObject({ must_set_up_two_factor: true });
  expect(await profile(customer.token)).toMatchObject({ must_set_up_two_factor: false });
  expect(await statusOf("GET /account/sessions", customer.token)).toBe(200);
  expect(await statusOf("GET /orders", admin.token)).toBe(200);

  await setUp(member.token);
  expect(await statusOf("GET /orders", member.token)).toBe(200);
  expect(await profile(member.token)).toMatchObject({ must_set_up_two_factor: false });
});

test("P3 staff can't change whether two-factor authentication is required, an administrator without it neither", async () => {
  const { token } = await person("staff", { settings: "write" });
  const other = await person("admin");
  const body = { require_two_factor: false, version: 1 };
  expect((await ask("PUT /settings/staff", { token: member.token, body })).body.code).toBe("forbidden");
  for (const without of [token, other.token])
    expect((await ask("PUT /settings/staff", { token: without, body })).body.code).toBe("two_factor_setup_required");
  await require(false);
  expect((await ask("PUT /settings/staff", { token, body })).body.code).toBe("forbidden");
  expect(await statusOf("GET /orders", other.token)).toBe(200);
});

test("P3 an administrator turns two-factor authentication of somebody else off: recorded, and emailed to them", async () => {
  const { id, token, email } = await person("staff", { orders: "read" });
  const reset = (by: string, whose = id) => ask(`DELETE /staff/${whose}/two-factor`, { token: by });
  expect((await reset(admin.token)).status).toBe(404);
  await setUp(token);
  expect(await memberOf(id)).toMatchObject({ two_factor_enabled: true });
  expect((await reset(member.token)).status).toBe(403);
  expect((await reset(admin.token, admin.id)).status).toBe(403);
  expect((await reset(admin.token)).status).toBe(204);
  expect(await memberOf(id)).toMatchObject({ two_factor_enabled: false });
  const { body } = await ask(`GET /audit?entity=user&entity_id=${id}`, { token: admin.token });
  expect(body.data[0]).toMatchObject({ action: "user.two_factor_disabled", actor: { id: admin.id } });
  const { rows } = await sql<{ template: string }>`
    select template from email_outbox where recipient = ${email} order by id desc limit 1`.execute(app.db);
  expect(rows).toEqual([{ template: "two_factor_disabled" }]);
});

test("P3 that of an administrator is turned off with the password only, and administrators are told", async () => {
  const { id, token, email } = await person("admin");
  await setUp(token);
  const reset = (body?: object) => ask(`DELETE /staff/${id}/two-factor`, { token: admin.token, body });
  const told = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from email_outbox where facts::text like ${`%${email} was turned off%`}`.execute(app.db);
    return rows[0]?.count;
  };
  const refused = await reset({});
  expect([refused.status, refused.body.errors?.[0].field]).toEqual([400, "password"]);
  expect((await reset({ password: "another" })).body.code).toBe("bad_credentials");
  expect([await memberOf(id), await told()]).toMatchObject([{ two_factor_enabled: true }, 0]);
  expect((await reset({ password })).status).toBe(204);
  expect(await memberOf(id)).toMatchObject({ two_factor_enabled: false });
  expect(await told()).toBeGreaterThan(0);
});
