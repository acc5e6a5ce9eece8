import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { localDay, updateSettings } from "#server/shop/shop.ts";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, password } = await administratorWithPassword(shop);
const { productId } = await selling(shop).product();
const list = async (query = "") => (await shop.ask(`GET /audit?${query}`, { token })).body;

test("A7 every write of an administrator is recorded with who, when, and the fields before and after", async () => {
  const { data: before } = (await shop.ask(`GET /product/${productId}`, { token })).body;
  const { images: _, ...form } = before;
  const body = { ...form, name: "Renamed cup", status: "draft" };
  expect((await shop.ask(`PUT /product/${productId}`, { token, body })).status).toBe(200);
  const { data } = await list(`entity=product&entity_id=${productId}`);
  expect(data[0]).toMatchObject({
    action: "PUT /product/:id",
    name: "Renamed cup",
    before: { name: before.name, status: "active" },
    after: { name: "Renamed cup", status: "draft" },
  });
  // A status goes together with its times.
  expect(Object.keys(data[0].after).toSorted()).toEqual(["name", "publish_at", "status", "unpublish_at"]);
  const { data: me } = (await shop.ask("GET /account/profile", { token })).body;
  expect(data[0].actor.id).toBe(me.id);
  expect((await list(`actor_id=${me.id}`)).meta.total).toBe((await list()).meta.total);
  expect((await list("actor_id=999999")).data).toEqual([]);
  expect((await list("to=2020-01-01")).data).toEqual([]);
});

// At any time one of the two has another day than UTC.
test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "A7 the days of the audit log are the shop's: %s",
  async (zone) => {
    const { db } = shop.app;
    await inTransaction(db, (tx) => updateSettings(tx, { timezone: zone }));
    await shop.ask("POST /tags", { token, body: { name: `Made in ${zone}` } });
    const today = localDay(new Date(), zone);
    expect((await list(`from=${today}&to=${today}`)).data[0].after.name).toBe(`Made in ${zone}`);
    const file = await shop.ask(`GET /audit/export?from=${today}&to=${today}`, { token });
    expect(file.body).toContain(`Made in ${zone}`);
  },
);

test("A7 the audit log is exported as filtered, in words and with the fields as JSON", async () => {
  const { id, version } = (await shop.ask("POST /tags", { token, body: { name: "Exported" } })).body.data;
  await shop.ask(`PUT /tags/${id}`, { token, body: { name: "Exported twice", version } });
  const file = await shop.ask(`GET /audit/export?entity=tag&entity_id=${id}`, { token });
  const [heading, renamed = "", created = ""] = String(file.body).trim().split("\n");
  expect(heading).toBe("at,person,what,object,object_id,name,changes,action,before,after");
  expect(created).toContain(`,Create a tag,tag,${id},Exported,`);
  expect(created).toContain('""name"":""Exported""');
  expect(renamed).toContain(
    `,Rename a tag,tag,${id},Exported twice,name: Exported → Exported twice; slug: exported → exported-twice,PUT `,
  );
});

test("A7 created and deleted objects are recorded; reads, failures and other callers are not", async () => {
  const { id } = (await shop.ask("POST /tags", { token, body: { name: "Audited" } })).body.data;
  expect((await list()).data[0]).toMatchObject({
    action: "POST /tags",
    entity: "tag",
    entity_id: String(id),
    before: null,
    after: { name: "Audited" },
  });
  await shop.ask(`DELETE /tags/${id}`, { token });
  expect((await list("entity=tag")).data[0]).toMatchObject({ action: "DELETE /tags/:id", name: "Audited" });
  const { total } = (await list()).meta;
  await shop.ask(`DELETE /tags/${id}`, { token });
  await shop.ask("POST /product", { token, body: { product_type_id: 1 } });
  await shop.ask("GET /tags", { token });
  const customer = await shop.person();
  expect((await shop.ask("GET /audit", { token: customer.token })).status).toBe(403);
  expect((await list()).meta.total).toBe(total);
});

test("A7 entries name what has no name of its own: stock by its SKU, gift cards masked, images by their product", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const { id } = await selling(shop).product();
  await sql`update variations set sku = 'CUP-1' where id = ${id}`.execute(shop.app.db);
  await shop.ask(`POST /variations/${id}/stock`, { token, headers, body: { delta: 1 } });
  expect((await list()).data[0]).toMatchObject({ action: "POST /variations/:id/stock", name: "CUP-1" });
  const { data: card } = (await shop.ask("POST /gift-cards", { token, body: { amount: 1000 } })).body;
  const name = `•••• ${card.last4}`;
  const [issued] = (await list()).data;
  expect(issued).toMatchObject({ action: "POST /gift-cards", name, after: { initial: { amount: 1000 } } });
  expect(JSON.stringify(issued)).not.toContain(card.code.slice(0, 4));
  await shop.ask(`PATCH /gift-cards/${card.id}`, { token, body: { is_active: false, version: card.version } });
  expect((await list()).data[0]).toMatchObject({ action: "PATCH /gift-cards/:id", name });
  const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#b02020" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("product_id", String(productId));
  form.set("file", new File([new Uint8Array(file)], "cup.png"));
  const image = (await shop.ask("POST /images", { token, body: form })).body.data[0];
  expect((await list()).data[0]).toMatchObject({
    action: "POST /images",
    entity_id: String(image.id),
    name: "cup.png",
  });
  const other = (await shop.ask("POST /images", { token, body: form })).body.data[0];
  await shop.ask("POST /images/reorder", { token, body: { product_id: productId, ids: [other.id, image.id] } });
  expect((await list()).data[0]).toMatchObject({
    action: "POST /images/reorder",
    entity: "product",
    name: "Renamed cup",
  });
  await shop.ask(`DELETE /images/${image.id}`, { token });
  expect((await list()).data[0]).toMatchObject({ action: "DELETE /images/:id", name: "Renamed cup" });
});

test("A7 the people to filter by include removed and deleted staff, but no customers", async () => {
  const [removed, deleted] = [await shop.person("admin"), await shop.person("admin")];
  for (const [n, { token: by }] of [removed, deleted].entries())
    await shop.ask("POST /tags", { token: by, body: { name: `Left behind ${n}` } });
  const customer = await shop.person();
  await sql`
    insert into changes (actor_user_id, action, entity, entity_id)
    values (${customer.id}, 'user.two_factor_enabled', 'user', ${String(customer.id)})`.execute(shop.app.db);
  expect((await shop.ask(`DELETE /staff/${removed.id}`, { token, body: { password } })).status).toBe(204);
  await sql`update users set deleted_at = now() where id = ${deleted.id}`.execute(shop.app.db);
  const people = (await shop.ask("GET /audit/people", { token })).body.data as { id: number; name: string | null }[];
  expect(people).toContainEqual({ id: removed.id, name: "Test Person" });
  expect(people).toContainEqual({ id: deleted.id, name: null });
  expect(people.map(({ id }) => id)).not.toContain(customer.id);
  expect((await list(`actor_id=${removed.id}`)).data).toHaveLength(1);
});

/** The newest entry about an object. */
const latest = async (entity: string) => (await list(`entity=${encodeURIComponent(entity)}`)).data[0];
const undo = (id: number) => shop.ask(`POST /audit/${id}/undo`, { token });

test("A7 changes of settings, tags, zones, rates and coupons have the fields before and after, and can be undone", async () => {
  const read = async (path: string) => (await shop.ask(`GET ${path}`, { token })).body.data;
  const first = async (path: string) => (await read(path))[0];
  const coupon = (await shop.ask("POST /coupons", { token, body: { code: "UNDO10", kind: "percent", value: 1000 } }))
    .body.data;
  await shop.ask("POST /tags", { token, body: { name: "Undone" } });
  const cases = [
    ["settings", "/settings/checkout", (await read("/settings")).checkout, { hold_minutes: 44 }],
    ["settings", "/settings/policies", (await read("/settings")).policies, { terms: "<p>Ours</p>" }],
    [
      "settings",
      "/settings/content",
      (await read("/settings")).content,
      { announcement: { text: "Sale", href: null } },
    ],
    ["settings", "/settings/payments", (await read("/settings")).payments, { cash_on_delivery: false }],
    ["settings", "/settings/general", (await read("/settings")).general, { tagline: "Other" }],
    ["tag", "/tags", await first("/tags"), { name: "Renamed" }],
    ["coupon", "/coupons", coupon, { is_active: false }],
    ["shipping_zone", "/shipping/zones", await first("/shipping/zones"), { name: "Elsewhere" }],
    ["shipping_method", "/shipping/methods", await first("/shipping/methods"), { name: "Bike" }],
    ["tax_class", "/tax/classes", await first("/tax/classes"), { name: "Things" }],
    ["tax_rate", "/tax/rates", await first("/tax/rates"), { rate_ppm: 234_500 }],
  ] as const;
  for (const [entity, path, form, change] of cases) {
    const at = "id" in form ? `${path}/${form.id}` : path;
    const saved = await shop.ask(`PUT ${at}`, { token, body: { ...form, ...change } });
    expect([entity, saved.status]).toEqual([entity, 200]);
    const entry = await latest(entity);
    const [field = ""] = Object.keys(change);
    expect(entry, entity).toMatchObject({ before: { [field]: form[field] }, after: change, undo: "possible" });
    expect([entity, (await undo(entry.id)).status]).toEqual([entity, 200]);
    expect(await latest(entity), entity).toMatchObject({ after: { [field]: form[field] }, undo: "possible" });
    expect((await list(`entity=${encodeURIComponent(entity)}`)).data[1].undo).toBe("undone");
  }
});

test("A7 a write whose change can't be saved changes nothing", async () => {
  const fresh = await openTestShop({ logLevel: "silent" });
  const admin = await fresh.person("admin");
  await sql`alter table changes add check (action <> 'DELETE /customers/:id/sessions')`.execute(fresh.app.db);
  const customer = await fresh.person();
  const ended = await fresh.ask(`DELETE /customers/${customer.id}/sessions`, { token: admin.token });
  expect(ended.status).toBe(500);
  expect((await fresh.ask("GET /account/profile", { token: customer.token })).status).toBe(200);
});
