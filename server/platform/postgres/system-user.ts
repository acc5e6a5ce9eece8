import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

/** The account PostgreSQL runs as; `undefined` fields mean "as ourselves". */
export type SystemUser = { uid?: number; gid?: number };

/** PostgreSQL refuses root, so root lends it another account: the owner of an existing cluster, else postgres, nobody, 65534. */
export function chooseSystemUser(cluster: string): SystemUser {
  if (process.getuid?.() !== 0) return {};
  return ownerOf(cluster) ?? accountNamed("postgres") ?? accountNamed("nobody") ?? { uid: 65534, gid: 65534 };
}

/** Whether this account can enter the folder; its parents' permissions count too. */
export function canEnter(user: SystemUser, folder: string): boolean {
  if (user.uid === undefined) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/" }).status === 0;
}

function ownerOf(folder: string): SystemUser | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function accountNamed(name: string): SystemUser | undefined {
  if (process.platform !== "linux") return undefined;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
