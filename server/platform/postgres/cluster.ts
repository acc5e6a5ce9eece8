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
import { StartError } from "#server/platform/start-error.ts";
import { binary, environment } from "./binaries.ts";
import { postgresProblem } from "./errors.ts";
import { clusterName, type Location } from "./location.ts";

/** The password of the local connection on Windows, which has no private sockets. */
export const passwordFile = ({ folder }: Location) => join(folder, `${clusterName}.password`);

/** Creates the cluster if there is none. It is created under another name and renamed, so it is complete or missing. */
export async function createCluster(binaries: string, location: Location, durable: boolean): Promise<void> {
  const { folder, account } = location;
  const cluster = join(folder, clusterName);
  removeIncomplete(folder);
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  refuseOtherFiles(cluster);
  // A new name each time: the initdb of a killed shop may still be writing into the last one.
  const partial = join(folder, `${clusterName}.${randomBytes(4).toString("hex")}.tmp`);
  mkdirSync(partial, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(partial, account.uid, account.gid);
  await runInitdb(binaries, partial, location, durable);
  renameSync(partial, cluster);
  if (process.platform !== "win32") syncFolder(folder);
}

function removeIncomplete(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${clusterName}.`) || !name.endsWith(".tmp")) continue;
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Never deletes what may be a shop's orders. */
function refuseOtherFiles(cluster: string) {
  if (!existsSync(cluster)) return;
  if (readdirSync(cluster).length === 0) return rmSync(cluster, { recursive: true });
  throw new StartError(
    `${cluster} is not a complete database (PG_VERSION is missing). Restore it from a backup, or move it away to begin with an empty shop.`,
  );
}

async function runInitdb(binaries: string, folder: string, location: Location, durable: boolean): Promise<void> {
  const args = ["-D", folder, "-U", "shop", "-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  args.push("--lc-collate=C", "--lc-ctype=C", "--lc-messages=C", "--no-instructions", ...authentication(location));
  if (!durable) args.push("--no-sync");
  const child = spawn(binary(binaries, "initdb"), args, {
    ...location.account,
    cwd: "/",
    env: environment,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const code = await new Promise((done, fail) => child.once("error", fail).once("close", done));
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw postgresProblem("The database could not be created", output, location.folder);
}

/** The socket's folder is private to one account, so a socket needs no password. */
function authentication(location: Location): string[] {
  if (process.platform !== "win32") return ["-A", "trust"];
  writeFileSync(passwordFile(location), randomBytes(24).toString("hex"), { mode: 0o600 });
  return ["-A", "scram-sha-256", `--pwfile=${passwordFile(location)}`];
}

function syncFolder(folder: string) {
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
