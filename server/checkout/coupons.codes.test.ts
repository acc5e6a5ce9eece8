import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill } = selling(shop);
const { coupon, card } = await openAdmin(shop);

const inDigitsFrom = (zero: string, text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

test.each([
  ["Arabic", "٠"],
  ["Persian", "۰"],
  ["Hindi", "०"],
])("Coupon: codes are taken with the digits of %s keyboards, of gift cards too", async (_, zero) => {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const apply = (what: string, code: string) => shop.ask(`PUT /cart/${what}`, { token: buyer.token, body: { code } });
  const { code } = await coupon();
  expect((await apply("coupon", inDigitsFrom(zero, code))).body.coupon).toMatchObject({ code, state: "applied" });
  const { id, code: secret } = await card(500);
  expect((await apply("gift-card", inDigitsFrom(zero, secret))).body.gift_cards).toMatchObject([{ id }]);
  // And the reverse: created with such digits, entered with others.
  const made = await coupon({ code: inDigitsFrom(zero, `TEN${zero.codePointAt(0)}`) });
  expect(made.code).toBe(`TEN${zero.codePointAt(0)}`);
  expect((await apply("coupon", made.code)).body.coupon.state).toBe("applied");
});

test("Coupon: a code with accents is one, however they are put together", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const apply = (code: string) => shop.ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  const made = await coupon({ code: "ÉTÉ".normalize("NFD") });
  expect(made.code).toBe("ÉTÉ".normalize("NFC"));
  for (const form of ["NFD", "NFC"]) expect((await apply("été".normalize(form))).body.coupon.state).toBe("applied");
});
