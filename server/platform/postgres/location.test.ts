import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clusterName, findLocation } from "./location.ts";

let root: string;
let printed: string[];
const print = (line: string) => void printed.push(line);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "kiosk-location-"));
  chmodSync(root, 0o755);
  printed = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

/** A data folder whose database is elsewhere, as one of root's below a private home is. */
function makeShop(name: string, version = clusterName) {
  const data = join(root, name, "data");
  const elsewhere = join(root, `kiosk-${name}`);
  mkdirSync(data, { recursive: true });
  mkdirSync(join(elsewhere, version), { recursive: true });
  writeFileSync(join(elsewhere, version, "PG_VERSION"), `${version.slice(2)}\n`);
  writeFileSync(join(data, `${version}.place`), `${elsewhere}\n`);
  return { data, elsewhere };
}

test("every start of a shop whose database is outside its data folder prints where, for the backup", () => {
  const { data, elsewhere } = makeShop("shop");
  for (const _start of [1, 2]) {
    printed = [];
    expect(findLocation(data, print).folder).toBe(elsewhere);
    expect(printed).toEqual([
      `The database is in ${elsewhere}, outside of ${data}: a backup needs both (docs/backup.md).`,
    ]);
  }
});

test.skipIf(process.getuid?.() !== 0)("the first start of root below a private home prints it too", () => {
  const home = join(root, "home");
  mkdirSync(home, { mode: 0o700 });
  vi.spyOn(process, "cwd").mockReturnValue(home);
  const { folder } = findLocation(join(home, "data"), print);
  try {
    expect(folder).toMatch(/^\/var\/lib\/kiosk-/);
    expect(printed.at(-1)).toBe(
      `The database is in ${folder}, outside of ${join(home, "data")}: a backup needs both (docs/backup.md).`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the commands of docs/backup.md bring back a database that is outside of the data folder", () => {
  const { data, elsewhere } = makeShop("shop");
  const file = join(elsewhere, clusterName, "orders");
  writeFileSync(file, "the order");
  const commands = readFileSync(join(import.meta.dirname, "../../../docs/backup.md"), "utf8");
  const [, copy = "", restore = ""] = /```sh\n(.*?)```.*?```sh\n(.*?)```/s.exec(commands) ?? [];
  const run = (text: string) => {
    const script = text.replace(/^npm start$/m, "").replaceAll(/kiosk-(\$\(.*?\)|\d{4}-\d\d-\d\d)\.tar/g, "kiosk.tar");
    expect(spawnSync("sh", ["-ec", script], { cwd: join(data, ".."), encoding: "utf8" })).toMatchObject({ status: 0 });
  };
  run(copy);
  writeFileSync(file, "a mistake");
  run(restore);
  expect(readFileSync(file, "utf8")).toBe("the order");
  expect(readFileSync(join(`${elsewhere}-before`, clusterName, "orders"), "utf8")).toBe("a mistake");
  // The next machine has neither folder.
  for (const folder of [data, elsewhere]) rmSync(folder, { recursive: true });
  run(restore.replace(/^for .*$/m, ""));
  expect(readFileSync(file, "utf8")).toBe("the order");
  expect(findLocation(data, print).folder).toBe(elsewhere);
});

test("a copy of a shop's folder does not open the database of the shop", () => {
  const { data } = makeShop("shop");
  findLocation(data, print);
  const copy = join(root, "copy");
  spawnSync("cp", ["-a", join(data, ".."), copy]);
  expect(() => findLocation(join(copy, "data"), print)).toThrow(`is that of ${data}`);
  findLocation(data, print);
});

test("a shop that was moved finds its database, and so does one that was restored beside what it had", () => {
  const { data, elsewhere } = makeShop("shop");
  findLocation(data, print);
  const moved = join(root, "moved");
  renameSync(join(data, ".."), moved);
  expect(findLocation(join(moved, "data"), print).folder).toBe(elsewhere);
  mkdirSync(data, { recursive: true });
  expect(existsSync(data)).toBe(true);
  expect(findLocation(join(moved, "data"), print).folder).toBe(elsewhere);
});

test("a database elsewhere of another version of PostgreSQL is not replaced by an empty one", () => {
  const { data, elsewhere } = makeShop("shop", "pg17");
  expect(() => findLocation(data, print)).toThrow(`The data in ${join(elsewhere, "pg17")} is that of PostgreSQL 17`);
  mkdirSync(join(data, clusterName));
  expect(findLocation(data, print).folder).toBe(data);
});
