import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { signInCode, tokenSecret } from "#server/accounts/accounts.ts";
import { sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { deleteUnusedAccounts } from "#server/orders/editing/unused-accounts.ts";
import { findValue } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { limitGuests } from "#server/platform/http/rate-limit.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay, look } = selling(shop);
const admin = await shop.person("admin");
const requested: DomainEvents["account.email_requested"][] = [];
app.events.on("account.email_requested", async (_tx, email) => void requested.push(email));
const registered: number[] = [];
app.events.on("account.registered", async (_tx, { userId }) => void registered.push(userId));
beforeEach(() => set({ guest_checkout: true, guest_order_max_amount: null }));

const set = (settings: object) => inTransaction(app.db, (tx) => updateSettings(tx, settings));
let count = 0;
/** A browser with an address and a device of its own. */
function browser() {
  const number = ++count;
  const headers = { "x-forwarded-for": `10.8.0.${number}`, cookie: `device_id=guest-${number}` };
  const post = (path: string, body: object, token?: string) =>
    ask(`POST ${path}`, { headers, body, ...(token ? { token } : {}) });
  const guest = async (email: string) => {
    const { status, body } = await post("/auth/guest", { email });
    return { status, body, id: body.user?.id as number, token: body.access_token as string, email };
  };
  const codeSignIn = async (email: string) => {
    await post("/auth/code/request", { email });
    const { tokenId } = requested.findLast((one) => one.kind === "login_code" && one.to === email) ?? {};
    return post("/auth/code/verify", { email, code: signInCode(app, tokenId ?? "") });
  };
  return { headers, post, guest, codeSignIn };
}
const newEmail = () => `guest.${++count}@example.com`;
async function buy(buyer: { id: number; token: string; email: string }, change: object = {}) {
  await fill(buyer, (await product()).id);
  const { body } = await order(buyer, change);
  await pay(buyer, body.data.id);
  return body.data;
}
const profile = (token: string) => ask("GET /account/profile", { token });
const statusOf = (id: number) => findValue<string>(app.db)`select account_status from users where id = ${id}`;
const orderIds = async (token: string) =>
  (await ask("GET /orders", { token })).body.data.map(({ id }: { id: string }) => id);

test("an email alone signs in to a provisional account, which buys without a mail server", async () => {
  const guest = await browser().guest("New.Guest@example.com");
  expect(guest).toMatchObject({
    status: 200,
    body: {
      role: "customer",
      account_status: "provisional",
      refresh_token: expect.any(String),
      user: { email: "New.Guest@example.com", email_verified: false, has_password: false },
    },
  });
  const placed = await buy(guest);
  expect((await look(guest, placed.id)).status).toBe("confirmed");
  expect(await orderIds(guest.token)).toEqual([placed.id]);
  expect(placed.customer.unconfirmed_email).toBe("New.Guest@example.com");
  expect(requested.filter(({ to }) => to === "New.Guest@example.com")).toEqual([]);
  expect(registered).not.toContain(guest.id);
});

test("the answer is the same for an email with an account, of which nothing shows", async () => {
  const owner = await shop.person();
  await buy(owner, { save_address: true });
  const known = await browser().guest(owner.email.toUpperCase());
  const unknown = await browser().guest(newEmail());
  const shape = ({ status, body }: typeof known) => [
    status,
    Object.keys(body),
    body.account_status,
    body.user.fullname,
  ];
  expect(shape(known)).toEqual(shape(unknown));
  expect(known.id).not.toBe(owner.id);
  expect(await orderIds(known.token)).toEqual([]);
  expect((await ask("GET /account/addresses", { token: known.token })).body.data).toEqual([]);
  // Blocked or of the staff: also the same.
  await sql`update users set account_status = 'blocked' where id = ${owner.id}`.execute(app.db);
  expect((await browser().guest(owner.email)).status).toBe(200);
  expect((await browser().guest(admin.email)).body.role).toBe("customer");
});

test("nobody signs in to a provisional account by its email, and each entry makes another one", async () => {
  const email = newEmail();
  const [first, second] = [await browser().guest(email), await browser().guest(email)];
  expect(second.id).not.toBe(first.id);
  const placed = await buy(first);
  expect((await ask(`GET /orders/${placed.id}`, { token: second.token })).status).toBe(404);
  expect((await browser().post("/auth/login", { username: email, password: "battery staple" })).status).toBe(400);
  // Who registers with the email gets an account of their own.
  const { body } = await browser().post("/auth/register", { email, password: "battery staple" });
  expect(body.user).toMatchObject({ email, email_verified: false });
  expect(await orderIds(body.access_token)).toEqual([]);
});

test("a code to the email joins the guest's orders and what this browser saved to the account of that email", async () => {
  const owner = await shop.person();
  const earlier = await buy(owner);
  const here = browser();
  const guest = await here.guest(owner.email);
  const placed = await buy(guest, { save_address: true });
  const wished = await product();
  await ask("POST /wishlist", { token: guest.token, body: { product_id: wished.productId } });
  await fill(guest, (await product()).id, 2);
  const { status, body } = await here.codeSignIn(owner.email);
  expect([status, body.user.id, body.account_status]).toEqual([200, owner.id, "active"]);
  const as = { token: body.access_token };
  expect((await orderIds(as.token)).toSorted()).toEqual([earlier.id, placed.id].toSorted());
  expect((await look({ ...owner, ...as }, placed.id)).customer).toMatchObject({
    email: owner.email,
    unconfirmed_email: null,
  });
  expect((await ask("GET /account/addresses", as)).body.data).toMatchObject([home]);
  expect((await ask("GET /wishlist", as)).body.data).toHaveLength(1);
  expect((await ask("GET /cart", as)).body.quantity).toBe(2);
  expect(await statusOf(guest.id)).toBe("deleted");
  // The guest's session has ended.
  expect((await profile(guest.token)).status).toBe(401);
  expect((await here.post("/auth/guest", { email: owner.email })).body.user.id).not.toBe(owner.id);
});

test("from another browser only the orders join: a stranger may have entered the address", async () => {
  const email = newEmail();
  const guest = await browser().guest(email);
  const placed = await buy(guest, { save_address: true });
  const wished = await product();
  await ask("POST /wishlist", { token: guest.token, body: { product_id: wished.productId } });
  await fill(guest, (await product()).id);
  const other = await browser().guest(email);
  const second = await buy(other);
  const { body } = await browser().codeSignIn(email);
  expect(body).toMatchObject({ account_status: "active", user: { email, email_verified: true, fullname: null } });
  const as = { token: body.access_token };
  expect((await orderIds(as.token)).toSorted()).toEqual([placed.id, second.id].toSorted());
  expect((await ask("GET /account/addresses", as)).body.data).toEqual([]);
  expect((await ask("GET /wishlist", as)).body.data).toEqual([]);
  expect((await ask("GET /cart", as)).body.quantity).toBe(0);
  for (const { token } of [guest, other]) expect((await profile(token)).status).toBe(401);
  expect(registered).toContain(body.user.id);
});

test("a sign-in to an account that has confirmed the email joins too, one with an unconfirmed email doesn't", async () => {
  const [email, password] = [newEmail(), "battery staple"];
  const { body: signedUp } = await browser().post("/auth/register", { email, password });
  const placed = await buy(await browser().guest(email));
  const again = await browser().post("/auth/login", { username: email, password });
  expect(await orderIds(again.body.access_token)).toEqual([]);
  await sql`update users set email_verified_at = now() where id = ${signedUp.user.id}`.execute(app.db);
  const confirmed = await browser().post("/auth/login", { username: email, password });
  expect(await orderIds(confirmed.body.access_token)).toEqual([placed.id]);
});

test("the link that confirms a guest's email joins; the session that opens it goes on, no other one", async () => {
  const email = newEmail();
  const [here, elsewhere] = [browser(), browser()];
  const [guest, other] = [await here.guest(email), await elsewhere.guest(email)];
  const placed = await buy(guest);
  await inTransaction(app.db, (tx) => sendVerification(app, tx, { id: guest.id, email, email_verified_at: null }));
  const { tokenId } = requested.findLast(({ kind, to }) => kind === "verify" && to === email) ?? {};
  const link = { token: tokenSecret(app, "verify", tokenId ?? "") };
  const confirmed = await here.post("/auth/email/confirm", link, guest.token);
  expect(confirmed.status).toBe(200);
  expect((await profile(guest.token)).status).toBe(401);
  const renewed = await ask("POST /auth/refresh", { token: guest.body.refresh_token });
  const { body } = await profile(renewed.body.access_token);
  expect(body.data).toMatchObject({ email, email_verified: true });
  expect(await orderIds(renewed.body.access_token)).toEqual([placed.id]);
  expect((await ask("POST /auth/refresh", { token: other.body.refresh_token })).status).toBe(401);
});

test("coupons that are limited per customer wait for a confirmed email, whoever has it", async () => {
  const limits = { code: `FIRST${++count}`, kind: "percent", value: 1000, max_per_user: 1 };
  expect((await ask("POST /coupons", { token: admin.token, body: limits })).status).toBe(201);
  const owner = await shop.person();
  await fill(owner, (await product()).id);
  expect((await ask("PUT /cart/coupon", { token: owner.token, body: { code: limits.code } })).status).toBe(200);
  const { body: used } = await order(owner);
  await pay(owner, used.data.id);
  for (const email of [owner.email, newEmail()]) {
    const here = browser();
    const guest = await here.guest(email);
    await fill(guest, (await product()).id);
    const early = await ask("PUT /cart/coupon", { token: guest.token, body: { code: limits.code } });
    expect(early).toMatchObject({ status: 409, body: { code: "coupon_needs_confirmed_email" } });
    const { body } = await here.codeSignIn(email);
    const applied = await ask("PUT /cart/coupon", { token: body.access_token, body: { code: limits.code } });
    expect(applied.status).toBe(email === owner.email ? 409 : 200);
    if (email === owner.email) expect(applied.body.code).toBe("coupon_used_up");
  }
});

test("settings turn it off and limit the value of an order", async () => {
  await set({ guest_checkout: false });
  expect(await browser().guest(newEmail())).toMatchObject({ status: 409, body: { code: "guest_checkout_off" } });
  await set({ guest_checkout: true, guest_order_max_amount: 1489 });
  const here = browser();
  const guest = await here.guest(newEmail());
  await fill(guest, (await product({ price: 1000 })).id);
  const over = await order(guest);
  expect(over).toMatchObject({ status: 409, body: { code: "guest_order_limit" } });
  const { body } = await here.codeSignIn(guest.email);
  expect((await order({ ...guest, token: body.access_token })).status).toBe(201);
  await set({ guest_order_max_amount: 1490 });
  const other = await browser().guest(newEmail());
  await fill(other, (await product({ price: 1000 })).id);
  expect((await order(other)).status).toBe(201);
});

test("entries are limited for each email and each device", async () => {
  const email = newEmail();
  const here = browser();
  for (let turn = 1; turn <= 5; turn++) expect((await here.guest(email)).status).toBe(200);
  expect(await here.guest(email)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  for (let turn = 7; turn <= 20; turn++) expect((await here.guest(newEmail())).status).toBe(200);
  expect((await here.guest(newEmail())).status).toBe(429);
  expect((await browser().guest(newEmail())).status).toBe(200);
});

test("entries are limited for each network, whichever devices and emails are entered", async () => {
  const from = (ip: string, number: number) => ({
    headers: { "x-forwarded-for": ip, cookie: `device_id=network-${number}` },
    body: { email: newEmail() },
  });
  const statuses: number[] = [];
  for (let turn = 0; turn < 31; turn++) statuses.push((await ask("POST /auth/guest", from("10.99.0.1", turn))).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await ask("POST /auth/guest", from("10.99.0.2", 0))).status).toBe(200);
});

test.each([
  ["a guest", async () => browser().guest(newEmail())],
  ["a customer", async () => shop.person()],
])("another email at each order of %s counts as an entry, with and without the device", async (_who, enter) => {
  const guest = await enter();
  const { id } = await product({ stock: 100 });
  await fill(guest, id);
  // The same email again is none, and an order that isn't placed changes none.
  expect((await order(guest, { email: guest.email.toUpperCase() })).status).toBe(201);
  const statuses: number[] = [];
  for (let turn = 1; turn <= 21; turn++) {
    await fill(guest, id);
    statuses.push((await order(guest, { email: newEmail() })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
});

test("entries of a network are limited for a day too", async () => {
  const address = "10.99.1.1";
  await limitGuests(app.db, address);
  const set = (name: string, hits: number) =>
    sql`update rate_counts set hits = ${hits} where key = ${`${name} ${address}`}`.execute(app.db);
  await set("guest of day", 299);
  await limitGuests(app.db, address);
  await set("guest", 1);
  await expect(limitGuests(app.db, address)).rejects.toMatchObject({ code: "too_many_requests" });
});

test("an order with the email of a blocked account waits for staff, and the buyer isn't told why", async () => {
  const blocked = await shop.person();
  await sql`update users set account_status = 'blocked' where id = ${blocked.id}`.execute(app.db);
  const guest = await browser().guest(blocked.email.toUpperCase());
  const held = await look(guest, (await buy(guest)).id);
  expect(held).toMatchObject({ status: "on_hold", hold_reason: null });
  const { body } = await ask(`GET /orders/${held.id}`, { token: admin.token });
  expect(body.data.hold_reason).toBe("The email belongs to a blocked customer.");
  expect((await ask(`POST /orders/${held.id}/release`, { token: admin.token, body: {} })).status).toBe(200);
  expect((await look(guest, held.id)).status).toBe("confirmed");
  // Also by the email of the order alone, when it is corrected at the checkout.
  const other = await browser().guest(newEmail());
  expect(await look(other, (await buy(other, { email: blocked.email })).id)).toMatchObject({ status: "on_hold" });
});

test("what needs the owner of the email is refused until it is confirmed", async () => {
  const { token, id } = await browser().guest(newEmail());
  const refused = { status: 409, body: { code: "email_not_confirmed" } };
  const named = await ask("PUT /account/profile", { token, body: { username: `guest-${id}` } });
  expect(named).toMatchObject({ status: 409, body: { code: "email_not_confirmed" } });
  expect(await ask("PUT /account/profile", { token, body: { email: newEmail() } })).toMatchObject(refused);
  expect(await ask("POST /account/deletion", { token, body: {} })).toMatchObject(refused);
  expect(await ask("POST /account/two-factor", { token, body: {} })).toMatchObject(refused);
  expect((await ask("PUT /account/profile", { token, body: { fullname: "Ada" } })).status).toBe(200);
  expect(
    (await ask("POST /account/password", { token, body: { current_password: "x", password: "battery staple" } }))
      .status,
  ).toBe(400);
});

test("staff see guests apart, and can erase them and merge them into a customer, but not block them", async () => {
  const guest = await browser().guest(newEmail());
  const placed = await buy(guest);
  const as = { token: admin.token };
  const listed = await ask(`GET /customers?account_status=provisional&name=${guest.email}`, as);
  expect(listed.body.data).toMatchObject([{ id: guest.id, email: guest.email, account_status: "provisional" }]);
  const refused = { status: 409, body: { code: "provisional_account" } };
  const blocked = await ask(`PATCH /customers/${guest.id}`, { ...as, body: { account_status: "blocked" } });
  expect(blocked).toMatchObject({ status: 409, body: { code: "provisional_account" } });
  const owner = await shop.person();
  const merge = (from: number, into: number) =>
    ask(`POST /customers/${from}/merge`, { ...as, body: { into_id: into } });
  expect(await merge(owner.id, guest.id)).toMatchObject(refused);
  expect((await merge(guest.id, owner.id)).status).toBe(200);
  expect(await orderIds(owner.token)).toContain(placed.id);
  const gone = await browser().guest(newEmail());
  await browser().post("/auth/code/request", { email: gone.email });
  const erased = await ask(`POST /customers/${gone.id}/erasure`, { ...as, body: { confirmation: gone.email } });
  expect(erased.status).toBe(204);
});

test("unused provisional accounts are deleted after 30 days, those with an order stay", async () => {
  const old = await browser().guest(newEmail());
  const withOrder = await browser().guest(newEmail());
  const recent = await browser().guest(newEmail());
  await buy(withOrder);
  await sql`
    update users set created_at = now() - interval '31 days', last_seen_at = now() - interval '31 days'
    where id = any(${[old.id, withOrder.id]}::bigint[])`.execute(app.db);
  await deleteUnusedAccounts(app);
  expect(await Promise.all([old, withOrder, recent].map(({ id }) => statusOf(id)))).toEqual([
    "deleted",
    "provisional",
    "provisional",
  ]);
});

test("the database refuses a provisional account with a password, a username or a confirmed email", async () => {
  const { id } = await browser().guest(newEmail());
  for (const change of ["password_hash = 'x'", "username = 'x'", "email_verified_at = now()", "role = 'admin'"])
    await expect(sql`update users set ${sql.raw(change)} where id = ${id}`.execute(app.db)).rejects.toThrow(
      "users_provisional",
    );
});
