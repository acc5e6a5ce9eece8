import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { signInCode } from "#server/accounts/accounts.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay, look, shipAndDeliver, key } = selling(shop);
const admin = await shop.person("admin");
const password = "correct horse";
let people = 0;

/** Somebody whose name and addresses are found nowhere else. */
async function registered() {
  const unique = `leaver${++people}x`;
  const email = `${unique}@example.com`;
  const { body } = await ask("POST /auth/register", {
    body: { username: unique, email, password, fullname: `${unique} Hopper` },
  });
  await sql`update users set email_verified_at = now() where id = ${body.user.id}`.execute(app.db);
  const signIn = () => ask("POST /auth/login", { body: { username: email, password } });
  return {
    id: body.user.id as number,
    token: body.access_token as string,
    refresh: body.refresh_token,
    email,
    unique,
    signIn,
  };
}
const deleteAccount = ({ token }: Pick<Buyer, "token">, proof: object = { password }) =>
  ask("POST /account/deletion", { token, body: proof });

/** An image for a review, as a form sends it. */
async function imageForm({ token }: Pick<Buyer, "token">) {
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const data = new FormData();
  data.append("file", new Blob([new Uint8Array(png)]), "cup.png");
  const request = new Request("http://shop/", { method: "POST", body: data });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { token, headers, body: Buffer.from(await request.arrayBuffer()) };
}

/** The tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(app.db);
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: hits } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} t where t::text ilike ${`%${text}%`}`.execute(app.db);
      return hits[0]?.n ? [name] : [];
    }),
  );
  return found.flat().toSorted();
}

test("Order: an account is deleted by its owner, and personal data remains only on the invoice", async () => {
  const former = await shop.person("admin");
  const person = await registered();
  const { token, unique, email } = person;
  await app.jobs.drain();
  await ask(`PATCH /customers/${former.id}`, { token: admin.token, body: { role: "customer" } });
  const address = {
    fullname: `Grace ${unique}`,
    line1: `${unique} Street`,
    city: "Berlin",
    postal_code: "10115",
    country: "DE",
  };
  const [variation, rare] = await Promise.all([product(), product({ stock: 0 })]);
  await ask("POST /account/addresses", { token, body: address });
  await ask("POST /wishlist", { token, body: { product_id: variation.productId } });
  await ask("POST /stock-alerts", { token, body: { variation_id: rare.id } });
  for (const [of, body] of [
    ["notes", { text: `${unique} called` }],
    ["tags", { name: `friend of ${unique}` }],
  ] as const)
    await ask(`POST /customers/${person.id}/${of}`, { token: admin.token, body });
  await ask("PUT /notifications/email-preferences", { token, body: { back_in_stock: false } });
  await fill(person, variation.id);
  const { id } = (await order(person, { shipping_address: address, note: `Ring at ${unique}` })).body.data;
  await pay(person, id);
  const { items } = (await shipAndDeliver(id, admin)).body.data;
  await ask(`POST /orders/${id}/notes`, { token: admin.token, body: { text: `${unique} called` } });
  const sentBack = [{ order_item_id: items[0].id, quantity: 1, reason_code: "other" }];
  const back = await ask("POST /returns", { token, body: { order_id: id, items: sentBack, note: `By ${unique}` } });
  const headers = { "idempotency-key": "approval" };
  const approval = { token: admin.token, headers, body: { answer: `Dear ${unique}` } };
  const approve = () => ask(`POST /returns/${back.body.data.id}/approve`, approval);
  expect((await approve()).status).toBe(200);
  const review = { product_id: variation.productId, rating: 5, title: "Good", body: "Holds tea." };
  const written = await ask("POST /review", { token, body: review });
  expect(written.status).toBe(201);
  const reviewId: number = written.body.data.id;
  const { version } = (await ask(`POST /reviews/${reviewId}/images`, await imageForm(person))).body.data;
  await ask(`PATCH /reviews/${reviewId}`, { token: admin.token, body: { version, status: "published" } });
  const image = async () => (await ask(`GET /product/${variation.productId}/reviews`)).body.data[0].images[0].alt;
  expect(await image()).toBe(`Photo by ${unique} H.`);
  await fill(person, variation.id);

  expect((await deleteAccount(person)).status).toBe(204);

  expect((await ask("GET /account/profile", { token })).status).toBe(401);
  expect((await ask("POST /auth/refresh", { token: person.refresh })).status).toBe(401);
  expect((await person.signIn()).status).toBe(400);
  expect(await look(admin, id)).toMatchObject({ status: "completed", customer: { id: null, email: null } });
  const reviews = await ask(`GET /product/${variation.productId}/reviews`);
  expect(reviews.body.data).toMatchObject([{ author: "Customer", body: "Holds tea." }]);
  expect(await image()).toBe("Customer photo");
  const notifications = await ask("GET /notifications", { token: admin.token });
  expect(notifications.body.data.map(({ title }: { title: string }) => title)).toContain("New customer (deleted)");
  // The confirmation email still goes to the address.
  const lastEmail = await sql<{ template: string; recipient: string }>`
    select template, recipient from email_outbox where recipient = ${email}`.execute(app.db);
  expect(lastEmail.rows).toEqual([{ template: "account_deleted", recipient: email }]);
  expect(await tablesWith(unique)).toEqual(["email_outbox", "invoices"]);
  // What staff were answered is erased too, though nothing is done again under its key.
  expect((await approve()).body.code).toBe("not_found");
});

test("Order: an open order keeps its shipping address until it is completed, though the account is deleted", async () => {
  const person = await registered();
  const variation = await product();
  await fill(person, variation.id);
  const { id } = (await order(person)).body.data;
  await pay(person, id);
  expect((await deleteAccount(person)).status).toBe(204);
  expect((await look(admin, id)).customer.email).toBe(person.email);
  await ask(`POST /orders/${id}/cancel`, { token: admin.token, body: {} });
  await sql`select graphile_worker.add_job('orders.anonymize')`.execute(app.db);
  await app.jobs.drain();
  expect((await look(admin, id)).customer).toMatchObject({ id: null, email: null });
});

test("Order: a shipment is cancelled and sent again for a deleted account", async () => {
  const person = await registered();
  await fill(person, (await product()).id);
  const { id } = (await order(person)).body.data;
  await pay(person, id);
  const ship = async () =>
    (await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} })).body.data.fulfilments.at(-1).id;
  const shipment = await ship();
  expect((await deleteAccount(person)).status).toBe(204);
  const taken = await ask(`POST /fulfilments/${shipment}/cancel`, {
    token: admin.token,
    body: { reason: "Wrong box" },
  });
  expect(taken.body.data).toMatchObject({ status: "processing", fulfilment_status: "unfulfilled" });
  const done = await ask(`POST /fulfilments/${await ship()}/deliver`, { token: admin.token });
  expect(done.body.data.status).toBe("completed");
});

test("C11 an invoice and a later credit note issued after the account was deleted have the customer's name", async () => {
  const person = await registered();
  const variation = await product();
  await fill(person, variation.id, 2);
  const { id } = (await order(person)).body.data;
  await pay(person, id);
  await shipAndDeliver(id, admin);
  const refund = (amount: number) =>
    ask(`POST /orders/${id}/refunds`, { token: admin.token, headers: key(), body: { amount, reason: "Chipped" } });
  await refund(100);
  await deleteAccount(person);
  expect((await refund(200)).status).toBeLessThan(300);
  await ask(`GET /orders/${id}/documents`, { token: admin.token });
  const { rows } = await sql<{ kind: string; buyer: string }>`
    select kind, data -> 'buyer' ->> 'email' as buyer
    from invoices
    where order_id = ${id}::uuid
    order by created_at`.execute(app.db);
  expect(rows).toEqual([
    { kind: "invoice", buyer: person.email },
    { kind: "credit_note", buyer: person.email },
    { kind: "credit_note", buyer: person.email },
  ]);
});

test("C2 an account with a password is not deleted without it", async () => {
  const person = await registered();
  expect(await deleteAccount(person, {})).toMatchObject({ status: 400, body: { errors: [{ field: "password" }] } });
  expect(await deleteAccount(person, { password: "wrong horse" })).toMatchObject({
    status: 400,
    body: { code: "bad_credentials" },
  });
  expect(await deleteAccount(person, { code: "123456" })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "password" }] },
  });
  expect((await person.signIn()).status).toBe(200);
});

test("C2 an account without a password is deleted by a code sent to its address, once", async () => {
  const person = await shop.person();
  expect(await deleteAccount(person, {})).toMatchObject({ status: 400, body: { errors: [{ field: "code" }] } });
  await ask("POST /auth/code/request", { body: { email: person.email } });
  const { rows } = await sql<{ id: string }>`
    select id from one_time_tokens where email = ${person.email} and purpose = 'login_code'`.execute(app.db);
  const code = signInCode(app, rows[0]?.id ?? "");
  const wrong = code === "000000" ? "000001" : "000000";
  expect(await deleteAccount(person, { code: wrong })).toMatchObject({ status: 400, body: { code: "code_wrong" } });
  expect((await deleteAccount(person, { code })).status).toBe(204);
  expect((await deleteAccount(person, { code })).status).toBe(401);
  expect((await ask("POST /auth/code/verify", { body: { email: person.email, code } })).status).toBe(400);
});

test("C2 name and address of a deleted account are free for somebody new", async () => {
  const { email, unique, ...person } = await registered();
  await deleteAccount(person);
  const again = await ask("POST /auth/register", { body: { username: unique, email, password } });
  expect(again).toMatchObject({ status: 201 });
  expect(again.body.user.id).not.toBe(person.id);
});

test("Session: the last administrator cannot delete their account", async () => {
  const alone = await openTestShop();
  const last = await alone.person("admin");
  await alone.ask("POST /auth/code/request", { body: { email: last.email } });
  const { rows } = await sql<{ id: string }>`select id from one_time_tokens`.execute(alone.app.db);
  const code = signInCode(alone.app, rows[0]?.id ?? "");
  const answer = await alone.ask("POST /account/deletion", { token: last.token, body: { code } });
  expect(answer).toMatchObject({ status: 409, body: { code: "last_admin" } });
});

test("Ops: deleting an account finds its rows in every table by an index", async () => {
  const { rows } = await sql<{ table: string }>`
    select c.table_name as table
    from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relkind = 'r'
    join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
    where c.table_schema = 'public' and c.column_name = 'user_id' and not exists (
      select from pg_index i where i.indrelid = t.oid and i.indkey[0] = a.attnum)
    order by 1`.execute(app.db);
  expect(rows).toEqual([]);
});
