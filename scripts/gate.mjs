import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Problem, root } from "./process.mjs";
import { statementsFolder } from "./statements/folder.mjs";

const minute = 60_000;

/** The test files of the gate, as globs. */
export const gateTests = [
  "{contract,server,web,words,world,scripts}/**/*.test.{ts,tsx}",
  "*.test.ts",
  "e2e/**/*.e2e.ts",
];

const vitest = {
  runs: [["vitest", "vitest", "run", "--reporter=default", "--reporter=json"]],
  report: (file) => ({ args: [`--outputFile.json=${file}`] }),
  count: countVitest,
};

const playwright = (project) => ({
  runs: [["@playwright/test", "playwright", "test", `--project=${project}`, "--reporter=list,json"]],
  report: (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  count: countPlaywright,
});

/**
 * The steps in order. `runs` are programs of node_modules (package, program, arguments) or scripts (`node`, file, arguments);
 * a step with `count` is counted by its tests, any other as one. Steps that are `extra` run only when named.
 */
const steps = {
  types: {
    title: "Types",
    runs: [
      ["@react-router/dev", "react-router", "typegen"],
      ["typescript", "tsc", "--noEmit"],
    ],
    limit: 10 * minute,
  },
  lint: { title: "Lint", runs: [["oxlint", "oxlint", "--deny-warnings"]], limit: 10 * minute },
  dead: { title: "Dead code", runs: [["knip", "knip"]], limit: 10 * minute },
  format: { title: "Format and sorted imports", runs: [["@biomejs/biome", "biome", "check", "."]], limit: 10 * minute },
  promises: { title: "Promises", runs: [["node", "scripts/promises.mjs"]], limit: minute },
  unit: { title: "Unit and API tests", ...vitest, env: recordStatements, limit: 40 * minute },
  statements: {
    title: "SQL against its declared rows, as the unit tests ran it",
    runs: [["node", "scripts/statements.mjs"]],
    limit: 10 * minute,
  },
  trials: {
    title: "Benchmarks and trials in their shortest form",
    runs: [["node", "bench/trials.ts"]],
    limit: 10 * minute,
  },
  browser: { title: "Browser tests", ...playwright("journeys"), limit: 60 * minute },
  states: {
    title: "Screens in every state, width and theme",
    extra: true,
    ...playwright("states"),
    limit: 60 * minute,
  },
  screens: { title: "Screenshots of every screen", extra: true, ...playwright("screens"), limit: 60 * minute },
  properties: {
    title: "Property tests with a fresh seed",
    extra: true,
    ...vitest,
    files: () => ["--testTimeout=900000", ...propertyTests()],
    env: freshSeed,
    limit: 60 * minute,
  },
  addresses: {
    title: "Random addresses with a fresh seed",
    extra: true,
    ...playwright("soak"),
    env: freshSeed,
    limit: 60 * minute,
  },
  sequences: {
    title: "Random sequences of order events with a fresh seed",
    extra: true,
    runs: [["node", "bench/sequences.ts", "--runs", "500"]],
    env: freshSeed,
    limit: 60 * minute,
  },
  mutants: {
    title: "Faults planted in money, stock, permissions and imports",
    extra: true,
    runs: [["node", "scripts/mutants.mjs"]],
    limit: 120 * minute,
  },
};

/** Names that stand for several steps. */
const groups = { soak: ["properties", "addresses", "sequences"] };

/**
 * Runs the named steps (the whole gate when none is named), continues after a failing one, and prints the totals as the last
 * line. Returns whether all passed.
 */
export async function runGate(names) {
  const wanted = names.flatMap((name) => groups[name] ?? [name]);
  const unknown = wanted.filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Problem(
      `No such step: ${unknown.join(", ")}. The steps are ${[...Object.keys(steps), ...Object.keys(groups)].join(", ")}.`,
    );
  const chosen = Object.keys(steps).filter((name) =>
    wanted.length === 0 ? !steps[name].extra : wanted.includes(name),
  );
  const results = [];
  for (const name of chosen) results.push(await runStep(name));
  console.log("\nResults");
  for (const { line } of results) console.log(`  ${line}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") === 0;
}

async function runStep(name) {
  const { title, runs, files, report, env, count, limit } = steps[name];
  console.log(`\n=== ${title} (${name}) ===\n`);
  const startedAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "kiosk-check-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);
  const file = join(folder, "report.json");
  const options = report?.(file) ?? {};
  const extra = {
    args: [...(files?.() ?? []), ...(options.args ?? [])],
    env: { NODE_COMPILE_CACHE: join(root, ".cache", "compiled"), ...memoryFolder(), ...options.env, ...env?.() },
  };
  let clean = true;
  for (const program of runs) clean = (await runProgram(program, extra, limit)) && clean;
  const {
    passed,
    failed,
    skipped = 0,
  } = count ? count(readReport(file), clean) : { passed: clean ? 1 : 0, failed: clean ? 0 : 1 };
  process.off("exit", removeFolder);
  removeFolder();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const tests = count ? `, ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}` : "";
  const line = `${failed === 0 ? "ok    " : "FAILED"} ${title} (${name})${tests}, ${seconds} s`;
  console.log(`\n${line}`);
  return { passed, failed, line };
}

/** Temporary files in memory if it is large enough: test databases are created there in a third of the time. */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 4e9 ? { TMPDIR: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

/** A seed of its own for each step, printed so that a failure can be repeated with SOAK_SEED. */
function freshSeed() {
  const seed = process.env.SOAK_SEED ?? String(Date.now() % 1_000_000_000);
  console.log(`SOAK_SEED=${seed}\n`);
  return { SOAK_SEED: seed };
}

/** Tests record the statements that they run, for the step after them. */
function recordStatements() {
  rmSync(statementsFolder, { recursive: true, force: true });
  return { RECORD_STATEMENTS: statementsFolder };
}

function propertyTests() {
  return globSync(gateTests, { cwd: root }).filter((file) =>
    /from "(fast-check|#server\/testing\/sequences\.ts)"/.test(readFileSync(join(root, file), "utf8")),
  );
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Runs one program with this Node.js; true when it ended well within the limit. */
function runProgram(program, extra, limit) {
  const command = commandOf(program);
  if (command === undefined) {
    console.error(`${program[0]} is not installed. Run npm ci, then try again.`);
    return Promise.resolve(false);
  }
  const child = spawn(process.execPath, [...command, ...extra.args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...extra.env },
  });
  const timer = setTimeout(() => {
    console.error(`Stopped after ${limit / minute} minutes.`);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 15_000).unref();
  }, limit);
  const release = forwardSignals(child);
  return new Promise((done) => {
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  }).finally(() => {
    clearTimeout(timer);
    release();
  });
}

function commandOf([pack, bin, ...args]) {
  if (pack === "node") return [bin, ...args];
  try {
    const manifest = join(root, "node_modules", pack, "package.json");
    const { bin: bins } = createRequire(import.meta.url)(manifest);
    return [join(dirname(manifest), bins[bin]), ...args];
  } catch {
    return undefined;
  }
}

/** Stopping the gate stops the step first, so that it can clean up after itself. */
function forwardSignals(child) {
  const stop = (signal) => {
    child.kill(signal);
    child.once("exit", () => process.exit(128 + constants.signals[signal]));
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.once(signal, stop);
  return () => signals.forEach((signal) => process.off(signal, stop));
}

/** Counts a vitest JSON report. A file that could not run, a missing report and a failing exit code are failures too. */
export function countVitest(report, clean) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(isFailed),
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !clean ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** Counts a Playwright JSON report; a test that passed only on a retry counts as passed. */
export function countPlaywright(report, clean) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + (report.errors?.length ?? 0);
  return { passed: expected + flaky, failed: failed === 0 && !clean ? 1 : failed, skipped };
}

function isFailed({ status }) {
  return status === "failed";
}
