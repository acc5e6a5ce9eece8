import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const parents = pathToFileURL(join(import.meta.dirname, "parents.mjs")).href;
const shop = `
  process.on("SIGTERM", () => { console.log("stopping"); process.exit(0); });
  const { stopWithParents } = await import(${JSON.stringify(parents)});
  stopWithParents();
  console.log("running");
  setInterval(() => {}, 1000);`;
const launcher = `
  const { spawn } = require("node:child_process");
  const env = { ...process.env, KIOSK_LAUNCHER: String(process.pid), npm_lifecycle_event: "" };
  spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(shop)}], { stdio: "inherit", env });`;

test.skipIf(process.platform === "win32")("a shop whose launcher was killed with SIGKILL stops", async () => {
  const parent = spawn(process.execPath, ["-e", launcher], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  const closed = new Promise((done) => parent.stdout.on("close", done));
  parent.stdout.on("data", (part) => {
    printed += part;
    if (printed === "running\n") parent.kill("SIGKILL");
  });
  await closed;
  expect(printed).toBe("running\nstopping\n");
});
