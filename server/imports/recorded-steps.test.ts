import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AuditEntry } from "#contract/accounts/audit.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { form, upload } from "./testing.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const file = (handle: string) => `Handle,Title,Variant Price\n${handle},${handle},9.00\n`;
const send = (handle: string) =>
  upload(shop, "/product/admin/upload", { token, name: `${handle}.csv`, content: file(handle) });
const entriesOf = async (id: string): Promise<AuditEntry[]> =>
  (await ask(`GET /audit?entity=import&entity_id=${id}&per_page=50`)).body.data;
const statusOf = async (id: string) => (await ask(`GET /imports/${id}`)).body.data.status;

/** Runs `work` while no change of an import can be recorded. */
async function withoutRecords(work: () => Promise<void>) {
  await sql`alter table changes add constraint test_only check (entity <> 'import') not valid`.execute(shop.app.db);
  await work();
  await sql`alter table changes drop constraint test_only`.execute(shop.app.db);
}

test("A5 each step of an import is recorded with what it changes, by the name of its file", async () => {
  const { id } = await send("vase");
  await ask(`POST /imports/${id}/preview`, { encoding: "utf-8" });
  await ask(`POST /imports/${id}/confirm`);
  await shop.app.jobs.drain();
  await ask(`POST /imports/${id}/undo`);
  await shop.app.jobs.drain();
  const other = await send("jug");
  await ask(`POST /imports/${other.id}/cancel`);
  const entries = (await entriesOf(id)).toReversed();
  expect(entries).toMatchObject([
    { action: "POST /product/admin/upload", name: "vase.csv", before: null, after: { status: "pending" } },
    { action: "POST /imports/:id/preview", before: { status: "preview" }, after: { encoding: "utf-8" } },
    { action: "POST /imports/:id/confirm", before: { status: "preview" }, after: { status: "running" }, is_set: true },
    { action: "POST /imports/:id/undo", before: { status: "done" }, after: { status: "undoing" } },
  ]);
  expect(await entriesOf(other.id)).toMatchObject([
    { action: "POST /imports/:id/cancel", name: "jug.csv", after: { status: "cancelled" } },
    { action: "POST /product/admin/upload" },
  ]);
});

test("A5 a step of an import that can't be recorded is not made", async () => {
  const { id } = await send("tray");
  const sent = form({ name: "lid.csv", content: file("lid") });
  const count = async () => (await ask("GET /imports")).body.data.length;
  const before = await count();
  await withoutRecords(async () => {
    for (const step of ["preview", "confirm", "cancel", "undo", "retry-images"])
      expect((await ask(`POST /imports/${id}/${step}`, {})).status, step).toBeGreaterThanOrEqual(400);
    expect((await shop.ask("POST /product/admin/upload", { ...sent, token })).status).toBe(500);
  });
  expect(await statusOf(id)).toBe("preview");
  expect(await count()).toBe(before);
  expect(await entriesOf(id)).toHaveLength(1);
});
