import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { isPossibleVatId, parseVatId, writeVatId } from "./vat-ids.ts";

const shop = await openTestShop();
const isPossible = (typed: string) => {
  const id = parseVatId(typed);
  return id !== undefined && isPossibleVatId(id);
};

test("VAT ID: format and check digits of the country, in any notation", () => {
  for (const id of ["DE123456788", "de 123.456-788", "ATU12345675", "EL123456783", "GR 123456783", "NL002342672B42"])
    expect(isPossible(id), id).toBe(true);
  for (const id of ["GB980780684", "XI980780684", "CHE-123.456.788 MWST", "IE3706224MH", "US12-3456789"])
    expect(isPossible(id), id).toBe(true);
  for (const id of ["DE123456789", "DE12", "ATU12345678", "XI980780685", "12345678", "", "DE", "DE12345678§"])
    expect(isPossible(id), id).toBe(false);
  expect(writeVatId(parseVatId("gr 123456783") ?? { prefix: "", number: "" })).toBe("EL123456783");
});

test("VAT ID: numbers that Belgium, Cyprus and Latvia give since 2017 and 2023", () => {
  for (const id of ["BE1001686633", "BE1006023325", "BE1000003682", "CY60001744K", "LV32923456789"])
    expect(isPossible(id), id).toBe(true);
  for (const id of ["BE1001686634", "BE2001686633", "CY60001744", "CY12345678A", "LV3212345678"])
    expect(isPossible(id), id).toBe(false);
});

test("VAT ID: any text has an answer at once", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 60, unit: "binary" }), fc.stringMatching(/^[A-Z]{2}[A-Z0-9 .-]{0,40}$/)),
      (typed) => {
        expect(typeof isPossible(typed)).toBe("boolean");
      },
    ),
    { numRuns: 500 },
  );
  expect(parseVatId(`DE${"1".repeat(100_000)}`)).toBeUndefined();
});

const company = {
  fullname: "Ada Lovelace",
  company: "Engines Ltd",
  line1: "Lindenstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE",
};
const wrong = [{ code: "invalid", message: "Check the VAT ID: a digit or letter is wrong." }];

test("VAT ID: a wrong one is refused in new addresses, saved ones stay usable", async () => {
  const { token, id: userId } = await shop.person();
  const post = (vat_id: string) => shop.ask("POST /account/addresses", { token, body: { ...company, vat_id } });
  const refused = await post("DE123456789");
  expect([refused.status, refused.body.errors[0]]).toEqual([400, { field: "vat_id", ...wrong[0] }]);
  const { id } = (await post("DE123456788")).body.data;
  const put = (change: object) => shop.ask(`PUT /account/addresses/${id}`, { token, body: { ...company, ...change } });
  expect((await put({ vat_id: "ATU12345678" })).status).toBe(400);
  await sql`update addresses set vat_id = ${"DE123456789"} where user_id = ${userId}`.execute(shop.app.db);
  expect((await put({ vat_id: "DE123456789", line1: "Moved" })).body.data.line1).toBe("Moved");
});

test("VAT ID: the shop's own is checked when it changes", async () => {
  const { token } = await shop.person("admin");
  const save = async (vat_id: string) => {
    const { general } = (await shop.ask("GET /settings", { token })).body.data;
    return shop.ask("PUT /settings/general", { token, body: { ...general, vat_id } });
  };
  expect((await save("DE123456789")).body.errors).toMatchObject([{ field: "vat_id", ...wrong[0] }]);
  expect((await save("DE123456788")).status).toBe(200);
});
