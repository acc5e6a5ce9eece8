import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem } from "./problem.mjs";
import { root } from "./root.mjs";

/** The path of a Chromium that runs, or undefined: the one named by CHROMIUM_PATH, the system's, or Playwright's own. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Problem(
      `CHROMIUM_PATH is ${named}, which does not run. Correct it, or unset it to let the shop look for a browser.`,
    );
  }
  return [...onSystem(), await playwrights()].find((path) => path !== undefined && existsSync(path) && runs(path));
}

/** Installs a Chromium and returns its path: from the system's packages as root, else Playwright's own. */
export async function installChromium() {
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    console.log("Installing Chromium for the browser tests (apt-get, once).");
    apt("update");
    apt("install", "-y", "--no-install-recommends", "chromium", "fonts-liberation");
  }
  return (await findChromium()) ?? (await installPlaywrights());
}

async function installPlaywrights() {
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

function onSystem() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const fixed = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...fixed];
}

async function playwrights() {
  try {
    return (await import("@playwright/test")).chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** A file alone proves nothing: a stand-in of another packaging, or missing libraries, show only when it runs. */
function runs(path) {
  if (process.platform === "win32") return existsSync(path);
  return spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}
