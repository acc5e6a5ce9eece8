import { sql } from "kysely";
import { expect, test } from "vitest";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, password } = await administratorWithPassword(shop);
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const entries = async (id: number) => (await ask(`GET /audit?entity=user&entity_id=${id}`)).body.data;
const undo = (entry: unknown) => ask(`POST /audit/${entry}/undo`);
const statusOf = async (id: number) => (await ask(`GET /customers/${id}`)).body.data.account_status;
const memberOf = async (id: number) =>
  (await ask("GET /staff")).body.data.find((member: { id: number }) => member.id === id);

test("A7 blocked accounts have an entry each and are unblocked by its undo, unless one was made staff since", async () => {
  const [one, other] = [await shop.person(), await shop.person()];
  const blocked = await ask("POST /customers/status", { ids: [one.id, other.id], account_status: "blocked" });
  const [first, second] = String(blocked.headers.undo).split(",");
  const access = { role: "customer", account_status: "active" };
  expect(await entries(one.id)).toMatchObject([
    { action: "PATCH /customers/:id", before: access, after: { ...access, account_status: "blocked" } },
  ]);
  expect((await undo(first)).body.data).toEqual({ kept: [] });
  expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(["active", "blocked"]);
  expect(await entries(one.id)).toMatchObject([{ after: access, undo: "possible" }, { undo: "undone" }]);
  await sql`update users set role = 'staff' where id = ${other.id}`.execute(shop.app.db);
  expect((await undo(second)).body.code).toBe("stale");
  expect((await memberOf(other.id)).is_blocked).toBe(true);
});

test("A7 a change of access that can't be recorded is not made, and one that changes nothing is not recorded", async () => {
  const [customer, staff] = [await shop.person(), await shop.person("staff", { orders: "read" })];
  const { version } = await memberOf(staff.id);
  const same = await ask(`PUT /staff/${staff.id}`, { role: "staff", permissions: { orders: "read" }, version });
  expect([same.status, same.body.data.version, same.headers.undo]).toEqual([200, version, undefined]);
  expect((await ask(`PATCH /customers/${customer.id}`, { account_status: "active" })).status).toBe(200);
  expect([await entries(customer.id), await entries(staff.id)]).toEqual([[], []]);
  await sql`alter table changes add constraint test_only check (entity <> 'user') not valid`.execute(shop.app.db);
  const changes: [string, object][] = [
    [`PATCH /customers/${customer.id}`, { account_status: "blocked" }],
    [`PUT /staff/${staff.id}`, { role: "staff", permissions: { orders: "write" }, version }],
    [`DELETE /staff/${staff.id}`, {}],
  ];
  for (const [route, body] of changes) expect([route, (await ask(route, body)).status]).toEqual([route, 500]);
  await sql`alter table changes drop constraint test_only`.execute(shop.app.db);
  expect(await statusOf(customer.id)).toBe("active");
  expect(await memberOf(staff.id)).toMatchObject({ permissions: { orders: "read" }, version });
});

test("A7 the role of an administrator is not undone, nor the removal of staff or of an invitation", async () => {
  const [customer, staff] = [await shop.person(), await shop.person("staff", { orders: "read" })];
  const promoted = await ask(`PATCH /customers/${customer.id}`, { role: "admin", password });
  const removed = await ask(`DELETE /staff/${staff.id}`, {});
  expect([promoted.status, promoted.headers.undo, removed.status, removed.headers.undo]).toEqual([
    200,
    undefined,
    204,
    undefined,
  ]);
  expect(await entries(customer.id)).toMatchObject([{ after: { role: "admin" }, undo: "not_possible" }]);
  expect(await entries(staff.id)).toMatchObject([
    { action: "DELETE /staff/:id", before: { role: "staff" }, after: { role: "customer" }, undo: "not_possible" },
  ]);
  const invited = { email: "ada@example.com", role: "staff", permissions: { orders: "read" } };
  const { headers, body } = await ask("POST /staff/invitations", invited);
  expect((await ask(`POST /staff/invitations/${body.data.id}/resend`)).status).toBe(200);
  // The link that was sent since would lead nowhere.
  expect((await undo(headers.undo)).body.code).toBe("stale");
  expect((await ask(`DELETE /staff/invitations/${body.data.id}`)).status).toBe(204);
  const again = await ask("POST /staff/invitations", invited);
  expect((await undo(again.headers.undo)).status).toBe(200);
  expect((await ask("GET /staff/invitations")).body.data).toEqual([]);
  const log = (await ask("GET /audit?entity=staff_invitation")).body.data;
  expect(log.map(({ action, undo }: Record<string, unknown>) => [action, undo])).toEqual([
    ["POST /staff/invitations", "not_possible"],
    ["POST /staff/invitations", "undone"],
    ["DELETE /staff/invitations/:id", "not_possible"],
    ["POST /staff/invitations/:id/resend", "not_possible"],
    ["POST /staff/invitations", "changed_since"],
  ]);
});
