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
  expect([undone.status, undone.body.data]).toEqual([200, { kept: ["kind", "value"] }]);
  expect(await read(id)).toMatchObject({ value: 3000, max_uses: null, is_active: true });
  const [undo] = await entries();
  expect(undo).toMatchObject({ undoes: first, before: { max_uses: 5 }, after: { max_uses: null }, undo: "possible" });
  const second = await change(id, { max_per_user: 1 });
  await change(id, { max_per_user: 2 });
  expect((await ask(`POST /audit/${second}/undo`)).body.code).toBe("stale");
  expect((await read(id)).max_per_user).toBe(2);
});

test("A7 fields that mean something together are undone together: no undo makes another discount or tax", async () => {
  const { id } = await create("TOGETHER1");
  const fixed = await change(id, { kind: "fixed", value: 1000, max_uses: 7 });
  await change(id, { value: 5000 });
  expect((await ask(`POST /audit/${fixed}/undo`)).body.data).toEqual({ kept: ["kind", "value"] });
  expect(await read(id)).toMatchObject({ kind: "fixed", value: 5000, max_uses: null });
  const rate = (await ask("POST /tax/rates", { tax_class_id: 1, country: "NZ", name: "GST", rate_ppm: 190_000 })).body
    .data;
  const moved = await ask(`PUT /tax/rates/${rate.id}`, { ...rate, country: "AU" });
  const corrected = await ask(`PUT /tax/rates/${rate.id}`, { ...moved.body.data, rate_ppm: 100_000 });
  expect([moved.status, corrected.status]).toEqual([200, 200]);
  expect((await ask(`POST /audit/${moved.headers.undo}/undo`)).body.code).toBe("stale");
  const zone = (await ask("POST /shipping/zones", { name: "Asia", countries: ["KR"] })).body.data;
  const times = { zone_id: zone.id, name: "Ship", min_days: 2, max_days: 5, rates: [{ price_amount: 900 }] };
  const method = (await ask("POST /shipping/methods", times)).body.data;
  const later = await ask(`PUT /shipping/methods/${method.id}`, { ...method, max_days: 10 });
  const latest = await ask(`PUT /shipping/methods/${method.id}`, { ...later.body.data, min_days: 7 });
  expect(latest.status).toBe(200);
  expect((await ask(`POST /audit/${later.headers.undo}/undo`)).body.code).toBe("stale");
});

test("A7 a write that fails, or whose change can't be recorded, changes nothing and leaves no entry", async () => {
  const { id, version } = await create("FAILS");
  const count = (await entries()).length;
  expect((await ask(`PUT /coupons/${id}`, { code: "FAILS", ...terms, version: version + 9 })).status).toBe(409);
  await sql`alter table changes add constraint test_only check (action <> 'PUT /coupons/:id') not valid`.execute(
    shop.app.db,
  );
  expect((await ask(`PUT /coupons/${id}`, { code: "OTHER", ...terms, version })).status).toBe(500);
  await sql`alter table changes drop constraint test_only`.execute(shop.app.db);
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
  // Another default says nothing about a class.
  const made = await ask("POST /tax/classes", { name: "Food" });
  const other = (await ask("POST /tax/classes", { name: "Drinks", is_default: true })).headers;
  expect(other.undo).toBeUndefined();
  expect((await ask(`POST /audit/${made.headers.undo}/undo`)).status).toBe(200);
});
