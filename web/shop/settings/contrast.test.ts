import { expect, test } from "vitest";
import { checkContrast } from "./contrast.ts";

const failed = (accent: string) =>
  checkContrast(accent)
    .filter(({ ratio, least }) => ratio < least)
    .map(({ theme, what }) => `${what}, ${theme}`);

test("A7 the default accent has enough contrast everywhere", () => {
  expect(failed("#17594a")).toEqual([]);
  const [text] = checkContrast("#17594a");
  expect(text?.ratio).toBeCloseTo(8.15, 1);
});

test("A7 black on white has the contrast 21, and black buttons are lightened on dark pages", () => {
  expect(checkContrast("#000000")[0]?.ratio).toBeCloseTo(21, 5);
  expect(failed("#000000")).toEqual([]);
});

test("A7 pale accents fail as buttons on light pages only", () => {
  expect(failed("#ffe14d")).toEqual(["Buttons on the page, light"]);
  expect(failed("#ffffff")).toEqual(["Buttons on the page, light"]);
});
