import { existsSync } from "node:fs";
import { join } from "node:path";
import { alone } from "./alone.mjs";
import { buildIsCurrent, buildStorefront } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { Problem } from "./problem.mjs";
import { root } from "./root.mjs";

/** Makes the tree ready to run: installs packages and, when asked, builds the storefront. Does only what is needed, and says so. */
export async function prepare({ build }) {
  if (!existsSync(join(root, "package-lock.json"))) {
    throw new Problem("package-lock.json is missing. Fetch the whole project again.");
  }
  if (isReady(build)) return;
  await alone("Another start is preparing this folder. Waiting for it.", async () => {
    if (!isInstalled()) await install();
    if (build && !buildIsCurrent()) await buildStorefront();
  });
}

function isReady(build) {
  return isInstalled() && (!build || buildIsCurrent());
}
