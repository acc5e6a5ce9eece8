import { sql } from "kysely";
import { expect, test } from "vitest";
import { signInCode } from "#server/accounts/accounts.ts";
import { findValue, listRows } from "#server/platform/database/database.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay } = selling(shop);
const admin = await shop.person("admin");
const requested: DomainEvents["account.email_requested"][] = [];
app.events.on("account.email_requested", async (_tx, email) => void requested.push(email));

let count = 0;
/** A browser with an address and a device of its own. */
function browser() {
  const number = ++count;
  const headers = { "x-forwarded-for": `10.6.0.${number}`, cookie: `device_id=erasure-${number}` };
  const post = (path: string, body: object, token?: string) =>
    ask(`POST ${path}`, { headers, body, ...(token ? { token } : {}) });
  const guest = async (email: string) => {
    const { body } = await post("/auth/guest", { email });
    return { id: body.user.id as number, token: body.access_token as string, email };
  };
  const codeOf = async (email: string) => {
    await post("/auth/code/request", { email });
    const { tokenId } = requested.findLast((one) => one.kind === "login_code" && one.to === email) ?? {};
    return signInCode(app, tokenId ?? "");
  };
  const codeSignIn = async (email: string) => {
    const { body } = await post("/auth/code/verify", { email, code: await codeOf(email) });
    return { id: body.user.id as number, token: body.access_token as string, email };
  };
  return { post, guest, codeOf, codeSignIn };
}
const newEmail = () => `erasure.${++count}@example.com`;
async function buy(buyer: { id: number; token: string; email: string }, change: object = {}) {
  await fill(buyer, (await product()).id);
  const { body } = await order(buyer, change);
  await pay(buyer, body.data.id);
  return body.data as { id: string; number: string };
}
const statusOf = (id: number) => findValue<string>(app.db)`select account_status from users where id = ${id}`;
const namesOf = (ids: string[]) =>
  listRows(app.db)`
    select fullname, email, requested_email, user_id from orders where id = any(${ids}::uuid[]) order by placed_at`;
const nameless = { fullname: "Deleted customer", email: null, requested_email: null, user_id: null };

test("who deletes their account deletes the orders they placed with its email alone too", async () => {
  const email = newEmail();
  const mine = browser();
  const me = await mine.codeSignIn(email);
  const guest = await browser().guest(email);
  const placed = await buy(guest);
  await ask(`POST /orders/${placed.id}/cancel`, { token: guest.token, body: {} });
  const code = await mine.codeOf(email);
  expect((await mine.post("/account/deletion", { code }, me.token)).status).toBe(204);
  await app.jobs.drain();
  expect(await statusOf(guest.id)).toBe("deleted");
  expect(await namesOf([placed.id])).toEqual([nameless]);
  expect((await ask("GET /account/profile", { token: guest.token })).status).toBe(401);
});

test("staff who erase a customer erase the guests with the confirmed email, however many, but no order for another email", async () => {
  const email = newEmail();
  const owner = await shop.person();
  await sql`update users set email = ${email}, email_verified_at = now() where id = ${owner.id}`.execute(app.db);
  const guests: Awaited<ReturnType<ReturnType<typeof browser>["guest"]>>[] = [];
  for (let turn = 0; turn < 8; turn++) guests.push(await browser().guest(email));
  const [first, second] = guests;
  if (!first || !second) throw new Error("no guests");
  const placed = await buy(first);
  await ask(`POST /orders/${placed.id}/cancel`, { token: first.token, body: {} });
  const [mine, other] = [await buy(second), await buy(second)];
  await ask(`POST /orders/${mine.id}/cancel`, { token: second.token, body: {} });
  const corrected = newEmail();
  const { body } = await ask(`GET /orders/${other.id}`, { token: admin.token });
  await ask(`PATCH /orders/${other.id}`, {
    token: admin.token,
    body: { version: body.data.version, email: corrected },
  });
  const confirmation = (await ask(`GET /customers/${owner.id}`, { token: admin.token })).body.data.username ?? email;
  const erased = await ask(`POST /customers/${owner.id}/erasure`, { token: admin.token, body: { confirmation } });
  expect(erased.status).toBe(204);
  await app.jobs.drain();
  expect(await namesOf([placed.id, mine.id])).toEqual([nameless, nameless]);
  expect(await namesOf([other.id])).toMatchObject([{ fullname: "Ada Lovelace", user_id: second.id }]);
  const left = await listRows<{ id: number; email: string }>(app.db)`
    select id, email from users where id = any(${guests.map(({ id }) => id)}::bigint[]) and deleted_at is null`;
  expect(left).toEqual([{ id: second.id, email: corrected }]);
  expect(await findValue(app.db)`select count(*)::int from users where lower(email) = ${email}`).toBe(0);
});

test("the copy of a customer's data has the orders placed with the email alone, and none for another email", async () => {
  const email = newEmail();
  const me = await browser().codeSignIn(email);
  const guest = await browser().guest(email);
  const [placed, other] = [await buy(guest), await buy(guest)];
  const { body } = await ask(`GET /orders/${other.id}`, { token: admin.token });
  await ask(`PATCH /orders/${other.id}`, {
    token: admin.token,
    body: { version: body.data.version, email: newEmail() },
  });
  const { body: copy } = await ask(`POST /customers/${me.id}/data`, { token: admin.token });
  expect(copy.data.orders.map(({ number }: { number: string }) => number)).toEqual([placed.number]);
  expect(copy.data.provisional_accounts).toEqual([
    { id: guest.id, email, created_at: expect.any(String), last_seen_at: expect.any(String) },
  ]);
});
