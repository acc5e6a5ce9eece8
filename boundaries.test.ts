import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const app = mkdtempSync(join(tmpdir(), "kiosk-boundaries-"));
cpSync("oxlint.config.ts", join(app, "oxlint.config.ts"));
cpSync("modules.ts", join(app, "modules.ts"));
cpSync("package.json", join(app, "package.json"));
symlinkSync(resolve("node_modules"), join(app, "node_modules"));
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** The output of lint for a file at this path of an otherwise empty app. */
async function lint(file: string, text: string): Promise<string> {
  mkdirSync(dirname(join(app, file)), { recursive: true });
  writeFileSync(join(app, file), text);
  const bin = resolve("node_modules/oxlint/bin/oxlint");
  const run = await promisify(execFile)(process.execPath, [bin, file], { cwd: app }).catch(
    (error: { stdout: string }) => error,
  );
  rmSync(join(app, file));
  return run.stdout;
}

const using = (address: string) => `import { thing } from "${address}";\nexport const used = thing;\n`;

test.each([
  [
    "the contract imports something else than zod",
    "contract/planted.ts",
    using("#server/cart/cart.ts"),
    "The contract imports zod only",
  ],
  ["the contract imports Node", "contract/planted.ts", using("node:fs"), "The contract imports zod only"],
  [
    "the platform imports a module",
    "server/platform/planted.ts",
    using("#server/cart/cart.ts"),
    "The platform uses no module",
  ],
  [
    "a module imports a later module",
    "server/cart/planted.ts",
    using("#server/orders/orders.ts"),
    "Use only modules that come earlier",
  ],
  [
    "a module imports an internal file of another",
    "server/orders/planted.ts",
    using("#server/cart/cart.sql.ts"),
    "through their public interface",
  ],
  [
    "the server imports the web layer",
    "server/cart/planted.ts",
    using("#web/cart/cart-line.tsx"),
    "Use only modules that come earlier",
  ],
  ["the design system imports a module", "web/ui/planted.tsx", using("#web/cart/cart-line.tsx"), "use no module"],
  [
    "a page imports the server",
    "web/cart/planted.page.tsx",
    using("#server/cart/cart.ts"),
    "Code of the browser imports nothing",
  ],
  ["a component imports Node", "web/shell/planted.tsx", using("node:fs"), "Code of the browser imports nothing"],
  [
    "a component imports another module",
    "web/cart/planted.tsx",
    using("#web/orders/order-lines.tsx"),
    "Pages compose modules",
  ],
  [
    "an import leaves its folder by ../",
    "server/cart/planted.ts",
    using("../orders/orders.ts"),
    "In the same module: ./x.ts",
  ],
  ["a file that is no page has a default export", "server/cart/planted.ts", "export default 1;\n", "no-default-export"],
  ["a value is typed any", "server/cart/planted.ts", "export const loose: any = 1;\n", "no-explicit-any"],
  ["a file name is not kebab-case", "server/cart/PlantedName.ts", "export const one = 1;\n", "filename-case"],
  [
    "a file is longer than 400 lines",
    "server/cart/planted.ts",
    "export const a = [\n" + "1,\n".repeat(420) + "];\n",
    "max-lines",
  ],
  [
    "a function is longer than 60 lines",
    "server/cart/planted.ts",
    `export function long() {\n${"  long();\n".repeat(70)}}\n`,
    "max-lines-per-function",
  ],
])("lint reports that %s", async (_rule, file, text, message) => {
  expect(await lint(file, text)).toContain(message);
});

test("lint reports a barrel file", async () => {
  mkdirSync(join(app, "server/cart"), { recursive: true });
  writeFileSync(join(app, "server/cart/one.ts"), "export const one = 1;\n");
  expect(await lint("server/cart/planted.ts", 'export * from "./one.ts";\n')).toContain("no-barrel-file");
});

test("lint accepts imports within the boundaries", async () => {
  expect(await lint("server/orders/planted.ts", using("#server/cart/cart.ts"))).toContain(
    "Found 0 warnings and 0 errors",
  );
  expect(await lint("web/cart/planted.page.tsx", using("#web/orders/order-lines.tsx"))).toContain("0 errors");
});
