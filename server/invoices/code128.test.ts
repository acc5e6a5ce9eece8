import { expect, test } from "vitest";
import { code128Values, code128Widths } from "./code128.ts";

test("a text is a start, a value for each character and the checksum of ISO/IEC 15417", () => {
  expect(code128Values("PJJ123C")).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55]);
  expect(() => code128Values("Grün")).toThrow("code set B");
});

test("every symbol is 11 modules wide with an even number of bars, and no two are alike", () => {
  const characters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32));
  const seen = new Set(
    characters.map((character) => {
      const widths = code128Widths(character).slice(6, 12);
      expect([character, widths.reduce((sum, width) => sum + width)]).toEqual([character, 11]);
      const bars = widths.filter((_, at) => at % 2 === 0).reduce((sum, width) => sum + width);
      expect([character, bars % 2]).toEqual([character, 0]);
      return widths.join("");
    }),
  );
  expect(seen.size).toBe(95);
  const whole = code128Widths("1042");
  expect(whole.reduce((sum, width) => sum + width)).toBe(6 * 11 + 13);
  expect(whole.slice(0, 6)).toEqual([2, 1, 1, 2, 1, 4]);
});
