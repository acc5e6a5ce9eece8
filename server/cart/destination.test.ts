import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { product, fill } = selling(shop);
const newGuest = async () => ({ guestId: (await ask("GET /cart/guest/init")).body.guest_id as string });
const choose = (who: object, body: unknown) => ask("PUT /cart/destination", { ...who, body });
const destinationOf = async (who: object) => (await ask("GET /cart", who)).body.destination;
const speaking = (language: string) => ({ headers: { "accept-language": language } });
const vienna = { ...home, line1: "Ring 1", city: "Vienna", postal_code: "1010", country: "AT" };

test("C10 a cart is estimated for the shop's country, the country of the browser, or the one chosen", async () => {
  const guest = await newGuest();
  expect(await destinationOf(guest)).toEqual({
    country: "DE",
    region_code: null,
    postal_code: null,
    has_duties: false,
  });
  expect(await destinationOf({ ...guest, ...speaking("de-AT,de;q=0.9,en-GB;q=0.8") })).toMatchObject({ country: "AT" });
  expect(await destinationOf({ ...guest, ...speaking("zh-Hant-CA") })).toMatchObject({ country: "CA" });
  // Without a country, and with one the shop does not deliver to.
  for (const language of ["de,en;q=0.9", "pt-BR", "*", "x".repeat(5000)])
    expect(await destinationOf({ ...guest, ...speaking(language) })).toMatchObject({ country: "DE" });
  const { body } = await choose(guest, { country: "US", region_code: "NY", postal_code: " 10001 " });
  const chosen = { country: "US", region_code: "NY", postal_code: "10001", has_duties: true };
  expect(body).toMatchObject({ destination: chosen, version: 2 });
  expect(await destinationOf({ ...guest, ...speaking("de-AT") })).toEqual(chosen);
});

test("C10 a destination the shop does not deliver to is a 409 with the cart", async () => {
  const guest = await newGuest();
  for (const sent of [{ country: "AQ" }, { country: 5 }, {}, []]) {
    const { status, body } = await choose(guest, sent);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "no_delivery", cart: { destination: { country: "DE" } } });
  }
  expect((await choose(guest, { country: "AT", postal_code: 5, region_code: {} })).body.destination).toEqual({
    country: "AT",
    region_code: null,
    postal_code: null,
    has_duties: false,
  });
  expect((await choose({}, { country: "AT" })).body.code).toBe("guest_cart_unknown");
});

test("C10 a customer's default address is the destination unless they chose another", async () => {
  const buyer = await shop.person();
  await ask("POST /account/addresses", { token: buyer.token, body: vienna });
  // Before there is a cart, and with one.
  expect(await destinationOf(buyer)).toMatchObject({ country: "AT", postal_code: "1010" });
  await fill(buyer, (await product()).id);
  expect(await destinationOf({ ...buyer, ...speaking("fr-FR") })).toMatchObject({ country: "AT", postal_code: "1010" });
  await choose(buyer, { country: "CH" });
  expect(await destinationOf(buyer)).toMatchObject({ country: "CH", postal_code: null, has_duties: true });
});

test.each([
  ["stays after sign-up, even with an empty cart", undefined, "CH"],
  ["gives way to a default address after sign-in", vienna, "AT"],
])("C10 a guest's destination %s", async (_what, address, expected) => {
  const { guestId } = await newGuest();
  await choose({ guestId }, { country: "CH" });
  const account = { username: `dest-${expected.toLowerCase()}`, password: "long enough" };
  const { body: first } = await ask("POST /auth/register", { body: account });
  if (address) await ask("POST /account/addresses", { token: first.access_token, body: address });
  const { body } = await ask("POST /auth/login", { headers: { cookie: `guest_id=${guestId}` }, body: account });
  expect(await destinationOf({ token: body.access_token })).toMatchObject({ country: expected });
});

test("C10 C11 the cart's estimate is the checkout's price for the same destination", async () => {
  const admin = await openAdmin(shop);
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1999 })).id, 2);
  const { code } = await admin.coupon({ value: 1000 });
  await ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  const card = await admin.card(1000);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: card.code } });
  const seen = new Set<number>();
  const destinations: Record<string, string>[] = [
    { country: "DE" },
    { country: "AT", postal_code: "1010" },
    { country: "US", region_code: "NY", postal_code: "10001" },
  ];
  for (const to of destinations) {
    const { body: cart } = await choose(buyer, to);
    const query = new URLSearchParams(to).toString();
    for (const path of [`GET /checkout/quote?${query}`, "GET /checkout/quote"]) {
      const { data: quote } = (await ask(path, { token: buyer.token })).body;
      const { shipping, ...figures } = quote.totals;
      expect(cart.totals).toEqual({ ...figures, shipping_estimate: shipping });
      expect(cart.gift_cards).toEqual(quote.gift_cards);
      expect(cart.shipping_method).toEqual(quote.methods[0]);
      expect(cart.destination.has_duties).toBe(quote.has_duties);
    }
    seen.add(cart.totals.due.amount);
  }
  expect(seen.size).toBe(3);
});

test("C11 the delivery of a variation is estimated for any destination like a cart's", async () => {
  const { id } = await product({ price: 1000 });
  const estimate = async (query: string) => (await ask(`GET /checkout/delivery?variation_id=${id}&${query}`)).body.data;
  expect(await estimate("country=AT")).toMatchObject({
    method: { name: "Standard", price: { amount: 690 }, min_days: 3, max_days: 6 },
    free_from: { amount: 5000 },
    has_duties: false,
    is_taxed: true,
  });
  expect(await estimate("country=GB")).toMatchObject({
    method: { name: "Tracked" },
    free_from: null,
    has_duties: true,
    is_taxed: false,
  });
  expect(await estimate("country=AQ")).toEqual({
    method: null,
    free_from: null,
    price: { amount: 1000, currency: "EUR" },
    has_duties: true,
    is_taxed: false,
  });
  expect((await ask("GET /checkout/delivery?variation_id=999999&country=DE")).status).toBe(404);
});
