// node scripts/statements.mjs: compares the declared rows of SQL statements with what the unit tests that ran last saw.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./process.mjs";
import { checkStatements } from "./statements/check-statements.mjs";
import { listDeclaredStatements } from "./statements/declared-statements.mjs";
import { statementsFolder } from "./statements/folder.mjs";

const files = globSync(join(statementsFolder, "*.json"));
if (files.length === 0) throw new Problem("No statements were recorded. Run the step unit before it.");
const recorded = new Map();
for (const file of files) for (const run of JSON.parse(readFileSync(file, "utf8"))) merge(run);

const declared = listDeclaredStatements();
const { problems, missed } = checkStatements(declared, [...recorded.values()]);
console.log(`${declared.length} statements with declared rows, ${declared.length - missed.length} of them ran.`);
if (missed.length > 0) console.log(`Never ran:\n${missed.join("\n")}`);
if (problems.length > 0) console.log(`Their rows differ:\n${problems.join("\n")}`);
process.exitCode = problems.length > 0 || declared.length === 0 ? 1 : 0;

/** Each worker of the tests has seen other rows. */
function merge(run) {
  const known = recorded.get(run.text);
  if (known) known.columns.forEach((column, index) => (column.null ||= run.columns[index]?.null ?? false));
  else recorded.set(run.text, run);
}
