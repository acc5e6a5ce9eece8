// Writes docs/checklist.md: each promise with the tests whose titles begin with its id. `--check` only compares.
import { globSync, readFileSync, writeFileSync } from "node:fs";

const out = "docs/checklist.md";
const promises = JSON.parse(readFileSync("docs/promises.json", "utf8"));
const files = globSync([
  "{contract,server,web,world,scripts}/**/*.test.{ts,tsx}",
  "*.test.ts",
  "e2e/**/*.e2e.ts",
]).sort();
const titles = files.flatMap((file) =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g,
    ),
  ].map((match) => ({ file, title: match[2] })),
);
const idsOf = (title) => /^((?:[A-Z]\d+b?[ ,:]+)+)/.exec(title)?.[1].match(/[A-Z]\d+/g) ?? [];

const rows = Object.entries(promises).map(([id, promise]) => {
  const tests = titles.filter(({ title }) => idsOf(title).includes(id));
  const shown = tests.map(({ file, title }) => `${title.replaceAll("|", "\\|")} (\`${file}\`)`).join("<br>");
  return `| ${id} | ${promise} | ${tests.length > 0 ? "proven" : "not yet"} | ${shown} |`;
});
const proven = rows.filter((row) => row.includes("| proven |")).length;
const text = `# The promises and their tests

Made by \`node scripts/checklist.mjs\` from the titles of the tests; the gate fails when it is out of date. ${proven} of ${rows.length} promises have a test.

| id | promise | state | tests |
|---|---|---|---|
${rows.join("\n")}
`;
if (!process.argv.includes("--check")) writeFileSync(out, text);
else if (readFileSync(out, "utf8") !== text) {
  console.error(`${out} is out of date: run node scripts/checklist.mjs`);
  process.exitCode = 1;
}
