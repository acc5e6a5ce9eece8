import { sql } from "kysely";
import { expect, test } from "vitest";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { eraseNotesOfChanges } from "./audit.sql.ts";

const shop = await openTestShop();
const { token, password: ownPassword } = await administratorWithPassword(shop);
const { product, bought } = selling(shop);
const ask = (route: string, body?: object, headers = {}) => shop.ask(route, { token, body, headers });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;
const entries = async (query = "") => (await ask(`GET /audit?${query}`)).body.data;
const undo = async () => ask(`POST /audit/${(await entries())[0].id}/undo`);

/** What is at a path, in a list above it, or a group of the settings. */
async function at(path: string) {
  const found = await ask(`GET ${path}`);
  if (found.status === 200) return found.body.data;
  const [above, last = ""] = [path.slice(0, path.lastIndexOf("/")), path.split("/").at(-1)];
  const list = await read(above);
  return above === "/settings" ? list[last] : list.find(({ id }: { id: number }) => String(id) === last);
}
const create = async (path: string, body: object) => `${path}/${(await ask(`POST ${path}`, body)).body.data.id}`;
const withoutVersion = ({ version: _version, updated_at: _updated, ...fields }: Record<string, unknown>) => fields;
const withoutVersions = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, field) => (["version", "updated_at"].includes(key) ? undefined : field)));
const emailText = {
  email_texts: { en: { order_confirmed: { subject: "Thanks!", heading: "Thanks", intro: "Hello", closing: "Bye" } } },
};
const examples = {
  productType: ["/product-types", { name: "Lamps" }],
  option: ["/product/option-group", { name: "Finish", values: [{ label: "Matt" }, { label: "Gloss" }] }],
  synonyms: ["/product/admin/search-synonyms", { words: ["sofa", "couch"], includes: [] }],
  brand: ["/product/admin/brands", { name: "Nord" }],
  redirect: ["/redirects", { from: "/old", to: "/products" }],
  zone: ["/shipping/zones", { name: "Far away", countries: ["KR"] }],
  taxClass: ["/tax/classes", { name: "Toys" }],
  taxRate: ["/tax/rates", { tax_class_id: 1, country: "NZ", name: "GST", rate_ppm: 150_000 }],
} as const;

test("A7 changes of settings, catalog and gift cards are undone from the audit log", async () => {
  const { email_texts: _, ...template } = emailText;
  const cases: [path: string, change: object, method?: string][] = [
    ["/settings/localization", { prices_include_tax: false, price_check: false }],
    ["/settings/email_templates", { ...template, language: "en", texts: emailText.email_texts.en }],
    [await create(...examples.productType), { name: "Lights", return_days: 3 }],
    [await create(...examples.option), { name: "Surface", values: [{ label: "Satin" }] }],
    [await create(...examples.brand), { safety: { manufacturer: null, responsible_person: null, warnings: "Hot" } }],
    [await create(...examples.synonyms), { words: ["sofa", "settee"] }],
    [await create("/categories", { name: "Rugs" }), { name: "Carpets", description: "Soft", is_active: false }],
    [await create(...examples.redirect), { to: "/cart" }],
    [await create("/tags", { name: "Soft" }), { name: "Softer" }],
    [await create(...examples.taxClass), { is_default: true }],
    [await create("/gift-cards", { amount: 5000 }), { is_active: false }, "PATCH"],
  ];
  for (const [path, change, method = "PUT"] of cases) {
    const before = await at(path);
    const saved = await ask(`${method} ${path}`, { ...before, ...change });
    expect([path, saved.status, saved.body]).toMatchObject([path, 200, { data: {} }]);
    expect(withoutVersion(await at(path))).not.toEqual(withoutVersion(before));
    expect([path, (await undo()).status]).toEqual([path, 200]);
    const after = withoutVersion(await at(path));
    const ids = { values: (before.values ?? []).map(() => ({ id: expect.any(Number) })) };
    expect(after).toMatchObject({ ...withoutVersion(before), ...(before.values ? ids : {}) });
  }
});

test("A7 a blocked account is unblocked from the audit log, and its tags come and go", async () => {
  const { id } = await shop.person();
  const tags = async () => (await read(`/customers/${id}`)).tags;
  await ask(`POST /customers/${id}/tags`, { name: "VIP" });
  expect((await undo()).status).toBe(200);
  expect(await tags()).toEqual([]);
  // Undoes the undo.
  expect((await undo()).status).toBe(200);
  expect(await tags()).toEqual(["VIP"]);
  await ask(`PATCH /customers/${id}`, { account_status: "blocked" });
  const [entry] = await entries(`entity=user&entity_id=${id}`);
  expect((await ask(`POST /audit/${entry.id}/undo`)).status).toBe(200);
  expect((await read(`/customers/${id}`)).account_status).toBe("active");
});

test("A7 a moved category goes back, changed permissions too, and a gift card issued by mistake is disabled", async () => {
  const [parent, path] = [
    await create("/categories", { name: "Floors" }),
    await create("/categories", { name: "Mats" }),
  ];
  const { parent_id, position } = await read(path);
  await ask(`POST ${path}/move`, { parent_id: Number(parent.split("/").at(-1)), position: 0 });
  expect((await undo()).status).toBe(200);
  expect(await read(path)).toMatchObject({ parent_id, position, path: "mats" });
  // Others stay where they are, also where a deleted one has left a gap.
  const children: string[] = [];
  for (const name of ["A", "B", "C", "D"])
    children.push(await create("/categories", { name, parent_id: Number(parent.split("/").at(-1)) }));
  const [first = "", edited = ""] = children;
  await ask(`DELETE ${first}`);
  const order = async () => (await read("/categories/admin?parent=floors")).map(({ name }: { name: string }) => name);
  const placed = await order();
  await ask(`PUT ${edited}`, { ...(await read(edited)), description: "Other" });
  expect((await undo()).status).toBe(200);
  expect([await order(), placed]).toEqual([
    ["B", "C", "D"],
    ["B", "C", "D"],
  ]);
  const { id } = await shop.person("staff", { orders: "read" });
  const { version } = await at(`/staff/${id}`);
  await ask(`PUT /staff/${id}`, { role: "staff", permissions: { orders: "write" }, version });
  expect((await undo()).status).toBe(200);
  expect((await at(`/staff/${id}`)).permissions).toEqual({ orders: "read" });
  const card = await create("/gift-cards", { amount: 1000 });
  expect((await undo()).status).toBe(200);
  expect((await read(card)).status).toBe("disabled");
});

test("A7 what was created is deleted, and what was deleted created again, once", async () => {
  for (const [path, body] of Object.values(examples)) {
    const name = {
      name: `${"name" in body ? body.name : ""} ${path}`,
      from: "/older",
      country: "AU",
      words: [path, "other"],
    };
    const made = await create(path, { ...body, ...name });
    const before = await at(made);
    expect([path, (await undo()).status]).toEqual([path, 200]);
    const list = async () => (await read(path)) as Record<string, unknown>[];
    expect((await list()).some(({ id }) => id === before.id)).toBe(false);
    const [deletion, creation] = await entries();
    expect([path, deletion]).toMatchObject([path, { before: { id: before.id }, after: null, undo: "possible" }]);
    // The objects whose changes are recorded with their writes name the one that was undone.
    if (deletion.undoes === null) expect([path, deletion.action]).toEqual([path, `DELETE ${path}/:id`]);
    else expect([path, deletion.undoes]).toEqual([path, creation.id]);
    const both = await Promise.all([1, 2].map(() => ask(`POST /audit/${deletion.id}/undo`)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { id: _id, slug: _slug, code: _code, values: _values, created_at: _at, ...fields } = withoutVersion(before);
    const isSame = (one: Record<string, unknown>) =>
      ["name", "from", "words"].every((key) => String(one[key]) === String(before[key]));
    expect((await list()).filter(isSame)).toMatchObject([fields]);
    expect((await entries("per_page=100")).find(({ id }: { id: number }) => id === deletion.id).undo).toBe("undone");
  }
});

test("A7 deleted products, coupons, tags and categories are restored as they were", async () => {
  const { productId } = await product();
  const tag = await create("/tags", { name: "Handmade" });
  const category = await create("/categories", { name: "Vases", description: "Clay" });
  const [{ id: tagId }, { id: categoryId }] = [await at(tag), await at(category)];
  const { version, ...form } = await read(`/product/${productId}`);
  const sorted = { ...form, version, tag_ids: [tagId], category_ids: [categoryId], related_ids: [] };
  expect((await ask(`PUT /product/${productId}`, sorted)).status).toBe(200);
  const coupon = { code: "BACK10", kind: "percent", value: 1000, min_subtotal_amount: null, starts_at: null };
  const rest = { ends_at: null, max_uses: null, max_per_user: null, scope: {}, is_active: true };
  const paths = [tag, category, await create("/coupons", { ...coupon, ...rest }), `/product/${productId}`];
  const place = async () => {
    const { tag_ids, category_ids } = await read(`/product/${productId}`);
    return { tag_ids, category_ids };
  };
  for (const path of paths) {
    const before = [await at(path), await place()];
    const deleted = await ask(`DELETE ${path}${path === category ? "?on_products=detach" : ""}`);
    expect([path, deleted.status, deleted.headers.undo]).toEqual([path, 204, String((await entries())[0].id)]);
    expect([path, (await undo()).status]).toEqual([path, 200]);
    expect(withoutVersions([await at(path), await place()])).toEqual(withoutVersions(before));
    const [restored, deletion] = await entries();
    expect([path, restored.undo]).toEqual([path, "possible"]);
    if (restored.undoes === null)
      expect([path, restored.action]).toEqual([path, expect.stringMatching(/^POST .*restore$/)]);
    else expect([path, restored.undoes]).toEqual([path, deletion.id]);
  }
  const other = (await product()).productId;
  const { headers } = await ask("POST /product/admin/delete", { ids: [productId, other] });
  const ids = String(headers.undo).split(",");
  expect(ids).toHaveLength(2);
  for (const id of ids) expect((await ask(`POST /audit/${id}/undo`)).status).toBe(200);
  expect((await read(`/product/${productId}`)).variations).toHaveLength(1);
});

test("A7 orders of images and options, tags of products, notes and corrections of orders are undone", async () => {
  const options = async () => (await read("/product/option-group")).map(({ id }: { id: number }) => id);
  for (const name of ["Grain", "Weave"]) await create("/product/option-group", { name, values: [{ label: "Fine" }] });
  const before = await options();
  await ask("PUT /product/option-group/order", { ids: before.toReversed() });
  expect(await options()).toEqual(before.toReversed());
  expect((await undo()).status).toBe(200);
  expect(await options()).toEqual(before);
  const { productId } = await product();
  const tags = async () => (await read(`/product/${productId}`)).tag_ids;
  const { id } = await at(await create("/tags", { name: "Woven" }));
  await ask(`POST /product/${productId}/tag/${id}`);
  expect((await undo()).status).toBe(200);
  expect(await tags()).toEqual([]);
  expect((await undo()).status).toBe(200);
  expect(await tags()).toEqual([id]);
  const { buyer, ...sale } = await bought({});
  const order = await read(`/orders/${sale.id}`);
  const address = { ...order.shipping_address, line1: "Elsewhere 7" };
  const corrected = { version: order.version, shipping_address: address, customer_note: "Ring twice" };
  expect((await ask(`PATCH /orders/${sale.id}`, corrected)).status).toBe(200);
  expect((await undo()).status).toBe(200);
  const { shipping_address, customer_note } = order;
  expect(await read(`/orders/${sale.id}`)).toMatchObject({ shipping_address, customer_note });
  await ask(`POST /customers/${buyer.id}/notes`, { text: "Calls often" });
  expect((await undo()).status).toBe(200);
  expect(await read(`/customers/${buyer.id}/notes`)).toEqual([]);
});

test("A7 staff undo their own writes while they have the permission", async () => {
  const [author, other] = [
    await shop.person("staff", { catalogue: "write" }),
    await shop.person("staff", { catalogue: "write", marketing: "write" }),
  ];
  const { headers } = await shop.ask("POST /tags", { token: author.token, body: { name: "Knotted" } });
  const undoBy = async (token: string) => (await shop.ask(`POST /audit/${headers.undo}/undo`, { token })).status;
  expect([await undoBy(other.token), await undoBy(author.token)]).toEqual([403, 200]);
});

test("A7 what a file, an order or an email depends on can't be undone, and says so", async () => {
  const { id } = await shop.person();
  await ask(`POST /customers/${id}/sign-in-email`, { kind: "sign_in" });
  await ask(`DELETE /customers/${id}/sessions`);
  const [signOut] = await entries();
  expect(signOut).toMatchObject({ action: "DELETE /customers/:id/sessions", undo: "not_possible" });
  expect((await ask(`POST /audit/${signOut.id}/undo`)).body.code).toBe("undo_not_possible");
  expect((await ask("POST /audit/999999999/undo")).status).toBe(404);
});

test("A7 notes on customers are restored with their ids after an edit or a deletion, those on orders removed", async () => {
  const { buyer, ...sale } = await bought({});
  const path = `/customers/${buyer.id}/notes`;
  const notes = () => read(path);
  const author = await shop.person("staff", { customers: "write" });
  const note = (await shop.ask(`POST ${path}`, { token: author.token, body: { text: "Calls often" } })).body.data;
  const edited = await shop.ask(`PUT ${path}/${note.id}`, { token: author.token, body: { text: "Mails often" } });
  const undoBy = (token: string) => shop.ask(`POST /audit/${edited.headers.undo}/undo`, { token });
  // An administrator may not edit another's note, but undo the edit.
  const both = await Promise.all([undoBy(token), undoBy(author.token)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await notes()).toEqual([note]);
  await ask(`DELETE ${path}/${note.id}`);
  expect((await undo()).status).toBe(200);
  expect(await notes()).toEqual([note]);
  // The texts of deleted notes don't stay in the audit log.
  await sql`update changes set at = at - interval '1 day' where entity_id = ${String(buyer.id)}`.execute(shop.app.db);
  await eraseNotesOfChanges(shop.app.db);
  expect(JSON.stringify(await entries(`entity=customer&entity_id=${buyer.id}`))).not.toContain("often");
  const timeline = async () => (await read(`/orders/${sale.id}`)).timeline;
  const before = await timeline();
  await ask(`POST /orders/${sale.id}/notes`, { text: "Rings twice" });
  expect(await timeline()).not.toEqual(before);
  expect((await undo()).status).toBe(200);
  expect(await timeline()).toEqual(before);
});

test("A7 orders marked as in progress or packed are as before after an undo, unless something has happened to them", async () => {
  const sales = [await bought({}), await bought({}), await bought({})] as const;
  const statuses = () => Promise.all(sales.map(async ({ id }) => (await read(`/orders/${id}`)).status));
  const numbers = await Promise.all(sales.map(async ({ id }) => (await read(`/orders/${id}`)).number));
  const { headers } = await ask("POST /orders/bulk", { action: "pack", numbers });
  expect(await statuses()).toEqual(["processing", "processing", "processing"]);
  await ask(`POST /orders/${sales[2].id}/fulfilments`, {}, { "idempotency-key": "shipped-since" });
  const undone = String(headers.undo)
    .split(",")
    .map((id) => ask(`POST /audit/${id}/undo`));
  expect((await Promise.all(undone)).map(({ status }) => status)).toEqual([200, 200, 409]);
  expect(await statuses()).toEqual(["confirmed", "confirmed", "processing"]);
  const order = await read(`/orders/${sales[0].id}`);
  expect(order).toMatchObject({ packed_at: null, actions: expect.arrayContaining(["start", "pack", "cancel"]) });
  const started = await ask(`POST /orders/${sales[0].id}/start`, {});
  expect((await ask(`POST /audit/${started.headers.undo}/undo`)).status).toBe(200);
  const begun = await ask(`POST /orders/${sales[1].id}/start`, {});
  const packed = await ask(`POST /orders/${sales[1].id}/pack`, {});
  expect((await ask(`POST /audit/${begun.headers.undo}/undo`)).body.code).toBe("stale");
  expect((await ask(`POST /audit/${packed.headers.undo}/undo`)).status).toBe(200);
  expect(await statuses()).toEqual(["confirmed", "processing", "processing"]);
});

test("A7 an undo is offered only while it is possible: not for a delivery with cash or a return, nor without a change", async () => {
  const deliver = async (how: object) => {
    const sale = await bought(how);
    const key = { "idempotency-key": `shipped-${sale.id}` };
    const { data } = (await ask(`POST /orders/${sale.id}/fulfilments`, {}, key)).body;
    const id = data.fulfilments[0].id;
    return { ...sale, delivered: await ask(`POST /fulfilments/${id}/deliver`) };
  };
  expect((await deliver({ provider: "cod" })).delivered.headers.undo).toBeUndefined();
  const { delivered, order, buyer } = await deliver({});
  const entry = async () => (await entries()).find(({ id }: { id: number }) => id === Number(delivered.headers.undo));
  expect((await entry()).undo).toBe("possible");
  const items = [{ order_item_id: order.items[0].id, quantity: 1, reason_code: "other" }];
  await shop.ask("POST /returns", { token: buyer.token, body: { order_id: order.id, items } });
  expect((await entry()).undo).toBe("changed_since");
  const tag = await create("/tags", { name: "Twice" });
  const { productId } = await product();
  const { id } = await at(tag);
  const password = { ...(await read("/settings")).emails, smtp_password: "secret", password: ownPassword };
  const offered: [string, object?][] = [
    [`PUT ${tag}`, { name: "Twice" }],
    [`POST /product/${productId}/tag/${id}`],
    [`POST /product/${productId}/tag/${id}`],
    ["PUT /settings/emails", password],
  ];
  const answers = [];
  for (const [route, body] of offered) answers.push(await ask(route, body));
  expect(answers.map(({ status, headers }) => [status, "undo" in headers])).toEqual([
    [200, false],
    [200, true],
    [200, false],
    [200, false],
  ]);
});
