import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kindLabels, lifetimeOf, needOf, storedItems } from "./stored-items.ts";

test("docs/privacy.md has the table of stored items", () => {
  const rows = storedItems.map(
    (item) =>
      `| ${item.names.map((name) => `\`${name}\``).join(", ")} | ${kindLabels[item.kind]}${item.isForStaff ? ", staff" : ""} ` +
      `| ${item.purpose} | ${lifetimeOf(item)} | ${needOf(item)} |`,
  );
  const lines = readFileSync("docs/privacy.md", "utf8").split("\n");
  expect(lines.filter((line) => line.startsWith("| `") && /storage|Cookie|Cache/.test(line))).toEqual(rows);
});
