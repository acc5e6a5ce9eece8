import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { StartProblem } from "#server/platform/start-error.ts";
import { canEnter, chooseSystemUser, type SystemUser } from "./system-user.ts";

/** Named by major version: a new major of PostgreSQL cannot open an old one's files. */
export const clusterName = "pg18";

/** Where the database lives: the folder that holds the cluster, as a real path, and the account that owns the cluster. */
export type Place = { folder: string; user: SystemUser };

/** Finds or makes the folder for the database: the data folder, or, where PostgreSQL's account cannot reach the default one, a folder of its own. */
export function findPlace(dataDir: string, say: (line: string) => void): Place {
  const home = makeFolder(dataDir);
  const note = join(home, `${clusterName}.place`);
  if (existsSync(note)) return placeNoted(note);
  const place = placeAt(home);
  if (canEnter(place.user, home) || openOwnFolder(place, say)) return place;
  if (resolve(dataDir) !== resolve("data")) throw unreachable(place);
  return placeElsewhere(note, place, say);
}

function placeNoted(note: string): Place {
  const folder = readFileSync(note, "utf8").trim();
  if (existsSync(folder)) return placeAt(realpathSync(folder));
  throw new StartProblem(
    `This shop kept its database in ${folder}, which is gone. Put it back, or delete ${note} to begin with an empty shop.`,
  );
}

function placeAt(folder: string): Place {
  return { folder, user: chooseSystemUser(join(folder, clusterName)) };
}

function makeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new StartProblem(
      `The data folder ${resolve(folder)} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        "Give this user the right to write it, or set DATA_DIR to another folder.",
      { cause: error },
    );
  }
}

/** A private folder of root's is opened for passing through (not for reading), when nothing above it is in the way. */
function openOwnFolder({ folder, user }: Place, say: (line: string) => void): boolean {
  const before = statSync(folder);
  if (before.uid !== 0) return false;
  chmodSync(folder, before.mode | 0o001);
  if (canEnter(user, folder)) {
    say(`PostgreSQL does not run as root, so its own account may now pass through ${folder}.`);
    return true;
  }
  chmodSync(folder, before.mode);
  return false;
}

/** The note keeps the way to the database, so deleting the data folder still means beginning anew. */
function placeElsewhere(note: string, unreachablePlace: Place, say: (line: string) => void): Place {
  const folder = join("/var/lib", `kiosk-${randomBytes(4).toString("hex")}`);
  const place = { folder: makeFolder(folder), user: unreachablePlace.user };
  if (!canEnter(place.user, folder)) throw unreachable(place);
  writeFileSync(note, `${folder}\n`);
  say(
    `PostgreSQL does not run as root and its account cannot reach ${unreachablePlace.folder}: the database is kept in ${folder}.`,
  );
  return place;
}

function unreachable({ folder, user }: Place): StartProblem {
  return new StartProblem(
    `PostgreSQL does not run as root, and the account it uses instead (user id ${user.uid}) cannot reach ${folder}. ` +
      "Set DATA_DIR to a folder every user may pass through, for example /var/lib/kiosk, or start the shop as an ordinary user.",
  );
}
