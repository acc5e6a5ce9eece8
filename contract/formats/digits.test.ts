import { expect, test } from "vitest";
import { accountsApi } from "#contract/accounts/accounts.ts";
import { toAsciiDigits } from "./digits.ts";

const everyCharacter = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
const digits = everyCharacter.filter((character) => /\p{Nd}/u.test(character));

test("R6 D9 digits of all scripts become 0 to 9 in any text", () => {
  expect(toAsciiDigits("١٢٣٤٥٦")).toBe("123456");
  expect(toAsciiDigits("SW۱A ۱AA, ０९ 7½ ²")).toBe("SW1A 1AA, 09 7½ ²");
});

test("R6 D9 every Unicode digit has the value of its place in its run of ten", () => {
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.map(toAsciiDigits)).toEqual(digits.map((_, place) => String(place % 10)));
});

test("R6 D9 digits formatted by Intl are read back as the same number", () => {
  const systems = Intl.supportedValuesOf("numberingSystem").flatMap((numberingSystem) => {
    const written = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(9876543210);
    return /^\p{Nd}{10}$/u.test(written) ? [written] : [];
  });
  expect(systems.length).toBeGreaterThan(50);
  for (const written of systems) expect(toAsciiDigits(written), written).toBe("9876543210");
});

test("R6 D9 only digits are changed", () => {
  const others = everyCharacter.filter((character) => !/\p{Nd}/u.test(character)).join("");
  expect(toAsciiDigits(others) === others).toBe(true);
});

test("T8 a code typed in digits of another script is accepted", () => {
  const { body } = accountsApi["POST /auth/code/verify"];
  const read = (code: string) => body?.safeParse({ email: "robin@example.com", code }).data?.code;
  expect([read("١٢٣ ٤٥٦"), read("١٢٣٤٥")]).toEqual(["123456", undefined]);
});
