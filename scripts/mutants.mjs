// npm run check -- mutants: plants one fault at a time into the code of money, stock, permissions and imports and
// runs the tests of that code.
// Faults that no test notices are listed; the command fails when fewer than 90% are noticed. MUTANTS=<text> limits it to
// the files whose path contains the text.
import { readFileSync } from "node:fs";
import { createVitest } from "vitest/node";
import { targets } from "./mutant-targets.mjs";
import { root } from "./process.mjs";

const leastScore = 0.9;
/** BENCH_SHORT=1 plants only some faults, which shows that this still works. */
const most = process.env.BENCH_SHORT === "1" ? 2 : undefined;

/** Faults without a visible effect, and why; they are not planted. */
const equivalent = [
  { to: /version = (s\.)?version - 1/, why: "a version only has to differ from the one before" },
  { to: /round = stock_reservations\.round - 1/, why: "a round only has to differ from those before" },
  { to: /all === 0 && amount === 0/, why: "an amount of zero has shares of zero either way" },
  { to: /chargeback <= 0/, why: "entries of zero are left out afterwards" },
  { to: /shipping && remainingForFreeShipping/, why: "there is an estimate only for what is shipped" },
];

const swaps = [
  [/ >= /g, " > "],
  [/ > /g, " >= "],
  [/ <= /g, " < "],
  [/ < /g, " <= "],
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ <> /g, " = "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ \* /g, " / "],
  [/ \/ /g, " * "],
  [/Math\.max\(/g, "Math.min("],
  [/Math\.min\(/g, "Math.max("],
  [/\bgreatest\(/g, "least("],
  [/\bleast\(/g, "greatest("],
  [/ is distinct from /g, " is not distinct from "],
  [/ is null\b/g, " is not null"],
  [/ and /g, " or "],
  [/\btrue\b/g, "false"],
  [/!(?=[a-z(])/g, ""],
  // A condition or an element of a list that was forgotten.
  [/ && !?[\w.]+( [=!]== \w+)?(?=;$| &&|\))/g, ""],
  [/'\w+', (?=')/g, ""],
  [/ filter \(where (?:[^()]|\([^()]*\))*\)/g, ""],
];

let planted;
const vitest = await createVitest(
  "test",
  { watch: false, reporters: [{}], bail: 1, maxWorkers: 1, fsModuleCache: false, root },
  {
    plugins: [
      {
        name: "plant-fault",
        enforce: "pre",
        transform: (_, id) => (planted && id.split("?")[0] === planted.path ? planted.source : undefined),
      },
    ],
  },
);
await vitest.standalone();
const chosen = targets.filter(({ file }) => file.includes(process.env.MUTANTS ?? ""));
const mostRuns = 3;
const isOfWorker = (error) => /^\[vitest-pool\]: (Timeout|Failed to) (start|terminat)/.test(error?.message ?? "");
const survivors = [];
let count = 0;
for (const target of chosen) {
  if (!(await passes(target))) throw new Error(`The tests of ${target.file} fail without a fault.`);
  const faults = listFaults(target).slice(0, most);
  const unnoticed = [];
  for (const fault of faults) {
    planted = fault;
    vitest.invalidateFile(fault.path);
    if (await passes(target)) unnoticed.push(fault);
  }
  planted = undefined;
  vitest.invalidateFile(`${root}/${target.file}`);
  count += faults.length;
  survivors.push(...unnoticed);
  console.log(`${target.file}: ${faults.length - unnoticed.length} of ${faults.length} noticed`);
  for (const { line, from, to } of unnoticed) console.log(`  ${line}: ${from}\n    became ${to}`);
}
await vitest.close();
const score = 1 - survivors.length / count;
console.log(`\n${count - survivors.length} of ${count} faults noticed (${(score * 100).toFixed(1)}%).`);
process.exitCode = score >= leastScore ? 0 : 1;

/** Whether the tests pass. On a busy machine a worker may not start or stop in time, which is no answer: they run again. */
async function passes({ tests }) {
  const specifications = await vitest.globTestSpecifications(tests);
  if (specifications.length < tests.length) throw new Error(`No such test file: one of ${tests.join(", ")}.`);
  for (let run = 1; run <= mostRuns; run++) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    if (testModules.some((module) => module.state() === "failed")) return false;
    if (unhandledErrors.some((error) => !isOfWorker(error))) return false;
    if (unhandledErrors.length === 0 && testModules.every((module) => module.state() === "passed")) return true;
  }
  return false;
}

/** One fault for each place in the code where an operator can be swapped or a condition dropped. */
function listFaults({ file, except = [] }) {
  const path = `${root}/${file}`;
  const lines = readFileSync(path, "utf8").split("\n");
  let skipped = false;
  return lines.flatMap((text, index) => {
    if (except.some((name) => new RegExp(`(function|const) ${name}\\b`).test(text))) skipped = true;
    if (skipped || /^\s*(\/\/|\/?\*|import |export type|export interface)/.test(text)) {
      if (/^[}`]/.test(text)) skipped = false;
      return [];
    }
    const faults = faultsOf(text).filter((mutated) => !equivalent.some(({ to }) => to.test(mutated)));
    return faults.map((mutated) => ({
      path,
      line: index + 1,
      from: text.trim(),
      to: mutated.trim(),
      source: lines.with(index, mutated).join("\n"),
    }));
  });
}

function faultsOf(text) {
  return swaps.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => text.slice(0, index) + replacement + text.slice(index + found.length),
    ),
  );
}
