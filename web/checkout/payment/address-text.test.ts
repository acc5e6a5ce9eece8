import { afterEach, expect, test } from "vitest";
import { setLanguage } from "#words/say.ts";
import { addressText } from "./address-text.ts";

const address = {
  fullname: "Amal Haddad",
  company: null,
  vat_id: null,
  line1: "350 5th Avenue",
  line2: "Apartment 4",
  city: "New York",
  region_code: "NY",
  postal_code: "10118",
  country: "US",
  phone: null,
};
const isolated = (part: string) => `\u2068${part}\u2069`;
afterEach(() => setLanguage("en", undefined));

test("an address within a sentence is whole, each part in its own direction", () => {
  const parts = ["Amal Haddad", "350 5th Avenue", "Apartment 4", "New York, NY 10118"].map(isolated);
  expect(addressText(address)).toBe([...parts, isolated("United States")].join(", "));
  setLanguage("ar", {});
  expect(addressText(address).startsWith(parts.join("، "))).toBe(true);
});
