import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { type ApiRequest, openTestShop } from "#server/testing/shop.ts";
import { openRecoveryShop, password } from "./recovery.fixture.ts";

const { app, ask, visitor, registered, emailTo, linkInEmail, codeTo, forgot } = await openRecoveryShop();

test("T8 a code signs in without a password, and creates an account if there is none", async () => {
  const { post } = visitor();
  const email = "Guest.At.Checkout@example.com";
  const sent = await post("/auth/code/request", { email });
  expect(sent).toMatchObject({ status: 202, body: { message: expect.stringContaining("code") } });
  const code = codeTo(email);
  expect(code).toMatch(/^\d{6}$/);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const first = await post("/auth/code/verify", { email, code: spaced });
  expect(first).toMatchObject({
    status: 200,
    body: { role: "customer", user: { email, email_verified: true, has_password: false } },
  });
  expect(await post("/auth/code/verify", { email, code })).toMatchObject({ status: 400, body: { code: "code_wrong" } });
  await post("/auth/code/request", { email });
  const again = await post("/auth/code/verify", { email: email.toUpperCase(), code: codeTo(email) });
  expect(again.body.user.id).toBe(first.body.user.id);
});

test("T8 same answer with or without an account; only the newest code works, five tries, ten minutes", async () => {
  const somebody = await registered();
  const known = await somebody.post("/auth/code/request", { email: somebody.email });
  const unknown = await somebody.post("/auth/code/request", { email: "unknown.here@example.com" });
  expect(known.body.message.replace(somebody.email, "")).toBe(
    unknown.body.message.replace("unknown.here@example.com", ""),
  );
  const older = codeTo(somebody.email);
  await somebody.post("/auth/code/request", { email: somebody.email });
  const code = codeTo(somebody.email);
  const wrong = code === "000000" ? "000001" : "000000";
  const tries = (given: string, turn: number) =>
    somebody.post("/auth/code/verify", { email: somebody.email, code: given }, `10.5.0.${turn}`);
  if (older !== code) expect((await tries(older, 1)).status).toBe(400);
  for (let turn = older === code ? 1 : 2; turn <= 5; turn++)
    expect((await tries(wrong, turn)).body.code).toBe("code_wrong");
  expect((await tries(code, 6)).body.code).toBe("code_wrong");
  await somebody.post("/auth/code/request", { email: somebody.email });
  await sql`update one_time_tokens set expires_at = now() where lower(email) = lower(${somebody.email})`.execute(
    app.db,
  );
  expect((await tries(codeTo(somebody.email), 7)).body.code).toBe("code_wrong");
});

test("T8 attempts and requests of others do not use up the code of the browser that requested it", async () => {
  const email = "owner.of.code@example.com";
  const ask1 = (path: string, body: object, address: string, cookie?: string) =>
    ask(`POST ${path}`, { body, headers: { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) } });
  const requested = await ask1("/auth/code/request", { email }, "10.7.0.1");
  const cookie = String(requested.headers["set-cookie"]).match(/device_id=[^;]+/)?.[0];
  const code = codeTo(email);
  const wrong = code === "000000" ? "000001" : "000000";
  const guesses: string[] = [];
  for (let turn = 1; turn <= 25; turn++)
    guesses.push((await ask1("/auth/code/verify", { email, code: wrong }, `10.7.1.${turn}`)).body.code);
  expect([guesses[0], guesses.at(-1)]).toEqual(["code_wrong", "too_many_requests"]);
  await ask1("/auth/code/request", { email }, "10.7.2.1");
  expect((await ask1("/auth/code/verify", { email, code: wrong }, "10.7.0.1", cookie)).body.code).toBe("code_wrong");
  expect((await ask1("/auth/code/verify", { email, code }, "10.7.0.1", cookie)).status).toBe(200);
});

test("6.6.3 a stranger on one network has few guesses in a quarter of an hour, and stops nobody else", async () => {
  const owner = await registered();
  await sql`update users set email_verified_at = now() where id = ${owner.id}`.execute(app.db);
  const stranger = browser("2001:db8:1:1::1");
  const wrongCode = () => (codeTo(owner.email) === "000000" ? "000001" : "000000");
  const verify = (post: typeof stranger, code: string) => post("/auth/code/verify", { email: owner.email, code });
  const guesses = async () => {
    // At once, also from other addresses of the same network.
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => verify(at % 2 ? stranger : browser(`2001:db8:1:${at}::2`), wrongCode())),
    );
    return answers.filter(({ body }) => body.code === "code_wrong").length;
  };
  let wrong = 0;
  for (let round = 0; round < 8; round++) {
    await stranger("/auth/code/request", { email: owner.email });
    wrong += await guesses();
  }
  expect(wrong).toBeLessThanOrEqual(5);
  // From a new browser on another network, and with the codes that the stranger requested meanwhile.
  const other = browser("10.6.0.3");
  expect((await other("/auth/code/request", { email: owner.email })).status).toBe(202);
  const code = codeTo(owner.email);
  await stranger("/auth/code/request", { email: owner.email });
  await guesses();
  expect((await verify(other, code)).status).toBe(200);
});

test("6.6.3 strangers on many networks together keep others waiting for five minutes at most", async () => {
  const email = "wanted.by.many@example.com";
  for (let at = 1; at <= 40; at++) {
    await browser(`10.9.1.${at}`)("/auth/code/request", { email });
    await sql`update auth_attempts set blocked_until = null where failures < 35`.execute(app.db);
  }
  const refused = await browser("10.9.2.1")("/auth/code/request", { email });
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(300);
  // What was sent before is valid all the same, in the browser that requested it.
  const early = browser("10.9.3.1");
  await sql`update auth_attempts set blocked_until = null`.execute(app.db);
  expect((await early("/auth/code/request", { email })).status).toBe(202);
  const code = codeTo(email);
  for (let at = 1; at <= 40; at++)
    await browser(`10.9.4.${at}`)("/auth/code/verify", { email, code: code === "000000" ? "000001" : "000000" });
  expect((await early("/auth/code/verify", { email, code })).status).toBe(200);
});

test("6.6.3 strangers have twenty guesses a day at the code of staff without a password, whose own devices go on", async () => {
  const owner = await registered();
  await sql`update users set email_verified_at = now(), role = 'admin', password_hash = null where id = ${owner.id}`.execute(
    app.db,
  );
  const { email } = owner;
  const known = browser("10.10.0.1");
  const signIn = async (post: typeof known, { wrong = false } = {}) => {
    await post("/auth/code/request", { email });
    const code = codeTo(email);
    const typed = wrong ? (code === "000000" ? "000001" : "000000") : code;
    // Blocks of minutes pass.
    await sql`update auth_attempts set blocked_until = null`.execute(app.db);
    return (await post("/auth/code/verify", { email, code: typed })).status;
  };
  const [first] = [await signIn(known)];
  for (let at = 1; at <= 19; at++) await signIn(browser(`10.10.1.${at}`), { wrong: true });
  const stranger = await signIn(browser("10.10.2.1"));
  for (let at = 1; at <= 21; at++) await signIn(browser(`10.10.3.${at}`), { wrong: true });
  expect([first, stranger, await signIn(browser("10.10.2.2")), await signIn(known)]).toEqual([200, 200, 400, 200]);
  await sql`update auth_attempts set last_failure_at = now() - interval '25 hours'`.execute(app.db);
  expect(await signIn(browser("10.10.2.3"))).toBe(200);
});

/** Calls from one browser, which sends its cookies back. */
function browser(address: string) {
  let cookie = "";
  return async (path: string, body: object) => {
    const answer = await ask(`POST ${path}`, { body, headers: { "x-forwarded-for": address, cookie } });
    const set = [answer.headers["set-cookie"]].flat().find((one) => String(one).startsWith("device_id="));
    if (set) cookie = String(set).split(";")[0] ?? "";
    return answer;
  };
}

test("T8 an account with somebody else's unconfirmed address goes to the owner of the address", async () => {
  const squatter = await registered();
  await squatter.post("/auth/code/request", { email: squatter.email });
  const owner = await squatter.post("/auth/code/verify", { email: squatter.email, code: codeTo(squatter.email) });
  expect(owner.body.user).toMatchObject({ id: squatter.id, email_verified: true, has_password: false });
  expect((await ask("POST /auth/refresh", { token: squatter.refresh })).status).toBe(401);
  expect((await squatter.post("/auth/login", { username: squatter.email, password })).status).toBe(400);
});

test("T8 the former holder of that account can't recover it by an earlier link", async () => {
  const squatter = await registered();
  const next = `squatter-of-${squatter.email}`;
  const body = { fullname: null, username: squatter.user.username, email: next, password };
  expect((await ask("PUT /account/profile", { token: squatter.token, body })).body.data.pending_email).toBe(next);
  await squatter.post("/auth/code/request", { email: squatter.email });
  const owner = await squatter.post("/auth/code/verify", { email: squatter.email, code: codeTo(squatter.email) });
  expect(owner.body.user).toMatchObject({ id: squatter.id, email_verified: true });
  expect(await squatter.post("/auth/email/confirm", { token: linkInEmail(next, "email_change") })).toMatchObject({
    status: 409,
    body: { code: "link_expired" },
  });
  const { body: profile } = await ask("GET /account/profile", { token: owner.body.access_token });
  expect(profile.data.email).toBe(squatter.email);
});

test("T8 codes and links do not sign in to a blocked account", async () => {
  const somebody = await registered();
  const token = await forgot(somebody);
  await somebody.post("/auth/code/request", { email: somebody.email });
  await sql`update users set account_status = 'blocked' where id = ${somebody.id}`.execute(app.db);
  const byCode = await somebody.post("/auth/code/verify", { email: somebody.email, code: codeTo(somebody.email) });
  const byLink = await somebody.post("/auth/password/reset", { token, password });
  expect([byCode.body.code, byLink.body.code]).toEqual(["account_blocked", "account_blocked"]);
});

test("T8 S3 a guest's cart is merged when signing in by code, as by password", async () => {
  const guestIds: (string | undefined)[] = [];
  app.events.on("account.signed_in", async (_tx, { guestId }) => void guestIds.push(guestId));
  const { post } = visitor();
  await post("/auth/code/request", { email: "with.cart@example.com" });
  await ask("POST /auth/code/verify", {
    guestId: "a-guest",
    body: { email: "with.cart@example.com", code: codeTo("with.cart@example.com") },
  });
  expect(guestIds).toContain("a-guest");
});

test("A7 T8 codes create no account once the settings forbid it, and still sign in to those there are", async () => {
  const [somebody, early, late] = [await registered(), "code.sent.before@example.com", "code.sent.after@example.com"];
  const { post } = visitor();
  await post("/auth/code/request", { email: early });
  const allowSignUp = (email_code_sign_up: boolean) =>
    inTransaction(app.db, (tx) => updateSettings(tx, { email_code_sign_up }));
  await allowSignUp(false);
  try {
    expect((await post("/auth/code/request", { email: late })).status).toBe(202);
    expect(emailTo(late, "login_code")).toBeUndefined();
    const created = await post("/auth/code/verify", { email: early, code: codeTo(early) });
    expect(created).toMatchObject({ status: 400, body: { code: "code_wrong" } });
    await post("/auth/code/request", { email: somebody.email });
    const known = await post("/auth/code/verify", { email: somebody.email, code: codeTo(somebody.email) });
    expect(known.body.user.id).toBe(somebody.id);
  } finally {
    await allowSignUp(true);
  }
});

test.each(["admin", "staff"])("6.6.3 %s accounts with a password get no code, and no other answer", async (role) => {
  const [somebody, other] = [await registered(), await registered()];
  // A code of the time when they were a customer.
  await somebody.post("/auth/code/request", { email: somebody.email });
  const early = codeTo(somebody.email);
  await sql`update users set role = ${role} where id = ${somebody.id}`.execute(app.db);
  const sent = emailTo(somebody.email, "login_code");
  const answer = await somebody.post("/auth/code/request", { email: somebody.email });
  const known = await other.post("/auth/code/request", { email: other.email });
  expect([answer.status, answer.body.message.replace(somebody.email, "")]).toEqual([
    known.status,
    known.body.message.replace(other.email, ""),
  ]);
  expect(emailTo(somebody.email, "login_code")).toBe(sent);
  const verified = await somebody.post("/auth/code/verify", { email: somebody.email, code: early });
  expect(verified).toMatchObject({ status: 400, body: { code: "code_wrong" } });
  // Without a password a code is the way to sign in.
  await sql`update users set password_hash = null, email_verified_at = now() where id = ${somebody.id}`.execute(app.db);
  await somebody.post("/auth/code/request", { email: somebody.email });
  const signedIn = await somebody.post("/auth/code/verify", { email: somebody.email, code: codeTo(somebody.email) });
  expect(signedIn.body.user.id).toBe(somebody.id);
});

test("T8 D9 a shop of its own address without a mail server promises no code and no link", async () => {
  const real = { demo: false, publicUrl: "https://shop.example" };
  const [without, withServer] = [
    await openTestShop(real),
    await openTestShop({ ...real, smtpUrl: "smtp://127.0.0.1:9" }),
  ];
  for (const [shop, status] of [
    [without, 409],
    [withServer, 202],
  ] as const) {
    const code = await shop.ask("POST /auth/code/request", { body: { email: "someone@example.com" } });
    const link = await shop.ask("POST /auth/password/forgot", { body: { username: "someone@example.com" } });
    expect([code.status, link.status]).toEqual([status, status]);
    if (status === 409) expect([code.body.code, link.body.code]).toEqual(["email_unavailable", "email_unavailable"]);
  }
});

test("T8 a shop of its own address without a mail server says so to whoever has an email sent", async () => {
  const shop = await openTestShop({ demo: false, publicUrl: "https://shop.example" });
  const [customer, admin] = [await shop.person(), await shop.person("admin")];
  await sql`update users set email_verified_at = null where id = ${customer.id}`.execute(shop.app.db);
  const codeOf = async (route: string, sent: ApiRequest) => (await shop.ask(route, sent)).body.code;
  expect(await codeOf("POST /account/email/verification", { token: customer.token })).toBe("email_unavailable");
  const body = { email: "new@example.com", role: "staff", permissions: { orders: "read" } };
  expect(await codeOf("POST /staff/invitations", { token: admin.token, body })).toBe("no_mail_server");
  expect((await shop.ask("GET /staff/invitations", { token: admin.token })).body.data).toEqual([]);
  for (const kind of ["password_reset", "verification"])
    expect(
      await codeOf(`POST /customers/${customer.id}/sign-in-email`, { token: admin.token, body: { kind } }),
      kind,
    ).toBe("no_mail_server");
});

test("one network has 30 emails to any addresses in ten minutes; a device known at a confirmed one has its own limit", async () => {
  const { post } = visitor();
  const address = "10.77.0.1";
  const statuses: number[] = [];
  for (let turn = 1; turn <= 31; turn++)
    statuses.push((await post("/auth/code/request", { email: `stranger.${turn}@example.com` }, address)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
  expect((await post("/auth/password/forgot", { username: "somebody.else" }, address)).status).toBe(429);
  const known = await registered();
  const headers = { cookie: known.cookie, "x-forwarded-for": address };
  const requests = [
    () => ask("POST /auth/code/request", { body: { email: known.email }, headers }),
    () => ask("POST /auth/password/forgot", { body: { username: known.email }, headers }),
  ];
  for (const request of requests) expect((await request()).status).toBe(429);
  // Nobody knows yet whose the address of an account is that isn't confirmed, nor a new one.
  const { token, user } = known;
  expect((await ask("POST /account/email/verification", { token, headers })).status).toBe(429);
  const form = { fullname: "A", username: user.username, email: "stranger.32@example.com", password };
  expect((await ask("PUT /account/profile", { token, headers, body: form })).status).toBe(429);
  const nameless = await ask("POST /auth/register", { body: { username: "without.email", password }, headers });
  const late = { token: nameless.body.access_token, headers, body: { ...form, username: "without.email" } };
  expect((await ask("PUT /account/profile", late)).status).toBe(429);
  await known.confirm(linkInEmail(known.email, "verify"));
  for (const request of requests) expect((await request()).status).toBe(202);
});

test("one network registers 30 accounts with an email in ten minutes, whatever codes it has had; refused names don't count", async () => {
  const { post } = visitor();
  const address = "10.77.0.2";
  await sql`
    insert into rate_counts (key, window_start, hits)
    select name || ' ' || ${address}, date_bin(make_interval(secs => seconds), now(), 'epoch'), hits
    from (values ('email', 600, 30), ('registration', 600, 28)) as counted (name, seconds, hits)`.execute(app.db);
  const register = async (username: string) =>
    (await post("/auth/register", { username, email: `${username}@network.example`, password }, address)).status;
  expect(await register("network.first")).toBe(201);
  expect([await register("network.first"), await register("network.first")]).toEqual([409, 409]);
  expect(await register("network.second")).toBe(201);
  expect(await register("network.third")).toBe(429);
});
