import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, listAdministratorIds } from "#server/accounts/accounts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const admin = await administratorWithPassword(shop);
const { token } = admin;
const password = "correct horse";
const make = (username: string, more: object = {}, { app } = shop) =>
  inTransaction(app.db, (tx) => createAccount(app, tx, { username, password, ...more }));
const signIn = (username: string) => ask("POST /auth/login", { body: { username, password } });
const patch = (id: number, body: object, as = token, { ask } = shop) =>
  ask(`PATCH /customers/${id}`, { token: as, body: { ...body, password: admin.password } });

test("C3 A3 administrators list accounts by name, role and status, in pages", async () => {
  // All accounts of a shop are counted here, so it is one of its own.
  const own = await openTestShop();
  const { token: ownToken } = await own.person("admin");
  await make("grace", { fullname: "Grace Hopper", email: "grace@navy.example" }, own);
  await make("alan", { fullname: "Alan Turing" }, own);
  await make("percent%", { fullname: "Percy 100%" }, own);
  const list = async (query: string) => {
    const { body } = await own.ask(`GET /customers?${query}`, { token: ownToken });
    return body.data.map(({ username }: { username: string }) => username);
  };
  expect(await list("name=hopp")).toEqual(["grace"]);
  expect(await list("name=NAVY.example")).toEqual(["grace"]);
  expect(await list("name=ala")).toEqual(["alan"]);
  expect(await list("name=100%25")).toEqual(["percent%"]);
  expect(await list("name=_")).toEqual([]);
  expect(await list("role=customer&sort=fullname")).toEqual(["alan", "grace", "percent%"]);
  expect(await list("role=admin")).toHaveLength(1);
  expect(await list("role=customer&sort=-fullname")).toEqual(["percent%", "grace", "alan"]);
  expect(await list("account_status=blocked")).toEqual([]);
  expect((await own.ask("GET /customers?sort=color", { token: ownToken })).status).toBe(400);
  const { body } = await own.ask("GET /customers?per_page=2&page=2&sort=created_at", { token: ownToken });
  expect(body.meta).toEqual({ page: 2, per_page: 2, total: 4, pages: 2 });
  expect(body.data[0]).toEqual({
    id: expect.any(Number),
    fullname: "Alan Turing",
    email: null,
    email_verified_at: null,
    username: "alan",
    role: "customer",
    account_status: "active",
    created_at: expect.any(String),
    last_seen_at: null,
    tags: [],
  });
});

test("C3 A3 accounts are filtered by the days of their registration in the shop's time zone", async () => {
  const own = await openTestShop();
  const { token } = await own.person("admin");
  const [late, next] = [await own.person(), await own.person()];
  for (const [{ id }, at] of [
    [late, "2026-05-02T21:59:59Z"],
    [next, "2026-05-02T22:00:00Z"],
  ] as const)
    await sql`update users set created_at = ${at} where id = ${id}`.execute(own.app.db);
  const list = async (query: string) =>
    (await own.ask(`GET /customers?role=customer&${query}`, { token })).body.data.map(({ id }: { id: number }) => id);
  expect(await list("from=2026-05-02&to=2026-05-02")).toEqual([late.id]);
  expect(await list("from=2026-05-03&to=2026-05-03")).toEqual([next.id]);
  expect((await list("to=2026-05-03")).toSorted()).toEqual([late.id, next.id].toSorted());
});

test("C3 A3 accounts are sorted by when they were last seen, in both directions", async () => {
  const own = await openTestShop();
  const { token: ownToken, id: adminId } = await own.person("admin");
  const seen = [await make("early", {}, own), await make("late", {}, own), await make("never", {}, own)].map(
    ({ id }) => id,
  );
  const at = async (id: number | undefined, instant: string | null) =>
    sql`update users set last_seen_at = ${instant} where id = ${id}`.execute(own.app.db);
  await at(adminId, "2026-01-01T00:00:00Z");
  await at(seen[0], "2026-02-01T00:00:00Z");
  await at(seen[1], "2026-03-01T00:00:00Z");
  const list = async (sort: string) => {
    const { body } = await own.ask(`GET /customers?role=customer&sort=${sort}`, { token: ownToken });
    return body.data.map(({ username }: { username: string }) => username);
  };
  expect(await list("-last_seen_at")).toEqual(["late", "early", "never"]);
  expect(await list("last_seen_at")).toEqual(["never", "early", "late"]);
});

test("C3 A3 deleted accounts are listed only on request, without personal data", async () => {
  const own = await openTestShop();
  const { token: ownToken } = await own.person("admin");
  const { id } = await make("gone", { fullname: "Gone Person", email: "gone@example.com" }, own);
  await sql`update users set account_status = 'deleted', deleted_at = now() where id = ${id}`.execute(own.app.db);
  const list = async (query: string) => (await own.ask(`GET /customers${query}`, { token: ownToken })).body;
  expect((await list("?role=customer")).data).toEqual([]);
  expect((await list("")).meta.total).toBe(1);
  const nobody = {
    id,
    fullname: null,
    email: null,
    username: null,
    email_verified_at: null,
    account_status: "deleted",
  };
  expect((await list("?account_status=deleted")).data).toMatchObject([nobody]);
  expect((await own.ask(`GET /customers/${id}`, { token: ownToken })).body.data).toMatchObject({
    ...nobody,
    addresses: [],
  });
  expect((await patch(id, { account_status: "active" }, ownToken, own)).status).toBe(404);
});

test("C3 A3 one account is shown with its addresses, the default first", async () => {
  const { id, token: theirs, email } = await shop.person();
  const address = { fullname: "Ada", line1: "Main Street 1", city: "Berlin", postal_code: "10115", country: "DE" };
  for (const line1 of ["Main Street 1", "Side Street 2"])
    await ask("POST /account/addresses", { token: theirs, body: { ...address, line1 } });
  const { body } = await ask(`GET /customers/${id}`, { token });
  expect(body.data).toMatchObject({
    id,
    email,
    role: "customer",
    addresses: [
      { line1: "Main Street 1", is_default_shipping: true },
      { line1: "Side Street 2", is_default_shipping: false },
    ],
  });
  expect((await ask(`GET /customers/${id}`, { token: theirs })).status).toBe(403);
  expect((await ask("GET /customers/999999", { token })).body.code).toBe("not_found");
});

test("A3 several accounts are blocked at once, with a result for each", async () => {
  const own = await openTestShop();
  const { token: ownToken, id: ownId } = await own.person("admin");
  const [one, two] = [await own.person(), await own.person()];
  const setStatus = (ids: number[], account_status: string) =>
    own.ask("POST /customers/status", { token: ownToken, body: { ids, account_status } });
  const { body } = await setStatus([one.id, 999_999, ownId, two.id, one.id], "blocked");
  expect(body.data).toMatchObject([
    { id: one.id, customer: { account_status: "blocked" }, problem: null },
    { id: 999_999, customer: null, problem: { code: "not_found", message: expect.any(String) } },
    { id: ownId, customer: null, problem: { code: "staff_account", message: expect.stringContaining("staff") } },
    { id: two.id, customer: { account_status: "blocked" }, problem: null },
  ]);
  expect((await own.ask("GET /account/profile", { token: two.token })).status).toBe(401);
  const back = await setStatus([one.id, two.id], "active");
  expect(
    back.body.data.map(({ customer }: { customer: { account_status: string } }) => customer.account_status),
  ).toEqual(["active", "active"]);
  expect((await setStatus([], "blocked")).status).toBe(400);
  const customer = await own.person();
  const tried = await own.ask("POST /customers/status", {
    token: customer.token,
    body: { ids: [one.id], account_status: "blocked" },
  });
  expect(tried.status).toBe(403);
});

test("P3 only administrators list and change accounts", async () => {
  const customer = await shop.person();
  expect((await ask("GET /customers", { token: customer.token })).status).toBe(403);
  expect((await ask("GET /customers")).status).toBe(401);
  expect((await patch(customer.id, { role: "admin" }, customer.token)).status).toBe(403);
});

test("P3 staff see the accounts of customers only, and no address of the team", async () => {
  const customer = await shop.person();
  for (const permissions of [{ customers: "read" }, { orders: "read" }] as const) {
    const staff = await shop.person("staff", permissions);
    const listed = await ask("GET /customers?per_page=100", { token: staff.token });
    expect(new Set(listed.body.data.map(({ role }: { role: string }) => role))).toEqual(new Set(["customer"]));
    expect((await ask("GET /customers?role=admin", { token: staff.token })).body.meta.total).toBe(0);
  }
  const staff = await shop.person("staff", { customers: "write" });
  expect(String((await ask("GET /customers/export", { token: staff.token })).body)).not.toContain(admin.email);
  for (const path of ["", "/sessions", "/notes"]) {
    expect((await ask(`GET /customers/${admin.id}${path}`, { token: staff.token })).status).toBe(404);
    expect((await ask(`GET /customers/${customer.id}${path}`, { token: staff.token })).status).toBe(200);
    expect((await ask(`GET /customers/${admin.id}${path}`, { token })).status).toBe(200);
  }
});

test("Session: a blocked account is rejected from its next call, can't refresh, and has a recorded change", async () => {
  const { id } = await make("blocked");
  const session = (await signIn("blocked")).body;
  const received = Promise.withResolvers<void>();
  app.bus.subscribe((tags) => tags.includes(`account:${id}`) && received.resolve());
  expect((await patch(id, { account_status: "blocked" })).body.data.account_status).toBe("blocked");
  await received.promise;
  expect((await ask("GET /account/profile", { token: session.access_token })).status).toBe(401);
  expect((await ask("POST /auth/refresh", { token: session.refresh_token })).status).toBe(401);
  expect((await signIn("blocked")).status).toBe(403);
  const audit = await sql`
    select actor_user_id, action, before, after
    from changes
    where entity = 'user' and entity_id = ${String(id)}`.execute(app.db);
  expect(audit.rows).toEqual([
    {
      actor_user_id: admin.id,
      action: "PATCH /customers/:id",
      before: { role: "customer", account_status: "active" },
      after: { role: "customer", account_status: "blocked" },
    },
  ]);
  await patch(id, { account_status: "active" });
  expect((await signIn("blocked")).status).toBe(200);
});

test("Session: a changed role applies from the next call, and earlier tokens end", async () => {
  const { id } = await make("promoted");
  const session = (await signIn("promoted")).body;
  await patch(id, { role: "admin" });
  expect((await ask("GET /customers", { token: session.access_token })).status).toBe(401);
  expect((await ask("POST /auth/refresh", { token: session.refresh_token })).status).toBe(401);
  const fresh = (await signIn("promoted")).body;
  expect(fresh.role).toBe("admin");
  expect((await ask("GET /customers", { token: fresh.access_token })).status).toBe(200);
  await patch(id, { role: "customer" });
});

test("Session: the last administrator can neither be blocked nor demoted, two cannot remove each other", async () => {
  const own = await openTestShop();
  const first = await administratorWithPassword(own);
  for (const body of [{ account_status: "blocked" }, { role: "customer" }])
    expect(await patch(first.id, body, first.token, own)).toMatchObject({ status: 409, body: { code: "last_admin" } });
  const second = await administratorWithPassword(own);
  const both = await Promise.all([
    patch(first.id, { role: "customer" }, second.token, own),
    patch(second.id, { role: "customer" }, first.token, own),
  ]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await listAdministratorIds(own.app.db)).toHaveLength(1);
});

test("C3 an unknown account is 404", async () => {
  const someAdmin = await shop.person("admin");
  expect((await patch(999_999, { role: "customer" }, someAdmin.token)).status).toBe(404);
});
