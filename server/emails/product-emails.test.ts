import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";
import { queueEmail } from "./outbox.sql.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
// The templates are loaded with the first email, which is slow on a busy machine.
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({ smtpUrl: server.url(), publicUrl: "https://shop.example" });
const { app, ask } = shop;
const { bought, shipAndDeliver } = selling(shop);
const admin = await shop.person("admin");
const { body: types } = await ask("GET /product-types", { token: admin.token });

const create = async (name: string, prices = [1000], more: object = {}) => {
  const variations = prices.map((price_amount) => ({ price_amount, ...more }));
  const body = { name, product_type_id: types.data[0].id, variations: variations.slice(0, 1) };
  return (await ask("POST /product", { token: admin.token, body })).body.data as {
    id: number;
    variations: { id: number }[];
  };
};
const setPrice = async ({ id, variations }: { id: number; variations: { id: number }[] }, price_amount: number) => {
  const { body } = await ask(`GET /product/${id}`, { token: admin.token });
  const form = { ...body.data, variations: [{ id: variations[0]?.id, price_amount }] };
  expect((await ask(`PUT /product/${id}`, { token: admin.token, body: form })).status).toBe(200);
  await app.jobs.drain();
};
const wish = ({ token }: { token: string }, { id }: { id: number }) =>
  ask("POST /wishlist", { token, body: { product_id: id } });
const verify = ({ id }: { id: number }) =>
  sql`update users set email_verified_at = now() where id = ${id}`.execute(app.db);
const reader = async () => {
  const person = await shop.person();
  await verify(person);
  return person;
};
const emailsTo = (address: string) => server.received.filter(({ to }) => to?.some((one) => one.address === address));
/** Sends the emails that wait to collect more. */
const sendAll = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(app.db);
  await app.jobs.drain();
};
const headerOf = (email: ReturnType<typeof emailsTo>[number] | undefined, name: string) =>
  email?.headers.find(({ key }) => key === name)?.value ?? "";
const alertFor = async (email: string) => {
  const gone = await create(`Gone ${email}`, [1000], { on_hand: 0 });
  const id = gone.variations[0]?.id ?? 0;
  expect((await ask("POST /stock-alerts", { body: { variation_id: id, email } })).status).toBe(201);
  return id;
};
const restock = async (id: number) => {
  const body = { delta: 5, reason: "correction" };
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect((await ask(`POST /variations/${id}/stock`, { token: admin.token, headers, body })).status).toBe(200);
  await app.jobs.drain();
};

test("C11 emails to many customers have a queue of their own, so that orders and passwords never wait for them", async () => {
  const anna = await reader();
  const vase = await create("Vase");
  await wish(anna, vase);
  await setPrice(vase, 800);
  await ask("POST /auth/password/forgot", { body: { login: anna.email } });
  // Queued at night for all orders that are taken for delivered.
  await queueEmail(app.db, { template: "order_delivered", to: anna.email, dedupeKey: "delivered" });
  const { rows } = await sql<{ task: string }>`
    select j.task_identifier as task, j.queue_name as queue, j.priority
    from graphile_worker.jobs j
    where j.task_identifier like 'emails.send%'
    order by 1`.execute(app.db);
  const bulk = { task: "emails.send-bulk", queue: "emails", priority: 20 };
  expect(rows.filter(({ task }) => task === bulk.task)).toEqual([bulk, bulk]);
  expect(rows).not.toContainEqual(expect.objectContaining({ task: "emails.send", priority: 20 }));
  await sendAll();
});

test("C11 the price drops of an hour are one email", async () => {
  const ben = await reader();
  const products = [];
  for (const name of ["Jug", "Bowl", "Cup"]) products.push(await create(name));
  for (const product of products) await wish(ben, product);
  for (const product of products) await setPrice(product, 700);
  expect(emailsTo(ben.email)).toHaveLength(0);
  await sendAll();
  expect(emailsTo(ben.email).map(({ subject }) => subject)).toEqual(["Price drops on your wishlist"]);
  const [email] = emailsTo(ben.email);
  for (const name of ["Jug", "Bowl", "Cup"]) expect(email?.text).toContain(name);
  // The next one follows an hour later.
  await setPrice(products[0]!, 600);
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from run_at - now()) / 60)::int as minutes
    from graphile_worker.jobs
    where task_identifier = 'emails.send-bulk'`.execute(app.db);
  expect(rows.map(({ minutes }) => minutes > 50 && minutes <= 60)).toEqual([true]);
  await sendAll();
  expect(emailsTo(ben.email)[1]?.subject).toBe("Price drop: Jug");
});

test("C11 a price is announced only if it is lower than any the customer was told", async () => {
  const carla = await reader();
  const vase = await create("Carafe");
  await wish(carla, vase);
  for (const price of [800, 850, 800, 900, 800]) await setPrice(vase, price);
  await sendAll();
  expect(emailsTo(carla.email)).toHaveLength(1);
  await setPrice(vase, 790);
  await sendAll();
  expect(emailsTo(carla.email)).toHaveLength(2);
});

test("C11 an address that isn't confirmed gets no price drops", async () => {
  const dora = await shop.person();
  await sql`update users set email_verified_at = null where id = ${dora.id}`.execute(app.db);
  const vase = await create("Urn");
  await wish(dora, vase);
  await setPrice(vase, 800);
  await sendAll();
  expect(emailsTo(dora.email)).toEqual([]);
});

test("C11 an account whose address isn't confirmed gets no back-in-stock email", async () => {
  const dina = await shop.person();
  await sql`update users set email_verified_at = null where id = ${dina.id}`.execute(app.db);
  const { variations } = await create("Sold-out urn", [1000], { on_hand: 0 });
  const id = variations[0]?.id ?? 0;
  expect((await ask("POST /stock-alerts", { token: dina.token, body: { variation_id: id } })).status).toBe(201);
  await restock(id);
  await sendAll();
  expect(emailsTo(dina.email)).toEqual([]);
  const { rows } = await sql`
    select template, dropped_at is not null as dropped from email_outbox where user_id = ${dina.id}`.execute(app.db);
  expect(rows).toEqual([{ template: "back_in_stock", dropped: true }]);
});

test("C11 an invitation to review has a link to unsubscribe", async () => {
  const { buyer, id } = await bought();
  await shipAndDeliver(id, admin);
  await sendAll();
  const email = emailsTo(buyer.email).find(({ subject }) => subject?.includes("has been delivered"));
  expect(headerOf(email, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const token = headerOf(email, "list-unsubscribe").replaceAll(/[<>]/g, "").split("/").at(-1);
  expect((await ask("POST /unsubscribe", { body: { token } })).body.data).toEqual({ kind: "review_invitations" });
  const preferences = (await ask("GET /notifications/email-preferences", { token: buyer.token })).body.data;
  expect(preferences).toMatchObject({ review_invitations: false, price_drops: true });
});

test("C11 one click in a mail program, or the link in the email, unsubscribes a customer", async () => {
  for (const way of ["one click", "page"] as const) {
    const emil = await reader();
    const vase = await create(`Pot ${way}`);
    await wish(emil, vase);
    await setPrice(vase, 800);
    await sendAll();
    const [email] = emailsTo(emil.email);
    expect(headerOf(email, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = headerOf(email, "list-unsubscribe").replaceAll(/[<>]/g, "");
    const path = new URL(link).pathname;
    expect(link.startsWith("https://shop.example/unsubscribe/")).toBe(true);
    const token = path.split("/").at(-1) ?? "";
    expect(email?.html).toContain(`/unsubscribe#token=${token}`);
    if (way === "one click") {
      const answer = await app.http.inject({
        method: "POST",
        url: path,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
      expect(answer.statusCode).toBe(200);
    } else {
      const followed = await app.http.inject(path);
      expect([followed.statusCode, followed.headers.location]).toEqual([302, `/unsubscribe#token=${token}`]);
      expect((await ask("POST /unsubscribe", { body: { token } })).body.data).toEqual({ kind: "price_drops" });
    }
    const preferences = (await ask("GET /notifications/email-preferences", { token: emil.token })).body.data;
    expect(preferences).toMatchObject({ price_drops: false, back_in_stock: true });
    const [kind, , secret] = token.split(".");
    const other = (await reader()).id;
    for (const wrong of [`${kind}.x`, `${kind}.${other}.${secret}`, `${kind}.${emil.id}.${"0".repeat(64)}`])
      expect((await ask("POST /unsubscribe", { body: { token: wrong } })).body.code).toBe("link_expired");
  }
});

test("C11 a visitor without an account unsubscribes from all back-in-stock alerts", async () => {
  const email = "Visitor@example.com";
  const [first, second] = [await alertFor(email), await alertFor(email)];
  await restock(first);
  const [sent] = emailsTo(email.toLowerCase());
  const token = headerOf(sent, "list-unsubscribe").replaceAll(/[<>]/g, "").split("/").at(-1);
  expect((await ask("POST /unsubscribe", { body: { token } })).body.data).toEqual({ kind: "back_in_stock" });
  await restock(second);
  await sendAll();
  expect(emailsTo(email.toLowerCase())).toHaveLength(1);
  // A link works however often it is opened, and after its email has been deleted.
  await sql`delete from email_outbox where lower(recipient) = ${email.toLowerCase()}`.execute(app.db);
  await alertFor(email);
  for (let turn = 0; turn < 2; turn++) expect((await ask("POST /unsubscribe", { body: { token } })).status).toBe(200);
  const { rows } =
    await sql`select from stock_alerts where email = ${email.toLowerCase()} and notified_at is null`.execute(app.db);
  expect(rows).toEqual([]);
});

test("2.4.1 a token to unsubscribe is looked up by its hash, of open alerts alone", async () => {
  await alertFor("indexed@example.com");
  const { rows } = await sql<{ hashed: number }>`
    select count(*)::int as hashed from stock_alerts
    where email = 'indexed@example.com' and unsubscribe_hash = visitor_unsubscribe_hash('Indexed@example.com')`.execute(
    app.db,
  );
  expect(rows).toEqual([{ hashed: 1 }]);
  const body = { token: `back_in_stock..${"0".repeat(64)}` };
  expect((await ask("POST /unsubscribe", { body })).status).toBe(200);
  const left = await sql`select from stock_alerts where email = 'indexed@example.com'`.execute(app.db);
  expect(left.rows).toHaveLength(1);
});

test("C11 emails to a deleted account are dropped and not tried again", async () => {
  const fred = await reader();
  const vase = await create("Goblet");
  await wish(fred, vase);
  await setPrice(vase, 800);
  await sql`update users set deleted_at = now() where id = ${fred.id}`.execute(app.db);
  await sendAll();
  const { rows } = await sql`
    select dropped_at is not null as dropped, attempts
    from email_outbox
    where user_id = ${fred.id}`.execute(app.db);
  expect(rows).toEqual([{ dropped: true, attempts: 1 }]);
  const gina = await reader();
  await wish(gina, vase);
  await setPrice(vase, 700);
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: gina.id }));
  const { rows: erased } = await sql`
    select dropped_at is not null as dropped from email_outbox where user_id = ${gina.id}`.execute(app.db);
  expect(erased).toContainEqual({ dropped: true });
  expect(erased).not.toContainEqual({ dropped: false });
});
