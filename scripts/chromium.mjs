import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem, root } from "./process.mjs";

/** The path of a Chromium that runs (CHROMIUM_PATH, the system's or Playwright's), or undefined. */
export async function findChromium() {
  const path = process.env.CHROMIUM_PATH;
  if (path) {
    if (runs(path)) return path;
    throw new Problem(
      `CHROMIUM_PATH is ${path}, which does not run. Correct it, or unset it to let the shop look for a browser.`,
    );
  }
  return [...systemPaths(), await playwrightPath()].find(
    (path) => path !== undefined && existsSync(path) && runs(path),
  );
}

/**
 * The path of a Chromium for the browser tests, installed if there is none. The headless shell needs a quarter less
 * CPU, so it comes first, and in continuous integration it is installed even where there is another browser.
 */
export async function testChromium() {
  if (process.env.CHROMIUM_PATH) return findChromium();
  const found = findShell() ?? (process.env.CI ? undefined : await findChromium());
  return (
    found ??
    installPackage(shell) ??
    (await findChromium()) ??
    installPackage("chromium") ??
    (await installWithPlaywright())
  );
}

const shell = "chromium-headless-shell";
const findShell = () => onPath([shell]).find((path) => existsSync(path) && runs(path));

/** Installs a system package, which only root can; undefined where that does not work. */
function installPackage(name) {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  console.log(`Installing ${name} for the browser tests (apt-get, once).`);
  apt("update");
  apt("install", "-y", "--no-install-recommends", name, "fonts-liberation");
  return onPath([name]).find((path) => existsSync(path) && runs(path));
}

async function installWithPlaywright() {
  console.log("Fetching Chromium for the browser tests (Playwright, once, about 170 MB).");
  const withDependencies = process.platform === "linux" && process.getuid?.() === 0 ? ["--with-deps"] : [];
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  spawnSync(process.execPath, [cli, "install", ...withDependencies, "chromium"], { cwd: root, stdio: "inherit" });
  const found = await findChromium();
  if (found !== undefined) return found;
  throw new Problem(
    "No Chromium for the browser tests could be found or installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

function apt(...args) {
  spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

function systemPaths() {
  const applications = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return [
    ...onPath(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]),
    ...applications,
  ];
}

function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function playwrightPath() {
  try {
    return (await import("@playwright/test")).chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** A wrapper of another packaging, or missing libraries, show only when it runs. */
function runs(path) {
  if (process.platform === "win32") return existsSync(path);
  return spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}
