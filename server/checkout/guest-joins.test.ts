import { sql } from "kysely";
import { expect, test } from "vitest";
import { signInCode, tokenSecret } from "#server/accounts/accounts.ts";
import { deleteUnusedAccounts } from "#server/orders/editing/unused-accounts.ts";
import { findValue } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay, look } = selling(shop);
const admin = await shop.person("admin");
const requested: DomainEvents["account.email_requested"][] = [];
app.events.on("account.email_requested", async (_tx, email) => void requested.push(email));

let count = 0;
/** A browser with an address and a device of its own. */
function browser() {
  const number = ++count;
  const headers = { "x-forwarded-for": `10.7.0.${number}`, cookie: `device_id=joins-${number}` };
  const post = (path: string, body: object, token?: string) =>
    ask(`POST ${path}`, { headers, body, ...(token ? { token } : {}) });
  const guest = async (email: string, before?: string) => {
    const { body } = await post("/auth/guest", { email }, before);
    return { id: body.user.id as number, token: body.access_token as string, refresh: body.refresh_token, email };
  };
  const codeSignIn = async (email: string, before?: string) => {
    await post("/auth/code/request", { email });
    const { tokenId } = requested.findLast((one) => one.kind === "login_code" && one.to === email) ?? {};
    return post("/auth/code/verify", { email, code: signInCode(app, tokenId ?? "") }, before);
  };
  return { post, guest, codeSignIn };
}
const newEmail = () => `joins.${++count}@example.com`;
async function buy(buyer: { id: number; token: string; email: string }, change: object = {}) {
  await fill(buyer, (await product()).id);
  const { body } = await order(buyer, change);
  await pay(buyer, body.data.id);
  return body.data;
}
/** The link that a guest has sent to their email. */
async function linkOf({ token, email }: { token: string; email: string }) {
  await ask("POST /account/email/verification", { token });
  const { tokenId } = requested.findLast(({ kind, to }) => kind === "verify" && to === email) ?? {};
  return { token: tokenSecret(app, "verify", tokenId ?? "") };
}
const orderIds = async (token: string) =>
  (await ask("GET /orders", { token })).body.data.map(({ id }: { id: string }) => id);
const unitsOf = async (token: string) => (await ask("GET /cart", { token })).body.quantity;
const statusOf = (id: number) => findValue<string>(app.db)`select account_status from users where id = ${id}`;

test("an order with a corrected email joins the account of that one, not of the mistyped one", async () => {
  const [typo, right] = [newEmail(), newEmail()];
  const here = browser();
  const guest = await here.guest(typo);
  const link = await linkOf(guest);
  const placed = await buy(guest, { email: right });
  expect(placed.customer.unconfirmed_email).toBe(right);
  expect((await ask("GET /account/profile", { token: guest.token })).body.data.email).toBe(right);
  // The link to the mistyped one confirms nothing now.
  expect(await browser().post("/auth/email/confirm", link)).toMatchObject({ body: { code: "link_expired" } });
  const stranger = await browser().codeSignIn(typo);
  expect(await orderIds(stranger.body.access_token)).toEqual([]);
  expect(await orderIds(guest.token)).toEqual([placed.id]);
  const owner = await browser().codeSignIn(right);
  expect(await orderIds(owner.body.access_token)).toEqual([placed.id]);
});

test("orders for another email stay with the provisional account, whose session goes on", async () => {
  const [first, corrected] = [newEmail(), newEmail()];
  const here = browser();
  const guest = await here.guest(first);
  const [kept, joins] = [await buy(guest), await buy(guest)];
  const { body } = await ask(`GET /orders/${kept.id}`, { token: admin.token });
  const change = { version: body.data.version, email: corrected };
  expect((await ask(`PATCH /orders/${kept.id}`, { token: admin.token, body: change })).status).toBe(200);
  await fill(guest, (await product()).id);
  const owner = await here.codeSignIn(first, guest.token);
  expect(await orderIds(owner.body.access_token)).toEqual([joins.id]);
  expect((await look({ ...guest, token: owner.body.access_token }, joins.id)).customer).toMatchObject({ email: first });
  expect(await orderIds(guest.token)).toEqual([kept.id]);
  // It's the same browser, which has the owner's session now.
  expect((await ask("GET /cart", { token: owner.body.access_token })).body.quantity).toBe(1);
  expect(await statusOf(guest.id)).toBe("provisional");
});

test("a second email at the checkout, or a sign-in there, takes the cart along; after signing out it doesn't", async () => {
  const here = browser();
  const typo = await here.guest(newEmail());
  await fill(typo, (await product()).id, 2);
  const right = await here.guest(newEmail(), typo.token);
  expect(await unitsOf(right.token)).toBe(2);
  expect(await unitsOf(typo.token)).toBe(0);
  const member = await here.codeSignIn(newEmail(), right.token);
  expect(await unitsOf(member.body.access_token)).toBe(2);
  // Once the guest has signed out, it may be somebody else, who has found the token.
  const elsewhere = browser();
  const left = await elsewhere.guest(newEmail());
  await fill(left, (await product()).id);
  expect(await unitsOf((await browser().guest(newEmail())).token)).toBe(0);
  await ask("POST /auth/logout", { token: left.refresh });
  expect(await unitsOf((await elsewhere.guest(newEmail(), left.token)).token)).toBe(0);
  // A member's cart stays the member's.
  expect(await unitsOf((await here.guest(newEmail(), member.body.access_token)).token)).toBe(0);
});

test("on a shared device nobody gets a guest's cart, gift card and destination without the guest's session", async () => {
  const here = browser();
  const guest = await here.guest(newEmail());
  await fill(guest, (await product({ price: 5000 })).id);
  const gift = await (await openAdmin(shop)).card(4000);
  await ask("PUT /cart/gift-card", { token: guest.token, body: { code: gift.code } });
  await ask("PUT /cart/destination", { token: guest.token, body: { country: "DE", postal_code: "10115" } });
  // The guest left without signing out, or the browser has deleted the session and kept the cookie.
  const registration = { username: "nextvisitor", password: "correct horse", fullname: "Next Visitor" };
  const registered = await here.post("/auth/register", { ...registration, email: newEmail() });
  const next = [registered, await here.codeSignIn(newEmail()), await here.post("/auth/guest", { email: newEmail() })];
  for (const { body } of next) {
    const cart = (await ask("GET /cart", { token: body.access_token })).body;
    expect(cart).toMatchObject({ quantity: 0, gift_cards: [] });
    expect(cart.destination?.postal_code ?? null).toBe(null);
  }
  expect(await unitsOf(guest.token)).toBe(1);
});

test("a device that has signed out is another device", async () => {
  const email = newEmail();
  const here = browser();
  const guest = await here.guest(email);
  const placed = await buy(guest, { save_address: true });
  await ask("POST /auth/logout", { token: guest.refresh });
  const { body } = await here.codeSignIn(email);
  expect(await orderIds(body.access_token)).toEqual([placed.id]);
  expect((await ask("GET /account/addresses", { token: body.access_token })).body.data).toEqual([]);
});

test("a link leaves only the session that opens it", async () => {
  const email = newEmail();
  const here = browser();
  const [strangers, guest] = [await here.guest(email), await here.guest(email)];
  const link = await linkOf(guest);
  expect((await here.post("/auth/email/confirm", link, guest.token)).status).toBe(200);
  const renewed = await ask("POST /auth/refresh", { token: guest.refresh });
  expect((await ask("GET /account/profile", { token: renewed.body.access_token })).body.data).toMatchObject({
    email,
    email_verified: true,
  });
  expect((await ask("POST /auth/refresh", { token: strangers.refresh })).status).toBe(401);
  // Opened without the session, none goes on.
  const other = await here.guest(newEmail());
  const bare = await linkOf(other);
  expect((await here.post("/auth/email/confirm", bare)).status).toBe(200);
  expect((await ask("POST /auth/refresh", { token: other.refresh })).status).toBe(401);
});

test("from another device no notifications join with the orders", async () => {
  const email = newEmail();
  const guest = await browser().guest(email);
  const placed = await buy(guest);
  const { body } = await browser().codeSignIn(email);
  expect(await orderIds(body.access_token)).toEqual([placed.id]);
  const rows = await findValue<number>(app.db)`select count(*)::int from notifications where user_id = ${body.user.id}`;
  expect(rows).toBe(0);
});

test("a guest's link leaves an unconfirmed account with a password as it is", async () => {
  const [email, password] = [newEmail(), "battery staple"];
  const mine = browser();
  const { body: me } = await mine.post("/auth/register", { email, password });
  await ask("POST /account/addresses", { token: me.access_token, body: home });
  const guest = await browser().guest(email);
  const link = await linkOf(guest);
  const refused = { status: 409, body: { code: "other_browser" } };
  expect(await browser().post("/auth/email/confirm", link)).toMatchObject(refused);
  expect(await mine.post("/auth/email/confirm", link, me.access_token)).toMatchObject(refused);
  expect((await ask("GET /account/addresses", { token: me.access_token })).body.data).toHaveLength(1);
  expect((await mine.post("/auth/login", { username: email, password })).status).toBe(200);
});

test("once the shop has turned it off, nobody orders with an email alone", async () => {
  const set = (settings: object) => inTransaction(app.db, (tx) => updateSettings(tx, settings));
  const here = browser();
  const guest = await here.guest(newEmail());
  await fill(guest, (await product()).id);
  await set({ guest_checkout: false });
  expect(await order(guest)).toMatchObject({ status: 409, body: { code: "guest_checkout_off" } });
  const { body } = await here.codeSignIn(guest.email);
  expect((await order({ ...guest, token: body.access_token })).status).toBe(201);
  await set({ guest_checkout: true });
});

test("an account that can't be deleted doesn't keep the other unused ones", async () => {
  const [stuck, other] = [await browser().guest(newEmail()), await browser().guest(newEmail())];
  await sql`
    update users set created_at = now() - interval '31 days', last_seen_at = now() - interval '31 days'
    where id = any(${[stuck.id, other.id]}::bigint[])`.execute(app.db);
  app.events.on("account.deleted", async (_tx, { userId }) => {
    if (userId === stuck.id) throw new Error("stuck");
  });
  await expect(deleteUnusedAccounts(app)).rejects.toThrow("1 unused");
  expect(await Promise.all([stuck, other].map(({ id }) => statusOf(id)))).toEqual(["provisional", "deleted"]);
});

test("a sign-in joins the accounts with orders at once, however many others there are, which a job deletes", async () => {
  const email = newEmail();
  const withOrder = await browser().guest(email);
  const placed = await buy(withOrder);
  const others: number[] = [];
  for (let turn = 0; turn < 8; turn++) others.push((await browser().guest(email)).id);
  const { body } = await browser().codeSignIn(email);
  expect(await orderIds(body.access_token)).toEqual([placed.id]);
  const left = () => findValue<number>(app.db)`
    select count(*)::int from users where id = any(${others}::bigint[]) and deleted_at is null`;
  expect(await left()).toBe(5);
  await app.jobs.drain();
  expect(await left()).toBe(0);
});
