import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { countPlaywright, countVitest } from "./count.mjs";
import { Problem } from "./problem.mjs";
import { root } from "./root.mjs";

const minute = 60_000;

/** The gate, in order. A step is a row of programs; one with `count` is made of tests, any other counts as one. */
const steps = {
  types: {
    says: "Types",
    runs: [
      ["@react-router/dev", "react-router", "typegen"],
      ["typescript", "tsc", "--noEmit"],
    ],
    limit: 10 * minute,
  },
  lint: { says: "Lint", runs: [["oxlint", "oxlint", "--deny-warnings"]], limit: 10 * minute },
  dead: { says: "Dead code", runs: [["knip", "knip"]], limit: 10 * minute },
  format: { says: "Format", runs: [["@biomejs/biome", "biome", "format", "."]], limit: 10 * minute },
  unit: {
    says: "Unit and API tests",
    runs: [["vitest", "vitest", "run", "--reporter=default", "--reporter=json"]],
    report: (file) => ({ args: [`--outputFile.json=${file}`] }),
    count: countVitest,
    limit: 40 * minute,
  },
  browser: {
    says: "Browser tests",
    runs: [["@playwright/test", "playwright", "test", "--reporter=list,json"]],
    report: (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
    count: countPlaywright,
    limit: 60 * minute,
  },
};

/** Runs the named steps (all when none is named), goes on after a failing one, and prints the sum as the last line. Returns whether all passed. */
export async function runGate(names) {
  const unknown = names.filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Problem(`No such step: ${unknown.join(", ")}. The steps are ${Object.keys(steps).join(", ")}.`);
  const chosen = Object.keys(steps).filter((name) => names.length === 0 || names.includes(name));
  const results = [];
  for (const name of chosen) results.push(await runStep(name));
  console.log("\nResults");
  for (const { line } of results) console.log(`  ${line}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") === 0;
}

async function runStep(name) {
  const { says, runs, report, count, limit } = steps[name];
  console.log(`\n=== ${says} (${name}) ===\n`);
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "kiosk-check-"));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", clear);
  const file = join(folder, "report.json");
  const extra = report?.(file) ?? {};
  let clean = true;
  for (const program of runs) clean = (await runProgram(program, extra, limit)) && clean;
  const {
    passed,
    failed,
    skipped = 0,
  } = count ? count(readReport(file), clean) : { passed: clean ? 1 : 0, failed: clean ? 0 : 1 };
  process.off("exit", clear);
  clear();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const tests = count ? `, ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}` : "";
  const line = `${failed === 0 ? "ok    " : "FAILED"} ${says} (${name})${tests}, ${seconds} s`;
  console.log(`\n${line}`);
  return { passed, failed, line };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Runs one program of node_modules with this Node.js; true when it ended well within the limit. */
function runProgram([pack, bin, ...args], extra, limit) {
  const program = programFile(pack, bin);
  if (program === undefined) {
    console.error(`${pack} is not installed. Run npm ci, then try again.`);
    return Promise.resolve(false);
  }
  const child = spawn(process.execPath, [program, ...args, ...(extra.args ?? [])], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...extra.env },
  });
  const late = setTimeout(() => {
    console.error(`Stopped after ${limit / minute} minutes.`);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 15_000).unref();
  }, limit);
  const release = endWith(child);
  return new Promise((done) => {
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
  }).finally(() => {
    clearTimeout(late);
    release();
  });
}

function programFile(pack, bin) {
  try {
    const manifest = join(root, "node_modules", pack, "package.json");
    const { bin: bins } = createRequire(import.meta.url)(manifest);
    return join(dirname(manifest), bins[bin]);
  } catch {
    return undefined;
  }
}

/** Stopping the gate stops the step first, so that it can clean up after itself. */
function endWith(child) {
  const stop = (signal) => {
    child.kill(signal);
    child.once("exit", () => process.exit(128 + constants.signals[signal]));
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.once(signal, stop);
  return () => signals.forEach((signal) => process.off(signal, stop));
}
