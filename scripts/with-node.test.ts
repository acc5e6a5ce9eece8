import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const name = `node-${process.platform}-${process.arch}`;
const launcher = "scripts/with-node.mjs";
const known = new RegExp(`"${name}": "(\\S+)"`).exec(readFileSync(launcher, "utf8"))?.[1];

/** Runs a script in a folder whose Node.js is too old, with an npm that installs a package of this hash. */
async function launch(integrity: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "bin"));
  cpSync("scripts", join(folder, "scripts"), { recursive: true });
  const source = readFileSync(launcher, "utf8");
  writeFileSync(join(folder, launcher), source.replace(/const oldest = .*;/, "const oldest = [99, 0];"));
  writeFileSync(join(folder, "scripts/hello.mjs"), 'console.log("ran");');
  const npm = join(folder, "npm-cli.js");
  writeFileSync(
    npm,
    `const { mkdirSync, symlinkSync, writeFileSync } = require("node:fs");
    const at = process.argv[process.argv.indexOf("--prefix") + 1] + "/node_modules/";
    mkdirSync(at + "${name}/bin", { recursive: true });
    symlinkSync(process.execPath, at + "${name}/bin/node");
    const packages = { "node_modules/${name}": { integrity: ${JSON.stringify(integrity)} } };
    writeFileSync(at + ".package-lock.json", JSON.stringify({ packages }));`,
  );
  chmodSync(npm, 0o755);
  const env = { ...process.env, npm_execpath: npm };
  const ended = await run(process.execPath, [launcher, "scripts/hello.mjs"], { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return ended;
}

test.skipIf(process.platform === "win32" || known === undefined)(
  "15.1.2 a downloaded Node.js is run only if its package has the known hash",
  async () => {
    expect((await launch(known)).stdout).toMatch(/ran\n$/);
    const changed = await launch("sha512-of-something-else");
    expect(changed.stderr).toContain("is not the known one");
    expect(changed.stdout).not.toContain("ran");
  },
);
