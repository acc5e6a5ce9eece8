import { describe, expect, test } from "vitest";
import { Address, NewAddress } from "#contract/accounts/accounts.ts";
import { cityLine } from "./address-format.ts";
import {
  hasNumericPostalCode,
  phoneProblem,
  postalCodes,
  postalProblem,
  regionProblem,
  vatIdProblem,
} from "./addresses.ts";
import { regionsOf } from "./regions.ts";

const home = { fullname: "Robin Reader", line1: "Lindenweg 8", city: "Berlin", postal_code: "10115", country: "DE" };
const wrongWith = (change: object) =>
  NewAddress.safeParse({ ...home, ...change }).error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

describe("what can be delivered to", () => {
  test.each([
    ["DE", "10115 "],
    ["DE", "D-10115"],
    ["AT", "A 1010"],
    ["US", "94105"],
    ["US", "94105-1234"],
    ["CA", "k1a0b1"],
    ["GB", "sw1a1aa"],
    ["GB", "M1 1AE"],
    ["GB", "BFPO 1"],
    ["GB", "bfpo 5422"],
    ["JP", "〒100-0001"],
    ["JP", "１００－０００１"],
    ["PA", ""],
    ["NL", "1012ab"],
    ["SE", "11120"],
    ["PL", "00–001"],
    ["IE", ""],
    ["IE", "d02 af30"],
    ["HK", ""],
    ["AE", "00000"],
    ["DE", "١٠١١٥"],
    ["IN", "११० ००१"],
    ["GB", "SW۱A ۱AA"],
    ["EG", "whatever is written there"],
  ])("R6 in %s the postal code %j is one", (country, code) => {
    expect(postalProblem(country, code)).toBeUndefined();
  });
  test.each([
    ["DE", "ABC", "10115"],
    ["DE", "1011", "10115"],
    ["CA", "12345", "K1A 0B1"],
    ["DE", "١٠١١", "10115"],
  ])("R6 in %s the postal code %j is none, and one is shown", (country, code, example) => {
    expect(postalProblem(country, code)).toEqual({
      message: "Enter a postal code, such as {example}.",
      values: { example },
    });
  });
  test("R6 a postal code is required in countries that have them, except where it is seldom used", () => {
    expect(["DE", "EG", "IE", "HK"].map(postalCodes)).toEqual(["needed", "needed", "optional", "none"]);
    expect(postalProblem("EG", " ")).toEqual({ message: "Postal code required" });
  });
  test.each([
    ["US", "zz", { message: "Enter a ZIP code, such as {example}.", values: { example: "94105" } }],
    ["US", "", { message: "ZIP code required" }],
    ["GB", "12345", { message: "Enter a postcode, such as {example}.", values: { example: "SW1A 1AA" } }],
    ["AU", "", { message: "Postcode required" }],
    ["IE", "zz", { message: "Enter an Eircode, such as {example}.", values: { example: "D02 AF30" } }],
    ["IN", "1", { message: "Enter a PIN code, such as {example}.", values: { example: "110001" } }],
  ])("R6 in %s the message about the code %j uses the country's word", (country, code, mistake) => {
    expect(postalProblem(country, code)).toEqual(mistake);
  });
  test.each([
    ["US", "ny", undefined],
    ["US", "California", "Select a state."],
    ["US", "", "Select a state."],
    ["CA", "ON", undefined],
    ["CA", "NY", "Select a province."],
    ["AU", "NSW", undefined],
    ["JP", "13", undefined],
    ["JP", "", "Select a prefecture."],
    ["DE", "", undefined],
    ["DE", "Bavaria", undefined],
  ])("R6 in %s the region %j is checked by the country's list", (country, region, message) => {
    expect(regionProblem(country, region)?.message).toBe(message);
  });
  test("R6 codes and names of regions are unique and without gaps", () => {
    for (const [country, count] of Object.entries({ AU: 8, BR: 27, CA: 13, IN: 36, JP: 47, MX: 32, US: 59 })) {
      const regions = regionsOf(country) ?? [];
      expect(new Set(regions.map(({ code }) => code)).size, country).toBe(count);
      expect(new Set(regions.map(({ name }) => name)).size, country).toBe(count);
      for (const { code, name } of regions) expect(`${code} ${name}`).toMatch(/^[A-Z0-9]{2,3} \p{Lu}\p{L}/u);
    }
  });
  test.each([
    [{ country: "US", city: "Chicago", region_code: "IL", postal_code: "60601" }, "Chicago, IL 60601"],
    [{ country: "CA", city: "Ottawa", region_code: "ON", postal_code: "K1A 0B1" }, "Ottawa ON K1A 0B1"],
    [{ country: "GB", city: "London", region_code: null, postal_code: "SW1A 1AA" }, "London SW1A 1AA"],
    [{ country: "DE", city: "Berlin", region_code: null, postal_code: "10115" }, "10115 Berlin"],
    // A code that is a number says nothing on an envelope.
    [{ country: "JP", city: "Shibuya", region_code: "13", postal_code: "150-0002" }, "150-0002 Tokyo Shibuya"],
    [{ country: "HK", city: "Kowloon", region_code: null, postal_code: "" }, "Kowloon"],
  ])("R6 %j is written as %s", (address, line) => {
    expect(cityLine(address)).toBe(line);
  });
  test("R6 a VAT ID has a country and digits or letters", () => {
    expect(["", "DE123456788", "atu 12345678", "CHE-123.456.789", "FR XX 999999999"].map(vatIdProblem)).toEqual(
      Array(5).fill(undefined),
    );
    expect(["123456789", "DE", "DE 12 §"].map((id) => vatIdProblem(id)?.message)).toEqual(
      Array(3).fill("Enter a VAT ID, such as {example}."),
    );
  });
  test("R6 a phone number consists of digits and separators", () => {
    expect(["", "+49 (30) 123-45/67", "040.12345", "٠١٢٣٤٥"].map(phoneProblem)).toEqual(Array(4).fill(undefined));
    expect(["not a phone", "123", "030 1234 x5"].map((phone) => phoneProblem(phone)?.message)).toEqual(
      Array(3).fill("Enter a phone number, such as {example}."),
    );
  });
});

test("R6 a postal code typed in other digits is stored in ASCII digits", () => {
  expect(NewAddress.parse({ ...home, postal_code: " ١٠١١٥ " }).postal_code).toBe("10115");
  expect(NewAddress.parse({ ...home, country: "HK", postal_code: undefined }).postal_code).toBe("");
});

test("R6 C2 an invalid address names the field, and addresses saved before can still be read", () => {
  expect(wrongWith({})).toBeUndefined();
  expect(wrongWith({ postal_code: "ABC" })).toEqual(["postal_code: Enter a postal code, such as {example}."]);
  expect(wrongWith({ postal_code: undefined })).toEqual(["postal_code: Postal code required"]);
  expect(wrongWith({ country: "US", postal_code: "zz", phone: "not a phone" })).toEqual([
    "postal_code: Enter a ZIP code, such as {example}.",
    "region_code: Select a state.",
    "phone: Enter a phone number, such as {example}.",
  ]);
  expect(wrongWith({ country: "toString" })).toEqual(["country: Enter a two-letter country code, such as DE."]);
  expect(wrongWith({ country: "HK", city: "Kowloon", postal_code: undefined })).toBeUndefined();
  const old = { ...home, postal_code: "ABC", phone: "not a phone", id: 1, version: 1, is_default_shipping: true };
  expect(Address.parse(old)).toEqual(old);
});

test("R6 Italian addresses name a province; phones show digits where postal codes have no letters", () => {
  expect(regionProblem("IT", "mi")).toBeUndefined();
  expect(regionProblem("IT", "")).toEqual({ message: "Select a province." });
  expect(["DE", "JP", "PL"].map(hasNumericPostalCode)).toEqual([true, true, true]);
  expect(["GB", "NL", "CA", "toString"].map(hasNumericPostalCode)).toEqual([false, false, false, false]);
});
