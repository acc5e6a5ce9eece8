import { expect, test } from "vitest";
import { newValue } from "./option-group-form.tsx";

test("A5 the colors that new values start with differ", () => {
  const swatches = Array.from({ length: 10 }, (_, at) => newValue(at).swatch);
  expect(new Set(swatches).size).toBe(10);
  for (const swatch of [...swatches, newValue(57).swatch]) expect(swatch).toMatch(/^#[0-9a-f]{6}$/);
});
