import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const admin = await shop.person("admin");
const staff = await shop.person("staff", { customers: "write" });

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
  const tagged = async (name: string) =>
    (await ask(`GET /customers?sort=created_at&tag=${encodeURIComponent(name)}`, { token: staff.token })).body.data.map(
      ({ id }: { id: number }) => id,
    );
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
