import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { createAddress, findAddress, getProfile } from "./accounts.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const password = "correct horse";
const ada = {
  fullname: "Ada Person",
  line1: "Lindenstr. 1",
  city: "Berlin",
  postal_code: "10969",
  country: "DE",
};
let people = 0;
async function registered() {
  const username = `person-${++people}`;
  const { body } = await ask("POST /auth/register", { body: { username, password } });
  const signIn = (given = password) => ask("POST /auth/login", { body: { username, password: given } });
  return {
    id: body.user.id as number,
    token: body.access_token as string,
    refresh: body.refresh_token as string,
    username,
    signIn,
  };
}

test("C2 the profile is retrieved and updated", async () => {
  const { token, id } = await registered();
  const { body } = await ask("PUT /account/profile", {
    token,
    body: { fullname: "Ada", email: "ada@example.com", username: null, password },
  });
  const { pending_email, ...profile } = body.data;
  expect([profile, pending_email]).toEqual([
    {
      id,
      fullname: "Ada",
      email: "ada@example.com",
      username: null,
      email_verified: false,
      has_password: true,
      permissions: {},
      must_set_up_two_factor: false,
    },
    null,
  ]);
  expect((await ask("GET /account/profile", { token })).body.data).toEqual(profile);
  expect(await getProfile(app.db, id)).toEqual(profile);
});

test("C2 a profile needs a username or email that nobody else has", async () => {
  const { token } = await registered();
  const other = await registered();
  const put = (body: object) => ask("PUT /account/profile", { token, body: { fullname: null, ...body } });
  expect((await put({ email: null, username: null })).status).toBe(400);
  expect((await put({ email: "no address", username: "x1" })).status).toBe(400);
  expect(await put({ email: null, username: other.username })).toMatchObject({
    status: 409,
    body: { code: "username_taken" },
  });
});

test("C2 what isn't sent of a profile stays, as a page that was opened earlier has older names", async () => {
  const { token, username } = await registered();
  const put = (body: object) => ask("PUT /account/profile", { token, body });
  expect((await put({ fullname: "Ada" })).body.data).toMatchObject({ fullname: "Ada", username, email: null });
  expect((await put({ email: "ada.stays@example.com", password })).body.data).toMatchObject({
    fullname: "Ada",
    username,
  });
  expect((await put({ username: null })).body.data).toMatchObject({ email: "ada.stays@example.com", username: null });
  expect(await put({ email: null, password })).toMatchObject({ status: 400, body: { errors: [{ field: "email" }] } });
});

test("C2 changing the password needs the current one and ends all other sessions", async () => {
  const { token, refresh, signIn } = await registered();
  const elsewhere = (await signIn()).body;
  const change = (current_password: string) =>
    ask("POST /account/password", { token, body: { current_password, password: "battery staple" } });
  expect(await change("wrong password")).toMatchObject({ status: 400, body: { code: "bad_credentials" } });
  expect((await change(password)).status).toBe(204);
  expect((await ask("POST /auth/refresh", { token: elsewhere.refresh_token })).status).toBe(401);
  expect((await ask("GET /account/profile", { token: elsewhere.access_token })).status).toBe(401);
  expect((await ask("POST /auth/refresh", { token: refresh })).status).toBe(200);
  expect((await signIn()).status).toBe(400);
  expect((await signIn("battery staple")).status).toBe(200);
});

test("C2 sessions are listed, and each can be ended immediately", async () => {
  const { token, signIn, refresh } = await registered();
  const elsewhere = (await signIn()).body;
  await ask("POST /auth/refresh", { token: elsewhere.refresh_token });
  const { body } = await ask("GET /account/sessions", { token });
  expect(body.data.map(({ current }: { current: boolean }) => current).toSorted()).toEqual([false, true]);
  const other = body.data.find(({ current }: { current: boolean }) => !current);
  expect((await ask(`DELETE /account/sessions/${other.id}`, { token })).status).toBe(204);
  expect((await ask("GET /account/profile", { token: elsewhere.access_token })).status).toBe(401);
  const fresh = (await ask("POST /auth/refresh", { token: refresh })).body.access_token;
  expect((await ask("GET /account/sessions", { token: fresh })).body.data).toHaveLength(1);
  expect((await ask(`DELETE /account/sessions/${other.id}`, { token: fresh })).status).toBe(404);
});

test("P5 nobody can end another user's session", async () => {
  const one = await registered();
  const other = await registered();
  const { body } = await ask("GET /account/sessions", { token: one.token });
  expect((await ask(`DELETE /account/sessions/${body.data[0].id}`, { token: other.token })).status).toBe(404);
  expect((await ask("POST /auth/refresh", { token: one.refresh })).status).toBe(200);
});

test("C11 addresses are created, updated and deleted, with one default at all times", async () => {
  const { token } = await registered();
  const post = (body: object) => ask("POST /account/addresses", { token, body });
  const defaults = async () => {
    const { body } = await ask("GET /account/addresses", { token });
    return body.data.map((address: { line1: string; is_default_shipping: boolean }) => [
      address.line1,
      address.is_default_shipping,
    ]);
  };
  const first = await post(ada);
  expect(first).toMatchObject({ status: 201, body: { data: { ...ada, company: null, is_default_shipping: true } } });
  await post({ ...ada, line1: "Second" });
  await post({ ...ada, line1: "Third", is_default_shipping: true });
  expect(await defaults()).toEqual([
    ["Third", true],
    ["Second", false],
    ["Lindenstr. 1", false],
  ]);
  const id = first.body.data.id;
  const put = await ask(`PUT /account/addresses/${id}`, {
    token,
    body: { ...ada, line1: "Moved", is_default_shipping: true },
  });
  expect(put.body.data).toMatchObject({ line1: "Moved", is_default_shipping: true });
  expect((await ask(`DELETE /account/addresses/${id}`, { token })).status).toBe(204);
  expect(await defaults()).toEqual([
    ["Third", true],
    ["Second", false],
  ]);
  expect((await post({ ...ada, country: "Germany" })).body.errors[0].field).toBe("country");
});

test("C11 an older form of an address doesn't replace what was saved since", async () => {
  const { token } = await registered();
  const { data } = (await ask("POST /account/addresses", { token, body: ada })).body;
  const put = (body: object) => ask(`PUT /account/addresses/${data.id}`, { token, body });
  const moved = await put({ ...ada, line1: "New street 2", version: data.version });
  expect(moved.body.data).toMatchObject({ line1: "New street 2", version: data.version + 1 });
  const older = { ...ada, phone: "+49 30 1234567", version: data.version };
  expect(await put(older)).toMatchObject({ status: 409, body: { code: "stale" } });
  const { body } = await ask("GET /account/addresses", { token });
  expect(body.data).toMatchObject([{ line1: "New street 2", phone: null }]);
  expect((await put({ ...ada, is_default_shipping: true })).status).toBe(200);
});

test("2.3.2 an account has 50 addresses at most; one more is refused, the same one again is not", async () => {
  const { token, id } = await shop.person();
  await sql`
    insert into addresses (user_id, fullname, line1, city, postal_code, country)
    select ${id}, 'Ada', 'Street ' || n, 'Berlin', '10115', 'DE' from generate_series(1, 49) as n`.execute(shop.app.db);
  const post = (line1: string) => ask("POST /account/addresses", { token, body: { ...ada, line1 } });
  expect((await post("Last Street 1")).status).toBe(201);
  expect((await post("Last Street 1")).status).toBe(201);
  expect(await post("One More 1")).toMatchObject({ status: 409, body: { code: "too_many_addresses" } });
});

test("C11 two addresses made the default concurrently leave one default", async () => {
  const { token } = await registered();
  await Promise.all(
    ["A", "B", "C"].map((line1) =>
      ask("POST /account/addresses", { token, body: { ...ada, line1, is_default_shipping: true } }),
    ),
  );
  const { body } = await ask("GET /account/addresses", { token });
  const isDefault = body.data.map((address: { is_default_shipping: boolean }) => address.is_default_shipping);
  expect(isDefault).toEqual([true, false, false]);
});

test("P5 another customer's address is 404", async () => {
  const one = await registered();
  const other = await registered();
  const { id } = (await ask("POST /account/addresses", { token: one.token, body: ada })).body.data;
  const { token } = other;
  expect((await ask(`PUT /account/addresses/${id}`, { token, body: ada })).status).toBe(404);
  expect((await ask(`DELETE /account/addresses/${id}`, { token })).status).toBe(404);
  expect(await findAddress(app.db, other.id, id)).toBeUndefined();
  expect(await findAddress(app.db, one.id, id)).toMatchObject({ city: "Berlin" });
});

test("an address entered at checkout is saved once", async () => {
  const { id } = await registered();
  const keep = () => inTransaction(app.db, (tx) => createAddress(tx, id, ada));
  expect(await keep()).toEqual(await keep());
});
