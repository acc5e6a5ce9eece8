import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const entries = async () => (await ask("GET /audit?entity=coupon")).body.data;
const terms = { kind: "percent", value: 1000 };
const create = async (code: string) => (await ask("POST /coupons", { code, ...terms })).body.data;
const read = async (id: number) => (await ask(`GET /coupons/${id}`)).body.data;
/** Changes fields of a coupon; returns the id of the change. */
const change = async (id: number, fields: object) => {
  const saved = await ask(`PUT /coupons/${id}`, { ...(await read(id)), ...fields });
  expect(saved.status).toBe(200);
  return Number(saved.headers.undo);
};

test("A7 an undo sets back what is as it was left, says what was changed since, and is refused if nothing is left", async () => {
  const { id } = await create("FIELDS");
  const first = await change(id, { value: 2000, max_uses: 5, is_active: false });
  await change(id, { value: 3000 });
  const undone = await ask(`POST /audit/${first}/undo`);
  expect([undone.status, undone.body.data]).toEqual([200, { kept: ["value"] }]);
  expect(await read(id)).toMatchObject({ value: 3000, max_uses: null, is_active: true });
  const [undo] = await entries();
  expect(undo).toMatchObject({ undoes: first, before: { max_uses: 5 }, after: { max_uses: null }, undo: "possible" });
  const second = await change(id, { max_per_user: 1 });
  await change(id, { max_per_user: 2 });
  expect((await ask(`POST /audit/${second}/undo`)).body.code).toBe("stale");
  expect((await read(id)).max_per_user).toBe(2);
});

test("A7 a write that fails, or whose change can't be recorded, changes nothing and leaves no entry", async () => {
  const { id, version } = await create("FAILS");
  const count = (await entries()).length;
  expect((await ask(`PUT /coupons/${id}`, { code: "FAILS", ...terms, version: version + 9 })).status).toBe(409);
  await sql`alter table audit_log add constraint test_only check (action <> 'PUT /coupons/:id') not valid`.execute(
    shop.app.db,
  );
  expect((await ask(`PUT /coupons/${id}`, { code: "OTHER", ...terms, version })).status).toBe(500);
  await sql`alter table audit_log drop constraint test_only`.execute(shop.app.db);
  expect((await read(id)).code).toBe("FAILS");
  expect(await entries()).toHaveLength(count);
});

test("A7 of writes at the same moment each records what it found and what it left", async () => {
  const { id } = await create("TOGETHER");
  const current = await read(id);
  const values = [1100, 1200, 1300, 1400];
  await Promise.all(values.map((value) => ask(`PUT /coupons/${id}`, { ...current, value })));
  const written = (await entries()).filter(
    ({ entity_id, before }: { entity_id: string; before: object | null }) => entity_id === String(id) && before,
  );
  expect(written.length).toBeGreaterThan(0);
  let value = (await read(id)).value;
  for (const { before, after } of written) {
    expect(after.value).toBe(value);
    value = before.value;
  }
  expect(value).toBe(terms.value);
});

test("A7 another tax class becomes the default again with the undo of its change", async () => {
  const { id, version } = (await ask("POST /tax/classes", { name: "Books" })).body.data;
  const saved = await ask(`PUT /tax/classes/${id}`, { name: "Books", is_default: true, version });
  const defaults = async () =>
    (await ask("GET /tax/classes")).body.data.filter((one: { is_default: boolean }) => one.is_default);
  expect(await defaults()).toMatchObject([{ id }]);
  expect((await ask(`POST /audit/${saved.headers.undo}/undo`)).body.data).toEqual({ kept: [] });
  const [only, ...others] = await defaults();
  expect([only.id === id, others]).toEqual([false, []]);
});
