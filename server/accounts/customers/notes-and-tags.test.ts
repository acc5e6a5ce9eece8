import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const admin = await shop.person("admin");
const staff = await shop.person("staff", { customers: "write" });
const tagged = async (name: string): Promise<number[]> =>
  (await ask(`GET /customers?sort=created_at&tag=${encodeURIComponent(name)}`, { token: admin.token })).body.data.map(
    ({ id }: { id: number }) => id,
  );

test("A3 staff add notes to a customer, edit and delete their own, and administrators delete any", async () => {
  const { id, token } = await shop.person();
  const add = (text: string, by = staff) => ask(`POST /customers/${id}/notes`, { token: by.token, body: { text } });
  const notes = async () => (await ask(`GET /customers/${id}/notes`, { token: staff.token })).body.data;
  const change = (note: number, by: typeof staff, text = "Prefers mail") =>
    ask(`PUT /customers/${id}/notes/${note}`, { token: by.token, body: { text } });
  const remove = async (note: number, by: typeof staff) =>
    (await ask(`DELETE /customers/${id}/notes/${note}`, { token: by.token })).status;
  const first = (await add("Prefers calls")).body.data.id;
  const second = (await add("Asked for a VAT invoice", admin)).body.data.id;
  expect(await notes()).toMatchObject([
    { id: second, author: { id: admin.id, name: "Test Person" }, edited_at: null },
    { id: first, author: { id: staff.id, name: "Test Person" }, text: "Prefers calls" },
  ]);
  expect((await change(second, staff)).status).toBe(404);
  expect((await change(first, admin)).status).toBe(404);
  expect((await change(first, staff)).body.data).toMatchObject({
    text: "Prefers mail",
    edited_at: expect.any(String),
  });
  expect(await remove(second, staff)).toBe(404);
  expect(await remove(second, admin)).toBe(204);
  expect(await remove(first, staff)).toBe(204);
  expect(await notes()).toEqual([]);
  expect((await add(" ")).status).toBe(400);
  expect((await ask(`GET /customers/${id}/notes`, { token })).status).toBe(403);
  expect((await ask(`POST /customers/${admin.id}/notes`, { token: staff.token, body: { text: "No" } })).status).toBe(
    403,
  );
});

test("A3 customers have tags, by which they are listed and exported, in any case", async () => {
  const [one, other] = [await shop.person(), await shop.person()];
  const tag = async (id: number, name: string) =>
    (await ask(`POST /customers/${id}/tags`, { token: staff.token, body: { name } })).body.data?.tags;
  expect(await tag(one.id, "Wholesale")).toEqual(["Wholesale"]);
  expect(await tag(other.id, "wholesale ")).toEqual(["Wholesale"]);
  expect(await tag(one.id, "VIP 100%/a")).toEqual(["VIP 100%/a", "Wholesale"]);
  expect(await tag(one.id, "WHOLESALE")).toEqual(["VIP 100%/a", "Wholesale"]);
  expect((await ask("GET /customers/tags", { token: staff.token })).body.data).toEqual([
    { name: "VIP 100%/a", customers: 1 },
    { name: "Wholesale", customers: 2 },
  ]);
  expect(await tagged("wholesale")).toEqual([one.id, other.id]);
  expect(await tagged("VIP 100%/a")).toEqual([one.id]);
  expect(await tagged("unknown")).toEqual([]);
  const { body: csv } = await ask("GET /customers/export?tag=vip%20100%25/a", { token: staff.token });
  expect(csv).toContain('"VIP 100%/a, Wholesale"');
  const removed = await ask(`DELETE /customers/${one.id}/tags/${encodeURIComponent("vip 100%/A")}`, {
    token: staff.token,
  });
  expect(removed.body.data.tags).toEqual(["Wholesale"]);
  await sql`insert into customer_tags select ${other.id}, 'tag ' || n from generate_series(1, 49) n`.execute(app.db);
  expect(
    await ask(`POST /customers/${other.id}/tags`, { token: staff.token, body: { name: "one more" } }),
  ).toMatchObject({ status: 409, body: { code: "too_many_tags" } });
  const reader = await shop.person("staff", { customers: "read" });
  expect((await ask(`POST /customers/${one.id}/tags`, { token: reader.token, body: { name: "x" } })).status).toBe(403);
});

const changeTags = (action: "add" | "remove", name: string, accounts: object, by = staff) =>
  ask("POST /customers/tags", { token: by.token, body: { action, name, accounts } });
const undo = (id: number, by = staff) => ask(`POST /customers/tags/${id}/undo`, { token: by.token });

test("A3 a tag is added to selected customers or removed from them at once, and undone for those it changed", async () => {
  const [one, other] = [await shop.person(), await shop.person()];
  const ids = [one.id, other.id, admin.id];
  await ask(`POST /customers/${one.id}/tags`, { token: staff.token, body: { name: "Regular" } });
  const added = (await changeTags("add", " regular ", { ids })).body.data;
  expect(added).toMatchObject({ action: "add", name: "Regular", changed: 1, over_limit: 0 });
  expect(await tagged("Regular")).toEqual([one.id, other.id]);
  expect((await undo(added.id, await shop.person("staff", { customers: "write" }))).status).toBe(409);
  expect((await undo(added.id)).body.data).toEqual({ changed: 1 });
  expect(await tagged("Regular")).toEqual([one.id]);
  expect(await undo(added.id)).toMatchObject({ status: 409, body: { code: "undo_not_possible" } });

  expect((await changeTags("add", "regular", { ids }, admin)).body.data.changed).toBe(2);
  const removed = (await changeTags("remove", "REGULAR", { ids: [one.id, other.id] })).body.data;
  expect(removed).toMatchObject({ action: "remove", name: "Regular", changed: 2 });
  expect(await tagged("Regular")).toEqual([admin.id]);
  expect((await undo(removed.id, admin)).body.data).toEqual({ changed: 2 });
  expect(await tagged("Regular")).toEqual([admin.id, one.id, other.id]);
});

test("A3 a tag is added to all customers that match filters, but not to deleted ones or those with 50 tags", async () => {
  const people = [await shop.person(), await shop.person(), await shop.person(), await shop.person()] as const;
  const [one, other, full, deleted] = people;
  await changeTags("add", "Group", { ids: people.map(({ id }) => id) });
  await sql`insert into customer_tags select ${full.id}, 'tag ' || n from generate_series(1, 49) n`.execute(app.db);
  await sql`update users set deleted_at = now() where id = ${deleted.id}`.execute(app.db);
  const filters = { tag: "group", role: "customer" };
  const { data } = (await changeTags("add", "Newsletter", { filters })).body;
  expect(data).toMatchObject({ name: "Newsletter", changed: 2, over_limit: 1 });
  expect(await tagged("newsletter")).toEqual([one.id, other.id]);
  await ask(`DELETE /customers/${one.id}/tags/Newsletter`, { token: staff.token });
  await changeTags("remove", "newsletter", { filters });
  expect(await tagged("newsletter")).toEqual([]);
});

test("A3 a tag is added to thousands of customers in several statements, and undone", async () => {
  await sql`
    insert into users (username, email)
    select 'crowd' || n, 'crowd' || n || '@example.com' from generate_series(1, 5001) n`.execute(app.db);
  const edit = (await changeTags("add", "Crowd", { filters: { name: "crowd" } })).body.data;
  expect(edit).toMatchObject({ changed: 5001, over_limit: 0 });
  const counts = async () => (await ask("GET /customers/tags", { token: admin.token })).body.data;
  expect(await counts()).toContainEqual({ name: "Crowd", customers: 5001 });
  expect((await undo(edit.id)).body.data).toEqual({ changed: 5001 });
  expect(await counts()).not.toContainEqual(expect.objectContaining({ name: "Crowd" }));
});

test("A3 a tag for many customers is one change with the tag and the count, and can be undone from there", async () => {
  const { id } = await shop.person();
  const entries = async () => (await ask("GET /audit?entity=customer_tag_edit", { token: admin.token })).body.data;
  const before = (await entries()).length;
  const edit = (await changeTags("add", "Audited", { ids: [id] })).body.data;
  const [entry, ...older] = await entries();
  expect(older).toHaveLength(before);
  expect(entry).toMatchObject({
    action: "POST /customers/tags",
    actor: { id: staff.id },
    entity_id: String(edit.id),
    after: { action: "add", name: "Audited", changed: 1 },
    undo: "possible",
  });
  expect((await ask(`POST /audit/${entry.id}/undo`, { token: admin.token })).status).toBe(200);
  expect(await tagged("Audited")).toEqual([]);
  expect((await entries()).map(({ undo: state }: { undo: string }) => state).slice(0, 2)).toEqual([
    "not_possible",
    "undone",
  ]);
});

test("A3 a tag for many customers needs a selection, known filters, a name and the permission", async () => {
  const { id } = await shop.person();
  for (const accounts of [{ ids: [] }, {}, { ids: [id], filters: {} }, { filters: { tagged: "x" } }])
    expect([accounts, (await changeTags("add", "Wrong", accounts)).status]).toEqual([accounts, 400]);
  expect((await changeTags("add", " ", { ids: [id] })).status).toBe(400);
  const reader = await shop.person("staff", { customers: "read" });
  expect((await changeTags("add", "Wrong", { ids: [id] }, reader)).status).toBe(403);
  expect((await undo(1, reader)).status).toBe(403);
  expect(await tagged("Wrong")).toEqual([]);
});
