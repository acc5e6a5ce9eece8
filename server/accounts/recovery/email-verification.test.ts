import { sql } from "kysely";
import { expect, test } from "vitest";
import { tokenSecret } from "#server/accounts/accounts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { home, selling } from "#server/testing/selling.ts";
import { sendToken } from "./one-time-tokens.ts";
import { openRecoveryShop, password } from "./recovery.fixture.ts";

const shop = await openRecoveryShop();
const { app, ask, sentEmails, visitor, registered, emailTo, linkInEmail, codeTo } = shop;
const { product } = selling(shop);

test("D9 sign-up sends a confirmation link that works once; the account is active meanwhile", async () => {
  const { email, user, profile, confirm } = await registered();
  expect(user).toMatchObject({ email_verified: false, has_password: true });
  const token = linkInEmail(email, "verify");
  expect((await confirm(token)).body).toEqual({ data: { email } });
  expect(await profile()).toMatchObject({ email, email_verified: true });
  expect(await confirm(token)).toMatchObject({ status: 409, body: { code: "link_expired" } });
});

test("D9 the confirmation email can be requested again, up to a limit", async () => {
  const { token, email, confirm } = await registered();
  const again = () => ask("POST /account/email/verification", { token, headers: { "x-forwarded-for": "10.2.9.1" } });
  const first = emailTo(email, "verify")?.tokenId;
  expect(await again()).toMatchObject({ status: 202, body: { message: expect.stringContaining(email) } });
  expect(emailTo(email, "verify")?.tokenId).not.toBe(first);
  for (let more = 0; more < 4; more++) await again();
  expect((await again()).status).toBe(429);
  expect((await confirm(linkInEmail(email, "verify"))).status).toBe(200);
});

test("D9 a new email address is used once confirmed, and the old address is notified", async () => {
  const { token, email, profile, confirm, user } = await registered();
  const next = `moved-${email}`;
  const put = (wish: string | null) =>
    ask("PUT /account/profile", { token, body: { fullname: null, username: user.username, email: wish, password } });
  expect((await put(next)).body.data).toMatchObject({ email, pending_email: next });
  expect(await profile()).toMatchObject({ email });
  expect((await confirm(linkInEmail(next, "email_change"))).body.data.email).toBe(next);
  expect(await profile()).toMatchObject({ email: next, email_verified: true });
  expect(emailTo(email, "email_changed")).toBeDefined();
  const other = await registered();
  expect(await put(other.email)).toMatchObject({ status: 409, body: { code: "username_taken" } });
  expect((await put(null)).body.data).toMatchObject({ email: null, email_verified: true, pending_email: null });
});

test("D9 another email needs the password, and both addresses get an email at once", async () => {
  const { token, email, user } = await registered();
  const next = `changed-${email}`;
  const put = (wish: string | null, proof: object = {}) =>
    ask("PUT /account/profile", { token, body: { fullname: "Ada", username: user.username, email: wish, ...proof } });
  expect((await put(email)).status).toBe(200);
  for (const wish of [next, null]) {
    expect(await put(wish)).toMatchObject({ status: 400, body: { errors: [{ field: "password" }] } });
    expect(await put(wish, { password: "wrong horse" })).toMatchObject({
      status: 400,
      body: { code: "bad_credentials" },
    });
  }
  expect([emailTo(next, "email_change"), emailTo(email, "email_change_requested")]).toEqual([undefined, undefined]);
  expect((await put(next, { password })).status).toBe(200);
  expect([emailTo(next, "email_change"), emailTo(email, "email_change_requested")]).not.toContain(undefined);
});

test("D9 another email needs a fresh code if the account has no password", async () => {
  const { post } = visitor();
  const email = "no.password@example.com";
  await post("/auth/code/request", { email });
  const { access_token: token } = (await post("/auth/code/verify", { email, code: codeTo(email) })).body;
  const put = (proof: object) =>
    ask("PUT /account/profile", {
      token,
      body: { fullname: null, username: null, email: "no.password.now@example.com", ...proof },
    });
  expect(await put({ password })).toMatchObject({ status: 400, body: { errors: [{ field: "code" }] } });
  expect(await put({ code: codeTo(email) })).toMatchObject({ status: 400, body: { code: "code_wrong" } });
  await post("/auth/code/request", { email });
  expect((await put({ code: codeTo(email) })).body.data.pending_email).toBe("no.password.now@example.com");
  expect(emailTo(email, "email_change_requested")).toBeDefined();
});

test("D9 emails to new addresses are limited per account and per address; past the limit nothing is saved", async () => {
  const somebody = await registered();
  const { token, profile, user } = somebody;
  const put = (email: string | null, fullname: string | null = null) =>
    ask("PUT /account/profile", {
      token,
      body: { fullname, username: user.username, email, password },
      headers: { "x-forwarded-for": "10.2.9.2" },
    });
  const before = sentEmails.length;
  for (let turn = 1; turn <= 5; turn++) expect((await put(`elsewhere-${turn}@example.com`)).status).toBe(200);
  const refused = await put("elsewhere-6@example.com", "Another Name");
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(sentEmails.slice(before).filter(({ kind }) => kind === "email_change")).toHaveLength(5);
  expect(await profile()).toMatchObject({ email: somebody.email, fullname: null });
  // Calls without an email still work.
  expect((await put(somebody.email.toUpperCase(), "Another Name")).status).toBe(200);
  expect((await put(null)).status).toBe(200);
  expect((await put("first.of@example.com")).status).toBe(429);
});

test("D9 emails to one address are limited, however many accounts request them", async () => {
  const email = "tired.of.emails@example.com";
  const statuses: number[] = [];
  for (let turn = 0; turn <= 20; turn++) {
    const { token, user } = await registered();
    const headers = { "x-forwarded-for": `10.2.10.${turn}` };
    const body = { fullname: null, username: user.username, email, password };
    statuses.push((await ask("PUT /account/profile", { token, body, headers })).status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect(sentEmails.filter(({ to }) => to === email)).toHaveLength(20);
});

test("D9 of two accounts that request one address, the first to confirm gets it", async () => {
  const [one, other] = [await registered(), await registered()];
  const next = "wanted@example.com";
  for (const { token, user } of [one, other])
    await ask("PUT /account/profile", {
      token,
      body: { fullname: null, username: user.username, email: next, password },
    });
  const tokens = sentEmails
    .filter(({ kind, to }) => kind === "email_change" && to === next)
    .map(({ tokenId }) => tokenSecret(app, "email_change", tokenId ?? ""));
  const answers = await Promise.all(tokens.map((token, at) => [one, other][at]?.confirm(token)));
  expect(answers.map((answer) => [answer?.status, answer?.body.code]).toSorted()).toEqual([
    [200, undefined],
    [409, "username_taken"],
  ]);
});

/** What a stranger saved in an account with somebody else's address. */
async function strangersAccount() {
  const stranger = await registered();
  const { token } = stranger;
  await ask("POST /account/addresses", { token, body: home });
  const { id: variationId, productId } = await product();
  await ask("POST /wishlist", { token, body: { product_id: productId } });
  await ask("POST /cart", { token, body: { variation_id: variationId, quantity: 1 } });
  await sql`insert into contact_emails (user_id, email) values (${stranger.id}, 'mallory@example.com')`.execute(app.db);
  return stranger;
}
/** What is in an account: saved addresses, wishlist, cart and addresses that are written to about its orders. */
async function contentOf({ id, token }: { id: number; token: string }) {
  const get = async (route: string) => (await ask(route, { token })).body;
  const contacts = await sql`select email from contact_emails where user_id = ${id}`.execute(app.db);
  const [addresses, wishlist, cart] = [
    await get("GET /account/addresses"),
    await get("GET /wishlist"),
    await get("GET /cart"),
  ];
  return [addresses.data.length, wishlist.data.length, cart.items.length, contacts.rows.length];
}

test("T8 the owner of an address doesn't confirm the account that a stranger created with it", async () => {
  const stranger = await strangersAccount();
  const { email, post, confirm, profile } = stranger;
  const token = linkInEmail(email, "verify");
  expect(await post("/auth/email/confirm", { token })).toMatchObject({ status: 409, body: { code: "other_browser" } });
  expect(await profile()).toMatchObject({ email_verified: false });
  // The link stays valid: in the browser that signed up, and where somebody has signed in to the account since.
  const headers = { cookie: "device_id=phone-of-the-owner", "x-forwarded-for": "10.2.9.9" };
  await ask("POST /auth/code/request", { headers, body: { email } });
  const owner = await ask("POST /auth/code/verify", { headers, body: { email, code: codeTo(email) } });
  expect(owner.body.user).toMatchObject({ id: stranger.id, email_verified: true, has_password: false });
  expect(await contentOf({ id: stranger.id, token: owner.body.access_token })).toEqual([0, 0, 0, 0]);
  expect((await confirm(token)).status).toBe(200);
});

test("T8 a reset link to an account that was never confirmed leaves nothing of a stranger in it", async () => {
  const stranger = await strangersAccount();
  const { id: userId, email } = stranger;
  await inTransaction(app.db, (tx) => sendToken(app, tx, { purpose: "reset", userId, email, seconds: 3600 }));
  const body = { token: linkInEmail(email, "reset"), password: "quiet-river-stone" };
  const owner = await ask("POST /auth/password/reset", { body });
  expect(await contentOf({ id: stranger.id, token: owner.body.access_token })).toEqual([0, 0, 0, 0]);
});

test("T8 whoever signed up in this browser keeps what they saved, and confirms elsewhere after signing in", async () => {
  const { id, email, refresh, post } = await strangersAccount();
  const headers = { cookie: "device_id=second-browser" };
  const token = linkInEmail(email, "verify");
  expect((await ask("POST /auth/email/confirm", { headers, body: { token } })).body.code).toBe("other_browser");
  const { body } = await ask("POST /auth/login", { headers, body: { username: email, password } });
  expect((await ask("POST /auth/email/confirm", { headers, body: { token } })).status).toBe(200);
  expect(await contentOf({ id, token: body.access_token })).toEqual([1, 1, 1, 1]);
  expect((await ask("POST /auth/refresh", { token: refresh })).status).toBe(200);
  await post("/auth/code/request", { email });
  expect((await post("/auth/code/verify", { email, code: codeTo(email) })).body.user.has_password).toBe(true);
});

test("T8 an address that somebody else asked to change to isn't confirmed by its owner", async () => {
  const { token, post, confirm, user } = await registered();
  const next = "owner.of.another@example.com";
  const body = { fullname: null, username: user.username, email: next, password };
  await ask("PUT /account/profile", { token, body });
  const link = linkInEmail(next, "email_change");
  expect((await post("/auth/email/confirm", { token: link })).body.code).toBe("other_browser");
  expect((await confirm(link)).body.data.email).toBe(next);
});

test("T8 an account that staff entered is confirmed in any browser, and keeps what they saved", async () => {
  const { id, email, post } = await registered();
  await sql`delete from sessions where user_id = ${id}`.execute(app.db);
  await sql`update users set password_hash = null where id = ${id}`.execute(app.db);
  expect((await post("/auth/email/confirm", { token: linkInEmail(email, "verify") })).status).toBe(200);
});
