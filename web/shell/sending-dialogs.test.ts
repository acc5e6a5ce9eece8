import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const keepsOpen = /<StayOpen|<(Dialog|Note|Reason)Form|<FormFooter[^>]*busy=\{(?!false)/;

test("a dialog that sends something stays open meanwhile, so that its answer is shown", () => {
  const sending = globSync("web/**/*.tsx", { exclude: ["**/*.page.tsx"] }).filter((file) => {
    const text = readFileSync(file, "utf8");
    return text.includes("useCloseDialog(") && /\bisPending\b|\bisSubmitting\b/.test(text);
  });
  expect(sending.length).toBeGreaterThan(3);
  expect(sending.filter((file) => !keepsOpen.test(readFileSync(file, "utf8")))).toEqual([]);
});
