import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openApp } from "#server/app.ts";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop, type TestShop } from "#server/testing/shop.ts";
import { getSecrets } from "./shop.ts";

const shop = await openTestShop();
const { token, password } = await administratorWithPassword(shop);
/** The groups with settings that need the password. */
const protectedGroups = ["emails", "payments"];

async function settingsOf({ ask }: TestShop = shop, as = token) {
  const { body } = await ask("GET /settings", { token: as });
  return body.data;
}

/** Saves a group with changes to what is there. */
async function save(group: string, change: object, at: TestShop = shop, as = token) {
  const { [group]: current } = await settingsOf(at, as);
  const proof = protectedGroups.includes(group) ? { password } : {};
  return at.ask(`PUT /settings/${group}`, { token: as, body: { ...current, ...proof, ...change } });
}

test("A7 saved settings are in the next response of every process", async () => {
  const other = await openApp(shop.app.config, shop.app.database.connection);
  try {
    expect((await other.app.call("GET /shop", {})).data.name).toBe("Kiosk");
    const contact = { email: "hi@lamps.example", phone: null, messaging: null, chat: null, video: null };
    const change = { name: "Lamps & more", accent_color: "#8a1c4a", contact, country: "FR", vat_id: "FR40303265045" };
    expect((await save("general", change)).status).toBe(200);
    expect((await other.app.call("GET /shop", {})).data).toMatchObject(change);
  } finally {
    await other.close();
  }
});

test("A7 of two administrators who save a group at once the second gets the first one's values", async () => {
  const { checkout, general } = await settingsOf();
  const first = await shop.ask("PUT /settings/checkout", { token, body: { ...checkout, hold_minutes: 45 } });
  expect(first.body.data.checkout).toMatchObject({ hold_minutes: 45, version: checkout.version + 1 });
  const second = await shop.ask("PUT /settings/checkout", { token, body: { ...checkout, hold_minutes: 60 } });
  expect([second.status, second.body.code]).toEqual([409, "stale"]);
  expect(second.body.current).toEqual(first.body.data.checkout);
  expect((await settingsOf()).checkout.hold_minutes).toBe(45);
  expect((await shop.ask("PUT /settings/general", { token, body: general })).status).toBe(200);
});

test("A7 values out of range are answered with 400 and the field", async () => {
  const cases = [
    ["general", { name: " " }, "name"],
    ["general", { accent_color: "red" }, "accent_color"],
    ["general", { timezone: "Mars/Olympus" }, "timezone"],
    ["general", { social_links: ["javascript:alert(1)"] }, "social_links.0"],
    ["localization", { currency: "XXQ" }, "currency"],
    ["localization", { locale: "not a language" }, "locale"],
    ["checkout", { hold_minutes: 1 }, "hold_minutes"],
    ["payments", { stripe_secret_key: "pk_live_1" }, "stripe_secret_key"],
    ["emails", { smtp: { host: "a b", port: 25, security: "tls", username: null } }, "smtp.host"],
  ] as const;
  for (const [group, change, field] of cases) {
    const { status, body } = await save(group, change);
    expect([group, status, body.errors?.[0].field.replace("body.", "")]).toEqual([group, 400, field]);
  }
});

test("A7 the environment wins over the settings, and the settings say so", async () => {
  const named = await openTestShop({ shopName: "From outside", shopLocale: "de-DE", mailFrom: "post@outside.example" });
  const admin = await named.person("admin");
  const saved = await save("general", { name: "From inside", tagline: "Lamps." }, named, admin.token);
  expect(saved.body.data.general).toMatchObject({ name: "From outside", tagline: "Lamps." });
  expect(saved.body.data.environment).toEqual({
    "general.name": "SHOP_NAME",
    "localization.locale": "SHOP_LOCALE",
    "emails.from_address": "MAIL_FROM",
  });
  expect((await named.ask("GET /shop")).body.data).toMatchObject({ name: "From outside", locale: "de-DE" });
});

test("A7 keys are encrypted in the database and never sent back", async () => {
  const secrets = { stripe_secret_key: "sk_test_never_shown", stripe_webhook_secret: "whsec_never_shown" };
  const saved = await save("payments", { stripe_publishable_key: "pk_test_1", ...secrets });
  expect(saved.body.data.payments).toMatchObject({ has_stripe_secret_key: true, has_stripe_webhook_secret: true });
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(t::text, ' '), '') as all
    from (select to_jsonb(s) as t from settings s
      union all select to_jsonb(x) || jsonb_build_object('text', encode(x.encrypted, 'escape')) from setting_secrets x
      union all select to_jsonb(k) from idempotency_keys k) as everything`.execute(shop.app.db);
  for (const text of [JSON.stringify(saved.body), rows[0]?.all]) expect(text).not.toContain("never_shown");
  // Not sent: the saved one stays. Null: it is removed.
  expect((await save("payments", {})).body.data.payments.has_stripe_secret_key).toBe(true);
  const removed = await save("payments", { stripe_secret_key: null, stripe_webhook_secret: null });
  expect(removed.body.data.payments).toMatchObject({ has_stripe_secret_key: false, has_stripe_webhook_secret: false });
});

test("A7 the password of a mail server is sent to no other server", async () => {
  const has = async (body: object) => (await save("emails", body)).body.data.emails.has_smtp_password;
  const smtp = { host: "smtp.example.com", port: 587, security: "starttls", username: "shop" };
  expect(await has({ smtp, smtp_password: "only there" })).toBe(true);
  expect(await has({ smtp: { ...smtp, port: 2525 } })).toBe(true);
  expect(await has({ smtp: { ...smtp, host: "smtp.elsewhere.example" } })).toBe(false);
  expect(await has({ smtp: null, smtp_password: null })).toBe(false);
});

test("A7 a key that a lost signing key encrypted counts as missing", async () => {
  await save("emails", { smtp_password: "once known" });
  expect((await settingsOf()).emails.has_smtp_password).toBe(true);
  const keys = { current: new Uint8Array(32).fill(1), previous: undefined };
  expect(await getSecrets({ ...shop.app, keys })).toEqual({});
  expect(await getSecrets({ ...shop.app, keys: { ...keys, previous: shop.app.keys.current } })).not.toEqual({});
});

test("11.2.2 a start with another signing key is refused, and says what would be lost", async () => {
  const signingKey = new Uint8Array(32).fill(1);
  const { connection } = shop.app.database;
  await expect(openApp({ ...shop.app.config, signingKey }, connection)).rejects.toThrow(/another signing key.*Stripe/);
  const previousSigningKey = new Uint8Array(shop.app.keys.current);
  const rotated = await openApp({ ...shop.app.config, signingKey, previousSigningKey }, connection);
  onTestFinished(() => rotated.close());
  expect(
    (await rotated.app.http.inject({ url: "/v1/settings", headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200);
});

test("A7 the currency can be changed until something has a price in it; delivery rates follow", async () => {
  const fresh = await openTestShop();
  const admin = await fresh.person("admin");
  const changed = await save("localization", { currency: "USD" }, fresh, admin.token);
  expect(changed.body.data.localization.currency).toBe("USD");
  const { rows } = await sql`select distinct currency from shipping_rates`.execute(fresh.app.db);
  expect(rows).toEqual([{ currency: "USD" }]);
  const prices = async (currency: string) => {
    await save("localization", { currency }, fresh, admin.token);
    return (
      await sql<{ price_amount: number }>`select price_amount from shipping_rates order by id`.execute(fresh.app.db)
    ).rows.map(({ price_amount }) => price_amount);
  };
  const inCents = await prices("EUR");
  expect(inCents).toContain(490);
  expect(await prices("KWD")).toEqual(inCents.map((cents) => cents * 10));
  expect(await prices("USD")).toEqual(inCents);
  expect(await prices("JPY")).toEqual(inCents.map((cents) => Math.round(cents / 100)));
  await prices("USD");
  await selling(fresh).product();
  const refused = await save("localization", { currency: "GBP" }, fresh, admin.token);
  expect([refused.status, refused.body.code]).toEqual([409, "currency_in_use"]);
  expect((await settingsOf(fresh, admin.token)).localization).toMatchObject({ currency: "USD" });
  expect((await save("localization", { prices_include_tax: false }, fresh, admin.token)).status).toBe(200);
});

test("A7 coupons, gift cards and orders hold on to the currency too", async () => {
  const owners = [
    (at: TestShop, as: string) =>
      at.ask("POST /coupons", { token: as, body: { code: "HOLD", kind: "percent", value: 1000 } }),
    (at: TestShop, as: string) => at.ask("POST /gift-cards", { token: as, body: { amount: 500 } }),
  ];
  for (const make of owners) {
    const fresh = await openTestShop();
    const admin = await fresh.person("admin");
    expect((await make(fresh, admin.token)).status).toBe(201);
    expect((await save("localization", { currency: "CHF" }, fresh, admin.token)).body.code).toBe("currency_in_use");
  }
});

test("A7 a logo is shown by the storefront; a replaced one is deleted", async () => {
  const upload = async () => {
    const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
    const form = new FormData();
    form.append("file", new Blob([picture], { type: "image/gif" }), "logo.gif");
    const sent = new Response(form);
    const { body } = await shop.ask("POST /images", {
      token,
      headers: { "content-type": sent.headers.get("content-type") ?? "" },
      body: Buffer.from(await sent.arrayBuffer()),
    });
    return body.data[0].id as number;
  };
  const [first, second] = [await upload(), await upload()];
  expect((await save("general", { logo_image_id: first })).body.data.general.logo.id).toBe(first);
  expect((await shop.ask("GET /shop")).body.data.logo.id).toBe(first);
  await save("general", { logo_image_id: second });
  expect((await shop.ask(`DELETE /images/${first}`, { token })).status).toBe(404);
  expect((await save("general", { logo_image_id: 999_999 })).status).toBe(404);
  expect((await shop.ask(`DELETE /images/${second}`, { token })).status).toBe(204);
  expect((await shop.ask("GET /shop")).body.data.logo).toBeNull();
});
