import { expect, test } from "vitest";
import { tokenSecret } from "#server/accounts/accounts.ts";
import { openRecoveryShop, password } from "./recovery.fixture.ts";

const { app, ask, sentEmails, visitor, registered, emailTo, linkInEmail, codeTo } = await openRecoveryShop();

test("D9 sign-up sends a confirmation link that works once; the account is active meanwhile", async () => {
  const { email, user, profile, post } = await registered();
  expect(user).toMatchObject({ email_verified: false, has_password: true });
  const token = linkInEmail(email, "verify");
  expect((await post("/auth/email/confirm", { token })).body).toEqual({ data: { email } });
  expect(await profile()).toMatchObject({ email, email_verified: true });
  expect(await post("/auth/email/confirm", { token })).toMatchObject({ status: 409, body: { code: "link_expired" } });
});

test("D9 the confirmation email can be requested again, up to a limit", async () => {
  const { token, email, post } = await registered();
  const again = () => ask("POST /account/email/verification", { token, headers: { "x-forwarded-for": "10.2.9.1" } });
  const first = emailTo(email, "verify")?.tokenId;
  expect(await again()).toMatchObject({ status: 202, body: { message: expect.stringContaining(email) } });
  expect(emailTo(email, "verify")?.tokenId).not.toBe(first);
  for (let more = 0; more < 4; more++) await again();
  expect((await again()).status).toBe(429);
  expect((await post("/auth/email/confirm", { token: linkInEmail(email, "verify") })).status).toBe(200);
});

test("D9 a new email address is used once confirmed, and the old address is notified", async () => {
  const { token, email, profile, post, user } = await registered();
  const next = `moved-${email}`;
  const put = (wish: string | null) =>
    ask("PUT /account/profile", { token, body: { fullname: null, username: user.username, email: wish, password } });
  expect((await put(next)).body.data).toMatchObject({ email, pending_email: next });
  expect(await profile()).toMatchObject({ email });
  expect((await post("/auth/email/confirm", { token: linkInEmail(next, "email_change") })).body.data.email).toBe(next);
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
  const answers = await Promise.all(tokens.map((token) => one.post("/auth/email/confirm", { token })));
  expect(answers.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [200, undefined],
    [409, "username_taken"],
  ]);
});
