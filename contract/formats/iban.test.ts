import { expect, test } from "vitest";
import { BankAccount } from "#contract/shop/settings.ts";
import { formatIban, isIban } from "./iban.ts";

test.each([
  ["DE89 3704 0044 0532 0130 00", true],
  ["de02120300000000202051", true],
  ["GB33BUKB20201555555555", true],
  ["NO9386011117947", true],
  ["MT31MALT01100000000000000000123", true],
  ["DE89 3704 0044 0532 0130 01", false],
  ["DE98 3704 0044 0532 0130 00", false],
  ["DE89", false],
  ["8937040044053201300", false],
  ["", false],
])("IBAN %s: %s", (text, isRight) => {
  expect(isIban(text)).toBe(isRight);
});

test.each([
  ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00"],
  ["de89 37040044 0532013000", "DE89 3704 0044 0532 0130 00"],
  ["NO9386011117947", "NO93 8601 1117 947"],
  ["", ""],
])("IBAN %s is shown as %s", (text, shown) => {
  expect(formatIban(text)).toBe(shown);
});

test("the bank account for transfers is refused with a sentence if a digit of its IBAN is wrong", () => {
  const account = (iban: string) =>
    BankAccount.safeParse({ account_holder: "Kiosk", iban, bic: "", bank_name: "" }).error?.issues[0]?.message;
  expect(account("DE89 3704 0044 0532 0130 00")).toBeUndefined();
  expect(account("DE89 3704 0044 0532 0130 01")).toBe("Check the IBAN: a digit or letter is wrong.");
});
