import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { StartError } from "#server/platform/start-error.ts";

/** The cluster's folder is named by major version: a new major of PostgreSQL cannot open an old one's files. */
export const clusterName = "pg18";

/** The account PostgreSQL runs as; undefined fields mean the account of this process. */
export type Account = { uid?: number; gid?: number };

/** The folder that contains the cluster, as a real path, and the account that owns the cluster. */
export type Location = { folder: string; account: Account };

/**
 * Finds or creates the folder for the database: the data folder, or one under /var/lib where PostgreSQL's account cannot
 * reach the default data folder. Throws StartError when neither can be used. `print` prints to the operator.
 */
export function findLocation(dataDir: string, print: (line: string) => void): Location {
  const folder = makeFolder(dataDir);
  assertNoOtherMajor(folder);
  const note = join(folder, `${clusterName}.place`);
  if (existsSync(note)) return readNote(note, print);
  const location = locationAt(folder);
  if (canEnter(location) || allowPassingThrough(location, print)) return location;
  if (resolve(dataDir) !== resolve("data")) throw unreachable(location);
  return locationElsewhere(note, location, print);
}

/** Beside the cluster of another version an empty one would be created, as if the shop had no data. */
function assertNoOtherMajor(folder: string) {
  if (existsSync(join(folder, clusterName)) || existsSync(join(folder, `${clusterName}.place`))) return;
  const other = readdirSync(folder)
    .filter((name) => /^pg\d+(\.place)?$/.test(name))
    .map((name) =>
      name.endsWith(".place") ? join(placeIn(join(folder, name)), name.slice(0, -6)) : join(folder, name),
    )
    .find((cluster) => basename(cluster) !== clusterName && existsSync(join(cluster, "PG_VERSION")));
  if (other === undefined) return;
  throw new StartError(
    `The data in ${other} is that of PostgreSQL ${basename(other).slice(2)}, and this version of the shop has ` +
      `PostgreSQL ${clusterName.slice(2)}, which can't open it. Start the version of the shop you used before, copy the data with ` +
      "pg_dump and restore it here, or move that folder away to begin with an empty shop. Nothing was changed.",
  );
}

const placeIn = (note: string) => readFileSync(note, "utf8").trim();

function readNote(note: string, print: (line: string) => void): Location {
  const folder = placeIn(note);
  if (!existsSync(folder))
    throw new StartError(
      `The database of this shop was in ${folder}, which is gone. Restore it, or delete ${note} to begin with an empty shop.`,
    );
  assertOwner(folder, note);
  printPlace(folder, dirname(note), print);
  return locationAt(realpathSync(folder));
}

/**
 * The place of a database names its data folder, because a copied data folder has the same note: a shop that is tried
 * beside the first would change its database. One without the name is taken, and so is one whose data folder was moved.
 */
function assertOwner(place: string, note: string) {
  const file = join(place, "data-folder");
  const dataFolder = dirname(note);
  const owner = existsSync(file) ? placeIn(file) : "";
  const ownersNote = join(owner, basename(note));
  if (owner && owner !== dataFolder && existsSync(ownersNote) && placeIn(ownersNote) === placeIn(note))
    throw new StartError(
      `The database in ${place} is that of ${owner}, and ${dataFolder} is a copy of that folder. Delete ${note} to begin ` +
        `with an empty shop here, or move ${owner} away to use the database here. Nothing was changed.`,
    );
  if (owner !== dataFolder) writeFileSync(file, `${dataFolder}\n`);
}

const printPlace = (place: string, dataFolder: string, print: (line: string) => void) =>
  print(`The database is in ${place}, outside of ${dataFolder}: a backup needs both (docs/backup.md).`);

const locationAt = (folder: string): Location => ({ folder, account: chooseAccount(join(folder, clusterName)) });

/** PostgreSQL refuses to run as root: the owner of an existing cluster, else postgres, nobody or 65534 runs it. */
function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return accountNamed("postgres") ?? accountNamed("nobody") ?? { uid: 65534, gid: 65534 };
}

function accountNamed(name: string): Account | undefined {
  if (process.platform !== "linux") return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** The permissions of the folder's parents count too, so the account itself tries. */
function canEnter({ folder, account }: Location): boolean {
  if (account.uid === undefined) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0;
}

function makeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new StartError(
      `The data folder ${resolve(folder)} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        "Give this user the right to write it, or set DATA_DIR to another folder.",
      { cause: error },
    );
  }
}

/** Lets other accounts pass through a private folder of root's, not read it. False when a parent folder is closed too. */
function allowPassingThrough(location: Location, print: (line: string) => void): boolean {
  const { folder } = location;
  const { uid, mode } = statSync(folder);
  if (uid !== 0) return false;
  chmodSync(folder, mode | 0o001);
  if (canEnter(location)) {
    print(`PostgreSQL does not run as root, so its own account may now pass through ${folder}.`);
    return true;
  }
  chmodSync(folder, mode);
  return false;
}

/** The path is noted in the data folder, so deleting the data folder still means a new shop. */
function locationElsewhere(note: string, wanted: Location, print: (line: string) => void): Location {
  const folder = makeFolder(join("/var/lib", `kiosk-${randomBytes(4).toString("hex")}`));
  const location = { folder, account: wanted.account };
  if (!canEnter(location)) throw unreachable(location);
  writeFileSync(note, `${folder}\n`);
  assertOwner(folder, note);
  print(`PostgreSQL does not run as root, and its account cannot reach ${wanted.folder}.`);
  printPlace(folder, wanted.folder, print);
  return location;
}

const unreachable = ({ folder, account }: Location): StartError =>
  new StartError(
    `PostgreSQL does not run as root, and the account it uses instead (user id ${account.uid}) cannot reach ${folder}. ` +
      "Set DATA_DIR to a folder every user may pass through, for example /var/lib/kiosk, or start the shop as an ordinary user.",
  );
