import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Permissions } from "#contract/resources/permissions.ts";
import { tokenSecret } from "#server/accounts/accounts.ts";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const admin = await shop.person("admin");
const asAdmin = { token: admin.token };
const password = "correct horse";
let people = 0;
const newEmail = () => `invited${++people}@example.com`;

const invite = (email: string, permissions: Permissions = { orders: "read" }, more: object = {}) =>
  ask("POST /staff/invitations", { ...asAdmin, body: { email, role: "staff", permissions, ...more } });
/** The secret of the latest invitation email to an address. */
async function secretFor(email: string) {
  const { rows } = await sql<{ id: string }>`
    select id from one_time_tokens
    where email = ${email} and purpose = 'staff_invitation'
    order by created_at desc, id desc
    limit 1`.execute(app.db);
  return tokenSecret(app, "staff_invitation", rows[0]?.id ?? "");
}
const accept = async (token: string, more: object = {}) =>
  ask("POST /auth/invitation/accept", { body: { token, fullname: "Grace Hopper", password, ...more } });
const memberOf = async (id: number) =>
  (await ask("GET /staff", asAdmin)).body.data.find((member: { id: number }) => member.id === id);
async function joined(permissions?: Permissions) {
  const email = newEmail();
  await invite(email, permissions);
  const { body } = await accept(await secretFor(email));
  return { email, id: body.user.id as number, token: body.access_token as string };
}

test("P3 an invitation is emailed, accepted once with a password, and gives what its permissions say", async () => {
  const email = newEmail();
  const { status, body } = await invite(email, { orders: "write", catalogue: "read" });
  expect([status, body.data]).toMatchObject([201, { email, permissions: { orders: "write", catalogue: "read" } }]);
  const sent = await sql<{ template: string }>`
    select template from email_outbox where recipient = ${email}`.execute(app.db);
  expect(sent.rows).toEqual([{ template: "staff_invitation" }]);
  expect((await ask("GET /staff/invitations", asAdmin)).body.data).toContainEqual(body.data);

  const secret = await secretFor(email);
  const accepted = await accept(secret);
  expect(accepted.body).toMatchObject({
    role: "staff",
    user: {
      email,
      fullname: "Grace Hopper",
      email_verified: true,
      permissions: { orders: "write", catalogue: "read" },
    },
  });
  expect(await accept(secret)).toMatchObject({ status: 409, body: { code: "link_expired" } });
  const ids = (await ask("GET /staff/invitations", asAdmin)).body.data.map(({ id }: { id: number }) => id);
  expect(ids).not.toContain(body.data.id);

  const { access_token: token } = accepted.body;
  const statuses = async (routes: string[]) =>
    Promise.all(
      routes.map(async (route) => (await ask(route, { token, body: route.includes("POST") ? {} : undefined })).status),
    );
  expect(await statuses(["GET /orders", "GET /product/admin"])).toEqual([200, 200]);
  expect(
    await statuses(["GET /customers/export", "GET /coupons", "GET /settings", "POST /product", "GET /staff"]),
  ).toEqual([403, 403, 403, 403, 403]);
  expect((await ask("POST /auth/login", { body: { username: email, password } })).body.role).toBe("staff");
});

test("P3 an invitation that was withdrawn, sent again or expired has no valid link but the latest", async () => {
  const email = newEmail();
  const { id } = (await invite(email)).body.data;
  const first = await secretFor(email);
  expect((await ask(`POST /staff/invitations/${id}/resend`, asAdmin)).status).toBe(200);
  expect(await accept(first)).toMatchObject({ status: 409, body: { code: "link_expired" } });
  expect((await ask(`DELETE /staff/invitations/${id}`, asAdmin)).status).toBe(204);
  expect(await accept(await secretFor(email))).toMatchObject({ status: 409, body: { code: "link_expired" } });
  expect((await ask(`POST /staff/invitations/${id}/resend`, asAdmin)).status).toBe(404);

  const late = newEmail();
  await invite(late);
  await sql`update one_time_tokens set expires_at = now() where email = ${late}`.execute(app.db);
  expect(await accept(await secretFor(late))).toMatchObject({ status: 409, body: { code: "link_expired" } });
});

test("P3 nobody is invited twice, or without permissions, or who has access already", async () => {
  const email = newEmail();
  await invite(email);
  expect(await invite(email.toUpperCase())).toMatchObject({ status: 409, body: { code: "already_invited" } });
  expect(await invite(newEmail(), {})).toMatchObject({ status: 400, body: { errors: [{ field: "permissions" }] } });
  expect(await invite(admin.email)).toMatchObject({ status: 409, body: { code: "already_staff" } });
});

test("P3 a customer who accepts an invitation has the new password, and sessions from before end", async () => {
  const customer = await shop.person();
  await invite(customer.email, { marketing: "write" });
  const { body } = await accept(await secretFor(customer.email));
  expect(body).toMatchObject({ role: "staff", user: { id: customer.id, permissions: { marketing: "write" } } });
  expect((await ask("GET /account/profile", { token: customer.token })).status).toBe(401);
});

test("P3 who accepts an invitation has no address that a stranger saved under their email before", async () => {
  for (const [verified, left] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const account = await shop.person();
    if (!verified)
      await sql`update users set email_verified_at = null, password_hash = 'theirs' where id = ${account.id}`.execute(
        app.db,
      );
    const address = {
      fullname: "Ann",
      line1: "Elm Street 1",
      city: "Berlin",
      postal_code: "10115",
      country: "DE",
    };
    expect(
      (
        await ask("POST /account/addresses", {
          token: account.token,
          headers: { "idempotency-key": randomUUID() },
          body: address,
        })
      ).status,
    ).toBe(201);
    await invite(account.email);
    const { body } = await accept(await secretFor(account.email));
    expect((await ask("GET /account/addresses", { token: body.access_token })).body.data).toHaveLength(left);
  }
});

test("P3 changed permissions apply to the next request, and of two changes the second is stale", async () => {
  const { id, token } = await joined({ orders: "read" });
  const { version } = await memberOf(id);
  const change = (permissions: Permissions) =>
    ask(`PUT /staff/${id}`, { ...asAdmin, body: { role: "staff", permissions, version } });
  expect((await change({ catalogue: "write" })).body.data).toMatchObject({ permissions: { catalogue: "write" } });
  expect((await ask("GET /orders", { token })).status).toBe(403);
  expect((await ask("GET /product/admin", { token })).status).toBe(200);
  expect(await change({ orders: "write" })).toMatchObject({
    status: 409,
    body: { code: "stale", current: { permissions: { catalogue: "write" } } },
  });
  const { body } = await ask(`GET /audit?entity=user&entity_id=${id}`, asAdmin);
  expect(body.data[0]).toMatchObject({ after: { permissions: { catalogue: "write" } }, actor: { id: admin.id } });
});

test("P3 staff can't change roles or permissions, and block customers only", async () => {
  const member = await joined({ customers: "write", settings: "write" });
  const as = { token: member.token };
  const customer = await shop.person();
  const patch = async (id: number, body: object) => (await ask(`PATCH /customers/${id}`, { ...as, body })).status;
  expect(await patch(customer.id, { account_status: "blocked" })).toBe(200);
  expect(await patch(customer.id, { role: "admin" })).toBe(403);
  expect(await patch(member.id, { role: "admin" })).toBe(403);
  expect(await patch(admin.id, { account_status: "blocked" })).toBe(403);
  const { body } = await ask("POST /customers/status", { ...as, body: { ids: [admin.id], account_status: "blocked" } });
  expect(body.data).toMatchObject([{ customer: null, problem: { code: "forbidden" } }]);
  const { version } = await memberOf(member.id);
  const own = { role: "admin", permissions: {}, version };
  expect((await ask(`PUT /staff/${member.id}`, { ...as, body: own })).status).toBe(403);
  expect((await ask("POST /staff/invitations", { ...as, body: { ...own, email: newEmail() } })).status).toBe(403);
});

test("P3 a removed member of staff is a customer, without a session or permissions", async () => {
  const { id, token, email } = await joined();
  expect((await ask(`DELETE /staff/${id}`, asAdmin)).status).toBe(204);
  expect((await ask("GET /orders", { token })).status).toBe(401);
  expect(await memberOf(id)).toBeUndefined();
  const { body } = await ask("POST /auth/login", { body: { username: email, password } });
  expect(body).toMatchObject({ role: "customer", user: { permissions: {} } });
  expect((await ask(`DELETE /staff/${id}`, asAdmin)).status).toBe(404);
});

test("P3 the last administrator can't become staff or be removed, even if two are at once", async () => {
  const own = await openTestShop();
  const [first, second] = [await administratorWithPassword(own), await administratorWithPassword(own)];
  const access = { role: "staff", permissions: { orders: "read" }, version: 0 };
  const answers = await Promise.all([
    own.ask(`PUT /staff/${first.id}`, { token: first.token, body: { ...access, password: first.password } }),
    own.ask(`DELETE /staff/${second.id}`, { token: second.token, body: { password: second.password } }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([expect.toBeOneOf([200, 204]), 409]);
  const { rows } = await sql<{ admins: number }>`
    select count(*)::int as admins from users where role = 'admin'`.execute(own.app.db);
  expect(rows).toEqual([{ admins: 1 }]);
});

test("6.2.3 giving and taking the role of an administrator needs the password, and tells all administrators", async () => {
  const own = await openTestShop();
  const [one, other] = [await administratorWithPassword(own), await administratorWithPassword(own)];
  const [customer, staff] = [await own.person(), await own.person("staff", { orders: "read" })];
  const asOne = (route: string, body: object) => own.ask(route, { token: one.token, body });
  const admins = { role: "admin", permissions: {} };
  const changes: [string, object][] = [
    ["POST /staff/invitations", { ...admins, email: newEmail() }],
    [`PUT /staff/${staff.id}`, { ...admins, version: 0 }],
    [`PATCH /customers/${customer.id}`, { role: "admin" }],
    [`PATCH /customers/${other.id}`, { account_status: "blocked" }],
    [`DELETE /staff/${other.id}`, {}],
  ];
  const blocked = await asOne("POST /customers/status", { ids: [other.id], account_status: "blocked" });
  expect(blocked.body.data).toMatchObject([{ problem: { code: "staff_account" } }]);
  for (const [route, body] of changes) {
    expect([route, (await asOne(route, body)).body.errors]).toMatchObject([route, [{ field: "password" }]]);
    const changed = await asOne(route, { ...body, password: one.password });
    expect([route, changed.status]).toEqual([route, expect.toBeOneOf([200, 201, 204])]);
    if (!route.startsWith("POST")) expect(changed.headers.undo).toBeUndefined();
  }
  const { rows } = await sql<{ user_id: number; text: string }>`
    select user_id, facts ->> 'text' as text from email_outbox where template = 'admin_alert' order by id`.execute(
    own.app.db,
  );
  expect(rows.filter(({ user_id }) => user_id === other.id)).toHaveLength(4);
  expect(rows.filter(({ user_id }) => user_id === one.id).map(({ text }) => text)).toEqual([
    expect.stringContaining("was invited as an administrator"),
    expect.stringContaining("was made an administrator"),
    expect.stringContaining("was made an administrator"),
    expect.stringContaining("was blocked"),
    expect.stringContaining("is no longer an administrator"),
  ]);
});

test("P3 the database has permissions only for accounts with the role of staff", async () => {
  const { id } = await joined();
  await expect(sql`update users set role = 'customer' where id = ${id}`.execute(app.db)).rejects.toThrow();
  await expect(
    sql`insert into staff_permissions (user_id, area, access) values (${admin.id}, 'orders', 'read')`.execute(app.db),
  ).rejects.toThrow();
});

test("H7 staff are notified of what they may see", async () => {
  const [orders, customers] = [await joined({ orders: "read" }), await joined({ customers: "read" })];
  await ask("POST /auth/register", { body: { email: newEmail(), password } });
  await app.jobs.drain();
  const typesOf = async ({ token }: { token: string }) =>
    (await ask("GET /notifications", { token })).body.data.map(({ type }: { type: string }) => type);
  expect(await typesOf(customers)).toContain("new_user");
  expect(await typesOf(orders)).toEqual([]);
});
