// npm run check -- promises: prints each promise of docs/promises.md with its tests and state; fails when one has no test,
// or a test names an id that is no promise.
// node scripts/promises.mjs R4 S10: prints the titles of these promises' tests.
import { globSync, readFileSync } from "node:fs";
import { gateTests } from "./gate.mjs";

const promises = [...readFileSync("docs/promises.md", "utf8").matchAll(/^- ([A-Z]\d+): (.+)$/gm)];
const tests = globSync(gateTests).toSorted().flatMap(testsOf);
const wanted = process.argv.slice(2);

let unproven = 0;
for (const [, id, text] of promises) {
  const mine = tests.filter(({ ids }) => ids.includes(id));
  if (mine.length === 0) unproven += 1;
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  console.log(
    `${id.padEnd(4)}${String(mine.length).padStart(4)} tests  ${mine.length > 0 ? "proven " : "NO TEST"}  ${text}`,
  );
  if (wanted.length > 0) for (const { file, title } of mine) console.log(`     ${file}: ${title}`);
}
console.log(`\n${promises.length - unproven} of ${promises.length} promises have a test.`);
const known = new Set(promises.map(([, id]) => id));
const strangers = tests.filter(({ ids }) => ids.some((id) => !known.has(id)));
for (const { file, title } of strangers) console.log(`No such promise: ${file}: ${title}`);
if (unproven + strangers.length > 0) process.exitCode = 1;

/** The tests of a file with the promise ids that their titles begin with. */
function testsOf(file) {
  const calls = /\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g;
  return [...readFileSync(file, "utf8").matchAll(calls)].map(([, , title]) => ({ file, title, ids: idsOf(title) }));
}

function idsOf(title) {
  return /^((?:[A-Z]\d+b?[ ,:]+)+)/.exec(title)?.[1].match(/[A-Z]\d+/g) ?? [];
}
