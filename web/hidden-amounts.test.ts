import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every checkbox that shows an amount resets it when it hides it", () => {
  const toggles = globSync("web/**/*.tsx", { exclude: ["**/*.test.*"] }).flatMap((file) => {
    const code = readFileSync(file, "utf8");
    const shown = [...code.matchAll(/^( *)\{(?:form\.)?watch\("(\w+)"\) && \(\n([\s\S]*?)\n\1\)\}/gm)];
    return shown.flatMap(([, , name, fields = ""]) =>
      fields.includes("amountFromText") ? [[name, code.includes(`registerToggle(form, "${name}"`)]] : [],
    );
  });
  expect(Object.fromEntries(toggles)).toEqual({ cash_on_delivery: true, guest_checkout: true });
});
