import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Problem } from "./problem.mjs";
import { root } from "./root.mjs";
import { finish } from "./work.mjs";

/** All that the built storefront is made of. */
const sources = [
  "web",
  "contract",
  "words",
  "public",
  "modules.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package.json",
  "package-lock.json",
];
const assets = join(root, "build", "client", "assets");
const stampFile = join(root, "build", "stamp.json");
const shelf = join(root, ".cache", "assets");
/** How long assets of earlier builds stay for the tabs that are still open, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** Whether build/ was finished and made of the sources as they are now. */
export function buildIsCurrent() {
  return readStamp()?.fingerprint === fingerprint();
}

/** Builds the storefront into build/; the stamp is written last, so an interrupted build is never taken for a good one. */
export async function buildStorefront() {
  console.log("Building the storefront (once per change, about ten seconds).");
  const began = Date.now();
  const madeOf = fingerprint();
  shelveAssets(readStamp()?.assets ?? []);
  rmSync(stampFile, { force: true });
  await runBuild();
  const fresh = existsSync(assets) ? readdirSync(assets) : [];
  if (!existsSync(join(root, "build", "server")))
    throw new Problem("The build ended without a server bundle in build/server.");
  unshelveAssets();
  writeFileSync(stampFile, JSON.stringify({ fingerprint: madeOf, assets: fresh }));
  console.log(`Storefront built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

function fingerprint() {
  const hash = createHash("sha256");
  const add = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.isDirectory())
      return readdirSync(join(root, path))
        .sort()
        .forEach((name) => add(`${path}/${name}`));
    if (/\.test\.tsx?$/.test(path)) return;
    hash.update(`${path}\0${found.size}\0`).update(readFileSync(join(root, path)));
  };
  sources.forEach(add);
  return hash.digest("hex");
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return undefined;
  }
}

async function runBuild() {
  const entry = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, [entry, "build"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const { code, printed } = await finish(child, "still building");
  if (code === 0) return;
  const full = /ENOSPC/.test(printed) ? "The disk is full. Free some space, then try again." : "";
  const memory =
    code === null || /heap out of memory/.test(printed) ? "The build needs about 1 GB of free memory." : "";
  throw new Problem(
    `${printed.trim().split("\n").slice(-40).join("\n")}\n\nThe storefront could not be built. ${full || memory}`,
  );
}

/** Copies the assets of the last build aside. Those that were live until now begin their days of grace now. */
function shelveAssets(live) {
  if (!existsSync(assets)) return;
  mkdirSync(shelf, { recursive: true });
  cpSync(assets, shelf, { recursive: true, preserveTimestamps: true });
  const now = new Date();
  for (const name of live) if (existsSync(join(shelf, name))) utimesSync(join(shelf, name), now, now);
}

/** Puts earlier assets beside the new ones until their days are over. */
function unshelveAssets() {
  if (!existsSync(shelf)) return;
  for (const name of readdirSync(shelf)) {
    const kept = join(shelf, name);
    if (Date.now() - statSync(kept).mtimeMs > keptFor) rmSync(kept, { recursive: true });
    else cpSync(kept, join(assets, name), { recursive: true, preserveTimestamps: true, force: false });
  }
  rmSync(shelf, { recursive: true });
}
