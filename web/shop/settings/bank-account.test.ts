import { expect, test } from "vitest";
import { accountRule } from "./bank-account.ts";

const empty = { account_holder: "", iban: "", bic: "", bank_name: "" };
const account = { ...empty, account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00" };

test("the account for transfers is checked before it is sent", () => {
  expect(accountRule("iban")(account.iban, account)).toBe(true);
  expect(accountRule("iban")("DE89 3704 0044 0532 0130 01", account)).toBe(
    "Check the IBAN: a digit or letter is wrong.",
  );
  expect(accountRule("iban")("DE", account)).toMatch(/^Enter an IBAN/);
  expect(accountRule("bic")(" ", account)).toBe(true);
  expect(accountRule("account_holder")("", account)).not.toBe(true);
});

test("an account that is left empty is not checked", () => {
  for (const name of ["account_holder", "iban", "bic", "bank_name"] as const)
    expect(accountRule(name)("", empty)).toBe(true);
});
