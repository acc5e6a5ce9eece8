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
import { finishChild, Problem, root } from "./process.mjs";

/** What the build reads. */
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
const oldAssets = join(root, ".cache", "assets");
/** How long assets of earlier builds stay for tabs that are still open. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

/** Whether build/ is complete and made from the current sources. */
export function isBuildCurrent() {
  return readStamp()?.fingerprint === fingerprint();
}

/** Builds the storefront into build/. The stamp is written last, so an interrupted build is repeated. */
export async function buildStorefront() {
  console.log("Building the storefront (once per change, about ten seconds).");
  const startedAt = Date.now();
  const sourcesBefore = fingerprint();
  saveAssets(readStamp()?.assets ?? []);
  rmSync(stampFile, { force: true });
  await runBuild();
  const built = existsSync(assets) ? readdirSync(assets) : [];
  if (!existsSync(join(root, "build", "server")))
    throw new Problem("The build ended without a server bundle in build/server.");
  restoreAssets();
  writeFileSync(stampFile, JSON.stringify({ fingerprint: sourcesBefore, assets: built }));
  console.log(`Storefront built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function fingerprint() {
  const hash = createHash("sha256");
  const add = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isDirectory())
      return readdirSync(join(root, path))
        .sort()
        .forEach((name) => add(`${path}/${name}`));
    if (/\.test\.tsx?$/.test(path)) return;
    hash.update(`${path}\0${stats.size}\0`).update(readFileSync(join(root, path)));
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
  const { code, output } = await finishChild(child, "still building");
  if (code === 0) return;
  const full = /ENOSPC/.test(output) ? "The disk is full. Free some space, then try again." : "";
  const memory = code === null || /heap out of memory/.test(output) ? "The build needs about 1 GB of free memory." : "";
  throw new Problem(
    `${output.trim().split("\n").slice(-40).join("\n")}\n\nThe storefront could not be built. ${full || memory}`,
  );
}

/** Copies the last build's assets away; the retention of `current` ones begins now. */
function saveAssets(current) {
  if (!existsSync(assets)) return;
  mkdirSync(oldAssets, { recursive: true });
  cpSync(assets, oldAssets, { recursive: true, preserveTimestamps: true });
  const now = new Date();
  for (const name of current) if (existsSync(join(oldAssets, name))) utimesSync(join(oldAssets, name), now, now);
}

/** Copies earlier assets next to the new ones until their retention ends. */
function restoreAssets() {
  if (!existsSync(oldAssets)) return;
  for (const name of readdirSync(oldAssets)) {
    const old = join(oldAssets, name);
    if (Date.now() - statSync(old).mtimeMs > retentionMs) rmSync(old, { recursive: true });
    else cpSync(old, join(assets, name), { recursive: true, preserveTimestamps: true, force: false });
  }
  rmSync(oldAssets, { recursive: true });
}
