import { spawn, spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";

/** Runs npm to its end and returns what spawnSync returns. */
export function npm(args, options) {
  const { command, first, shell } = howToRun();
  return spawnSync(command, [...first, ...args], { shell, ...options, env: npmEnvironment() });
}

/** Starts npm and returns the child process. */
export function startNpm(args, options) {
  const { command, first, shell } = howToRun();
  return spawn(command, [...first, ...args], { shell, ...options, env: npmEnvironment() });
}

/** The npm that started us, when one did; else the one on the PATH (a .cmd file on Windows, which needs a shell). */
function howToRun() {
  const path = process.env.npm_execpath;
  if (path && /npm-cli\.c?js$/.test(path)) return { command: process.execPath, first: [path], shell: false };
  return { command: "npm", first: [], shell: process.platform === "win32" };
}

/**
 * npm must see the Node.js it installs for, and must not leave out what the build needs because of NODE_ENV. It tries again
 * sooner than by itself: without a network it would take two minutes to say so.
 */
function npmEnvironment() {
  const { NODE_ENV: _, ...env } = process.env;
  return { ...sooner, ...env, PATH: dirname(process.execPath) + delimiter + process.env.PATH };
}

const sooner = { npm_config_fetch_retry_mintimeout: "1000", npm_config_fetch_retry_maxtimeout: "8000" };
