import { describe, expect, test } from "vitest";
import { Address, NewAddress } from "#contract/accounts/accounts.ts";
import { phoneMistake, postalCodes, postalMistake, regionMistake } from "./addresses.ts";

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
    expect(postalMistake(country, code)).toBeUndefined();
  });
  test.each([
    ["DE", "ABC", "10115"],
    ["DE", "1011", "10115"],
    ["US", "zz", "94105"],
    ["CA", "12345", "K1A 0B1"],
    ["GB", "12345", "SW1A 1AA"],
    ["IE", "zz", "D02 AF30"],
    ["DE", "١٠١١", "10115"],
  ])("R6 in %s the postal code %j is none, and one is shown", (country, code, example) => {
    expect(postalMistake(country, code)).toEqual({
      message: "Enter a postal code, such as {example}.",
      values: { example },
    });
  });
  test("R6 a postal code is required in countries that have them, except where it is seldom used", () => {
    expect(["DE", "EG", "IE", "HK"].map(postalCodes)).toEqual(["needed", "needed", "optional", "none"]);
    expect(postalMistake("EG", " ")).toEqual({ message: "Postal code required" });
  });
  test("R6 a state is required in the United States, Canada and Australia, in its short form", () => {
    for (const country of ["US", "CA", "AU"])
      expect(regionMistake(country, "")).toEqual({ message: "State or province required" });
    expect([regionMistake("US", "ny"), regionMistake("AU", "NSW"), regionMistake("BR", "")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(regionMistake("US", "California")?.values).toEqual({ example: "CA" });
  });
  test("R6 a phone number consists of digits and separators", () => {
    expect(["", "+49 (30) 123-45/67", "040.12345", "٠١٢٣٤٥"].map(phoneMistake)).toEqual(Array(4).fill(undefined));
    expect(["not a phone", "123", "030 1234 x5"].map((phone) => phoneMistake(phone)?.message)).toEqual(
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
    "postal_code: Enter a postal code, such as {example}.",
    "region_code: State or province required",
    "phone: Enter a phone number, such as {example}.",
  ]);
  expect(wrongWith({ country: "HK", city: "Kowloon", postal_code: undefined })).toBeUndefined();
  const old = { ...home, postal_code: "ABC", phone: "not a phone", id: 1, is_default_shipping: true };
  expect(Address.parse(old)).toEqual(old);
});
