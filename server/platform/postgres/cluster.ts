import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartProblem } from "#server/platform/start-error.ts";
import { program } from "./native.ts";
import { clusterName, type Place } from "./place.ts";
import { explained } from "./trouble.ts";

/** What PostgreSQL's programs may know of our environment: nothing of the caller's language or time zone. */
export const nativeEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: "C",
  TZ: "UTC",
};

/** Where Windows, which has no private sockets, keeps the password of its local connection. */
export const passwordFile = (place: Place) => join(place.folder, `${clusterName}.password`);

/** Makes the cluster if there is none, whole or not at all: it is made under another name and then renamed. */
export async function makeCluster(native: string, place: Place, durable: boolean): Promise<void> {
  const cluster = join(place.folder, clusterName);
  clearHalfMade(place.folder);
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  refuseStrangeFolder(cluster);
  // A name of its own each time: an initdb that outlived a killed shop may still be writing under the last one.
  const half = join(place.folder, `${clusterName}.${randomBytes(4).toString("hex")}.tmp`);
  mkdirSync(half, { mode: 0o700 });
  const { uid, gid } = place.user;
  if (uid !== undefined && gid !== undefined) chownSync(half, uid, gid);
  await initialise(native, half, place, durable);
  renameSync(half, cluster);
  if (process.platform !== "win32") makeDurable(place.folder);
}

function clearHalfMade(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${clusterName}.`) || !name.endsWith(".tmp")) continue;
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Never delete what may be somebody's orders. */
function refuseStrangeFolder(cluster: string) {
  if (!existsSync(cluster)) return;
  const files = readdirSync(cluster);
  if (files.length === 0) return rmSync(cluster, { recursive: true });
  throw new StartProblem(
    `${cluster} is not a complete database (PG_VERSION is missing). Restore it from a backup, or move it away to begin with an empty shop.`,
  );
}

async function initialise(native: string, folder: string, place: Place, durable: boolean): Promise<void> {
  const args = ["-D", folder, "-U", "shop", "-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  args.push("--lc-collate=C", "--lc-ctype=C", "--lc-messages=C", "--no-instructions", ...howToEnter(place));
  if (!durable) args.push("--no-sync");
  const child = spawn(program(native, "initdb"), args, {
    ...place.user,
    cwd: "/",
    env: nativeEnvironment,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += part));
  const code = await new Promise((done, fail) => child.once("error", fail).once("close", done));
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw explained("The database could not be made", said, place.folder);
}

/** The socket's folder is private to one account, so no password is needed there. */
function howToEnter(place: Place): string[] {
  if (process.platform !== "win32") return ["-A", "trust"];
  writeFileSync(passwordFile(place), randomBytes(24).toString("hex"), { mode: 0o600 });
  return ["-A", "scram-sha-256", `--pwfile=${passwordFile(place)}`];
}

function makeDurable(folder: string) {
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}
