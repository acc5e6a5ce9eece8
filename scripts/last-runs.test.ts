import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { targets } from "./mutant-targets.mjs";

/** What each benchmark and trial measures: a row of the docs is refused once this has changed a month after its run. */
const measured: Record<string, string[]> = {
  "bench/bytes.ts": ["web", "vite.config.ts"],
  "bench/calls.ts": ["server/catalogue", "server/platform/cache", "server/platform/http"],
  "bench/category-rules.ts": ["server/catalogue/categories"],
  "bench/dashboard.ts": ["server/dashboard", "server/figures", "server/orders", "server/catalogue", "server/reviews"],
  "bench/full-disk.ts": ["server/platform", "server/start"],
  "bench/imports.ts": ["server/imports", "server/catalogue/import"],
  "bench/kill.ts": ["server/orders", "server/payments", "server/stock", "server/platform", "server/start"],
  "bench/lighthouse.ts": ["web", "server/storefront"],
  "bench/live.ts": ["server/dashboard", "server/figures", "server/platform/sockets"],
  "bench/memory.ts": ["server/platform", "server/catalogue", "server/storefront"],
  "bench/merchant-day/main.ts": ["web"],
  "bench/million.ts": ["server/catalogue/search", "server/catalogue/list"],
  "bench/orders.ts": ["server/cart", "server/checkout", "server/orders", "server/stock", "server/platform/database"],
  "bench/pages.ts": ["web", "server/storefront"],
  "bench/plain-lists.ts": ["server/catalogue/search"],
  "bench/search.ts": ["server/catalogue/search"],
  "bench/sequences.ts": ["server/orders", "server/payments", "server/stock", "server/coupons", "server/gift-cards"],
  "check -- addresses": ["web", "server/storefront", "server/catalogue/search", "server/catalogue/list"],
  "check -- mutants": [...targets.map(({ file }) => file), "scripts/mutants.mjs"],
  "check -- properties": ["server/orders", "server/payments", "server/stock"],
};
/** A trial that all of `npm test` runs in full has no date. */
const always = "every `npm test`";
const dayMs = 86_400_000;
const monthDays = 31;

interface Run {
  page: string;
  /** The benchmark or trial as `measured` names it. */
  program: string;
  command: string;
  date: string;
  commit: string;
}
const runs = ["docs/reliability.md", "docs/performance.md"].flatMap(readRuns);
const dated = runs.filter(({ date }) => date !== always);

test("each benchmark and trial of the gate has a row with the date and commit of its last full run", () => {
  const inGate = [...readFileSync("bench/trials.ts", "utf8").matchAll(/run: \["(bench\/[^"]+)"/g)];
  expect(inGate.length).toBeGreaterThan(10);
  const missing = inGate
    .map(([, program = ""]) => program)
    .filter((program) => !dated.some((run) => run.program === program));
  expect(missing).toEqual([]);
  expect([...new Set(dated.map(({ program }) => program))].sort()).toEqual(Object.keys(measured).sort());
  for (const { command, date, commit } of dated) {
    expect(date, command).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(commit, command).toMatch(/^[0-9a-f]{8,40}$/);
  }
});

test("what the rows measure exists, and the tests that must notice a planted fault", () => {
  const tests = targets.flatMap((target) => target.tests);
  expect([...Object.values(measured).flat(), ...tests].filter((path) => !existsSync(path))).toEqual([]);
});

test("no row is a month older than the last change of what it measures", ({ skip }) => {
  const missing = missingHistory(".");
  if (missing) skip(missing);
  const oldest = dated.map(({ date }) => date).sort()[0] ?? "";
  const changes = listChanges(".", addMonth(oldest));
  const outdated = dated.filter((run) => isOutdated(run.date, measured[run.program] ?? [], changes));
  expect(
    outdated.map(({ page, command, date }) => `${page}: run ${command} again, its last run was on ${date}`),
  ).toEqual([]);
});

test("no row names a commit that is later than its run", ({ skip }) => {
  const missing = missingHistory(".");
  if (missing) skip(missing);
  // Commits that are not known here, such as those of a branch that was rebased, are left out.
  const known = git(
    ".",
    "log",
    "--no-walk",
    "--ignore-missing",
    "--format=%H %cs",
    ...dated.map(({ commit }) => commit),
  );
  const commits = known.split("\n").map((line) => line.split(" "));
  const later = dated.filter(({ date, commit }) => {
    const [, committed] = commits.find(([hash]) => hash?.startsWith(commit)) ?? [];
    // The day of a run and that of a commit may be of different time zones.
    return committed !== undefined && Date.parse(committed) - Date.parse(date) > dayMs;
  });
  expect(later).toEqual([]);
});

test("a row is outdated once what it measures changes a month after its run", () => {
  const changes = [
    { day: "2026-11-02", path: "server/orders/orders.ts" },
    { day: "2026-12-01", path: "server/orders/orders.test.ts" },
    { day: "2026-12-01", path: "server/orders-export.ts" },
  ];
  expect(isOutdated("2026-10-01", ["server/orders"], changes)).toBe(true);
  expect(isOutdated("2026-10-01", ["server/cart", "server/orders/orders.ts"], changes)).toBe(true);
  expect(isOutdated("2026-10-02", ["server/orders"], changes)).toBe(false);
  expect(isOutdated("2026-10-01", ["server/cart"], changes)).toBe(false);
});

test("changes are read from the history, but not of a shallow clone or without one", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-history-"));
  try {
    expect(missingHistory(folder)).toBe("There is no history here: not a git repository.");
    const repository = join(folder, "whole");
    execFileSync("git", ["init", "--quiet", repository]);
    commitFile(repository, "stock.ts", "2026-03-04");
    expect(missingHistory(repository)).toBeUndefined();
    expect(listChanges(repository, "2026-02-01")).toEqual([{ day: "2026-03-04", path: "stock.ts" }]);
    expect(listChanges(repository, "2026-04-01")).toEqual([]);
    const shallow = join(folder, "shallow");
    execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${repository}`, shallow]);
    expect(missingHistory(shallow)).toBe("The history here is not whole: a shallow clone.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The rows of the table that has a column for the last full run. */
function readRuns(page: string): Run[] {
  const lines = readFileSync(page, "utf8").split("\n");
  const start = lines.findIndex((line) => line.includes("| last full run | commit |"));
  const cellsOf = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const names = cellsOf(lines[start] ?? "");
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map((line) => {
    const cells = cellsOf(line);
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    const command = cell(names.includes("command") ? "command" : "trial");
    const program = /bench\/[\w/-]+\.ts|check -- \w+/.exec(command)?.[0] ?? command;
    return { page, program, command, date: cell("last full run"), commit: cell("commit") };
  });
}

/** Why the dates of changes can't be told in a folder; undefined if they can. */
function missingHistory(folder: string): string | undefined {
  try {
    const shallow = git(folder, "rev-parse", "--is-shallow-repository");
    return shallow === "false" ? undefined : "The history here is not whole: a shallow clone.";
  } catch {
    return "There is no history here: not a git repository.";
  }
}

interface Change {
  day: string;
  path: string;
}

/** The files changed since a day. */
function listChanges(folder: string, since: string): Change[] {
  const log = git(folder, "log", `--since=${since}T00:00:00`, "--no-renames", "--name-only", "--format=%x00%cs");
  return log.split("\0").flatMap((commit) => {
    const [day = "", ...paths] = commit.split("\n").filter((line) => line !== "");
    return paths.map((path) => ({ day, path }));
  });
}

/** Whether one of these files or folders has changed more than a month after the run, tests aside. */
function isOutdated(run: string, measuredPaths: string[], changes: Change[]): boolean {
  const end = addMonth(run);
  return changes.some(
    ({ day, path }) =>
      day > end &&
      !/\.test\.tsx?$/.test(path) &&
      measuredPaths.some((part) => path === part || path.startsWith(`${part}/`)),
  );
}

const addMonth = (day: string) => new Date(Date.parse(day) + monthDays * dayMs).toISOString().slice(0, 10);

function git(folder: string, ...words: string[]): string {
  // Without the variables of a hook, which would name another repository.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, GIT_CEILING_DIRECTORIES: tmpdir() };
  return execFileSync("git", ["-C", folder, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env,
  }).trim();
}

function commitFile(repository: string, name: string, day: string) {
  writeFileSync(join(repository, name), name);
  const at = `${day}T12:00:00Z`;
  const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  execFileSync("git", ["-C", repository, "add", "."]);
  execFileSync("git", ["-C", repository, ...person, "commit", "--quiet", "-m", name], { env });
}
