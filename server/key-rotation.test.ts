import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { io } from "socket.io-client";
import { expect, onTestFinished, test } from "vitest";
import { createAccount, signInCode } from "#server/accounts/accounts.ts";
import { openApp } from "#server/app.ts";
import { unsubscribeToken } from "#server/emails/unsubscribe.ts";
import { encrypt } from "#server/platform/auth/encryption.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getSecrets } from "#server/shop/shop.ts";
import { ask } from "#server/testing/requests.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app } = shop;

/** The shop started with a new signing key, and the present one as the previous one. */
async function rotateTo(signingKey: Uint8Array<ArrayBuffer>, from?: Uint8Array<ArrayBuffer>) {
  const { config, database, keys } = app;
  const previousSigningKey = from ?? new Uint8Array(keys.current);
  const started = await openApp({ ...config, signingKey, previousSigningKey }, database.connection);
  onTestFinished(() => started.close());
  return started.app;
}

test("11.2.2 a rotation signs nobody out, and codes, links and repeated calls of before work", async () => {
  const { id, token: admin, email } = await shop.person("admin");
  const password = "correct horse";
  const account = { email: "someone@example.com", password, role: "customer" } as const;
  await inTransaction(app.db, (tx) => createAccount(app, tx, account));
  const signIn = async () => (await shop.ask("POST /auth/login", { body: { username: account.email, password } })).body;
  const [first, second] = [await signIn(), await signIn()];
  await sql`insert into setting_secrets (name, encrypted) values
    ('smtp_password', ${encrypt(app.keys, "setting secret smtp_password", "known")})`.execute(app.db);
  const link = await unsubscribeToken(app.db, { template: "price_drop", user_id: id, recipient: null });
  const giftCard = { token: admin, headers: { "idempotency-key": "card" }, body: { amount: 1000 } };
  const card = (await shop.ask("POST /gift-cards", giftCard)).body.data;
  await shop.ask("POST /auth/code/request", { body: { email } });
  const codes = await sql<{ id: string }>`select id from one_time_tokens where purpose = 'login_code'`.execute(app.db);
  const code = signInCode(app, codes.rows[0]?.id ?? "");
  // The answer of this refresh is lost, as the shop stops.
  const lost = (await shop.ask("POST /auth/refresh", { token: second.refresh_token })).body;

  const after = await rotateTo(new Uint8Array(32).fill(7));
  expect((await ask(after, "GET /account/profile", { token: first.access_token })).status).toBe(200);
  const again = (await ask(after, "POST /auth/refresh", { token: second.refresh_token })).body;
  expect(again.refresh_token).toBe(lost.refresh_token);
  for (const { refresh_token } of [first, again]) {
    const renewed = await ask(after, "POST /auth/refresh", { token: refresh_token });
    expect(renewed.status).toBe(200);
    expect((await ask(after, "GET /account/profile", { token: renewed.body.access_token })).status).toBe(200);
    // A machine that still has the old key only.
    expect((await shop.ask("GET /account/profile", { token: renewed.body.access_token })).body.code).toBe(
      "session_expired",
    );
  }
  await after.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = after.http.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, { transports: ["websocket"], auth: { token: admin } });
  onTestFinished(() => void socket.disconnect());
  await new Promise<void>((connected, fail) => void socket.on("connect", connected).on("connect_error", fail));
  expect((await ask(after, "POST /gift-cards", giftCard)).body.data.code).toBe(card.code);
  expect((await ask(after, "POST /auth/code/verify", { body: { email, code } })).status).toBe(200);
  // Nothing needs the previous key any more.
  expect(await getSecrets({ ...after, keys: { ...after.keys, previous: undefined } })).toEqual({
    smtp_password: "known",
  });
  // An email may be read years later.
  await rotateTo(new Uint8Array(32).fill(8), new Uint8Array(32).fill(7));
  const third = await rotateTo(new Uint8Array(32).fill(9), new Uint8Array(32).fill(8));
  expect((await ask(third, "POST /unsubscribe", { body: { token: link } })).status).toBe(200);
});
