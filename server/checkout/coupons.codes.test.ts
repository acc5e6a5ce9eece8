import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { desk } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill } = selling(shop);
const { coupon, card } = await desk(shop);

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
  // And the other way round: made on such a keyboard, typed on another.
  const made = await coupon({ code: inDigitsFrom(zero, `TEN${zero.codePointAt(0)}`) });
  expect(made.code).toBe(`TEN${zero.codePointAt(0)}`);
  expect((await apply("coupon", made.code)).body.coupon.state).toBe("applied");
});

test("Coupon: codes kept with other digits before are found again, also in carts, unless two would be the same", async () => {
  const { db } = shop.app;
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const [old, one, two] = [await coupon(), await coupon({ code: "TWIN7" }), await coupon()];
  const keep = (id: number, code: string) => sql`update coupons set code = ${code} where id = ${id}`.execute(db);
  await keep(old.id, "SPRING٢٥");
  await keep(two.id, "TWIN٧");
  await sql`update carts set coupon_code = 'SPRING٢٥' where user_id = ${buyer.id}`.execute(db);
  const mend = readFileSync("migrations/0038_plain_coupon_codes.sql", "utf8");
  await inTransaction(db, (tx) => sql.raw(mend).execute(tx));
  const codeOf = async (id: number) => {
    const { rows } = await sql<{ code: string }>`select code from coupons where id = ${id}`.execute(db);
    return rows[0]?.code;
  };
  expect([await codeOf(old.id), await codeOf(one.id), await codeOf(two.id)]).toEqual(["SPRING25", "TWIN7", "TWIN٧"]);
  const { body } = await shop.ask("GET /cart", { token: buyer.token });
  expect(body.coupon).toMatchObject({ code: "SPRING25", state: "applied" });
});
