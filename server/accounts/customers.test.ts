import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { administrators, makeAccount } from "./accounts.ts";

const shop = await openTestShop();
const { house, ask } = shop;
const admin = await shop.person("admin");
const { token } = admin;
const password = "correct horse";
const make = (username: string, more: object = {}, { house } = shop) =>
  inTransaction(house.db, (tx) => makeAccount(house, tx, { username, password, ...more }));
const signIn = (username: string) => ask("POST /auth/login", { body: { username, password } });
const patch = (id: number, body: object, as = token, { ask } = shop) =>
  ask(`PATCH /customers/${id}`, { token: as, body });

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
  expect(await list("account_status=blocked")).toEqual([]);
  const { body } = await own.ask("GET /customers?per_page=2&page=2&sort=created_at", { token: ownToken });
  expect(body.meta).toEqual({ page: 2, per_page: 2, total: 4, pages: 2 });
  expect(body.data[0]).toEqual({
    id: expect.any(Number),
    fullname: "Alan Turing",
    email: null,
    username: "alan",
    role: "customer",
    account_status: "active",
    created_at: expect.any(String),
    last_seen_at: null,
  });
});

test("P3 customers and guests may not", async () => {
  const customer = await shop.person();
  expect((await ask("GET /customers", { token: customer.token })).status).toBe(403);
  expect((await ask("GET /customers")).status).toBe(401);
  expect((await patch(customer.id, { role: "admin" }, customer.token)).status).toBe(403);
});

test("Session: a blocked account is shut out from its next call, refresh is refused, and it is written down", async () => {
  const { id } = await make("blocked");
  const session = (await signIn("blocked")).body;
  const heard = Promise.withResolvers<void>();
  house.bus.listen((topics) => topics.includes(`account:${id}`) && heard.resolve());
  expect((await patch(id, { account_status: "blocked" })).body.data.account_status).toBe("blocked");
  await heard.promise;
  expect((await ask("GET /account/profile", { token: session.access_token })).status).toBe(401);
  expect((await ask("POST /auth/refresh", { token: session.refresh_token })).status).toBe(401);
  expect((await signIn("blocked")).status).toBe(403);
  const audit = await sql`
    select actor_user_id, action, before, after from audit_log where entity = 'user' and entity_id = ${String(id)}`.execute(
    house.db,
  );
  expect(audit.rows).toEqual([
    {
      actor_user_id: admin.id,
      action: "user.standing",
      before: { role: "customer", account_status: "active" },
      after: { role: "customer", account_status: "blocked" },
    },
  ]);
  await patch(id, { account_status: "active" });
  expect((await signIn("blocked")).status).toBe(200);
});

test("Session: a changed role counts from the next call; the old tokens end", async () => {
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
  const first = await own.person("admin");
  for (const body of [{ account_status: "blocked" }, { role: "customer" }])
    expect(await patch(first.id, body, first.token, own)).toMatchObject({ status: 409, body: { code: "last_admin" } });
  const second = await own.person("admin");
  const both = await Promise.all([
    patch(first.id, { role: "customer" }, second.token, own),
    patch(second.id, { role: "customer" }, first.token, own),
  ]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await administrators(own.house.db)).toHaveLength(1);
});

test("C3 an account nobody has is 404", async () => {
  const someAdmin = await shop.person("admin");
  expect((await patch(999_999, { role: "customer" }, someAdmin.token)).status).toBe(404);
});
