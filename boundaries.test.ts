import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const app = mkdtempSync(join(tmpdir(), "kiosk-walls-"));
cpSync("oxlint.config.ts", join(app, "oxlint.config.ts"));
cpSync("modules.ts", join(app, "modules.ts"));
cpSync("package.json", join(app, "package.json"));
symlinkSync(resolve("node_modules"), join(app, "node_modules"));
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** What lint says of a file at this place of an otherwise empty app. */
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
    "the contract stands on zod alone",
    "contract/planted.ts",
    using("#server/cart/cart.ts"),
    "The contract stands alone",
  ],
  ["the contract knows no Node", "contract/planted.ts", using("node:fs"), "The contract stands alone"],
  [
    "the platform knows no room",
    "server/platform/planted.ts",
    using("#server/cart/cart.ts"),
    "The platform knows no room",
  ],
  [
    "a room uses only rooms below it",
    "server/cart/planted.ts",
    using("#server/orders/orders.ts"),
    "Use only rooms earlier",
  ],
  ["a room is entered by its door", "server/orders/planted.ts", using("#server/cart/cart.sql.ts"), "by their door"],
  [
    "the server never sees the web",
    "server/cart/planted.ts",
    using("#web/cart/cart-line.tsx"),
    "Use only rooms earlier",
  ],
  ["furniture knows no room", "web/ui/planted.tsx", using("#web/cart/cart-line.tsx"), "they know no room"],
  [
    "the browser never sees the server",
    "web/cart/planted.page.tsx",
    using("#server/cart/cart.ts"),
    "The browser never sees the server",
  ],
  ["the browser never sees Node", "web/shell/planted.tsx", using("node:fs"), "The browser never sees the server"],
  ["a part stays in its room", "web/cart/planted.tsx", using("#web/orders/order-lines.tsx"), "Pages compose rooms"],
  ["nobody climbs out of a folder", "server/cart/planted.ts", using("../orders/orders.ts"), "Same room: ./x.ts"],
  ["no default export outside pages", "server/cart/planted.ts", "export default 1;\n", "no-default-export"],
  ["no any", "server/cart/planted.ts", "export const loose: any = 1;\n", "no-explicit-any"],
  ["names are kebab-case", "server/cart/PlantedName.ts", "export const one = 1;\n", "filename-case"],
  [
    "no file past 400 lines",
    "server/cart/planted.ts",
    "export const a = [\n" + "1,\n".repeat(420) + "];\n",
    "max-lines",
  ],
  [
    "no function past 60 lines",
    "server/cart/planted.ts",
    `export function long() {\n${"  long();\n".repeat(70)}}\n`,
    "max-lines-per-function",
  ],
])("lint sees that %s", async (_rule, file, text, said) => {
  expect(await lint(file, text)).toContain(said);
});

test("lint sees that nobody piles up a barrel", async () => {
  mkdirSync(join(app, "server/cart"), { recursive: true });
  writeFileSync(join(app, "server/cart/one.ts"), "export const one = 1;\n");
  expect(await lint("server/cart/planted.ts", 'export * from "./one.ts";\n')).toContain("no-barrel-file");
});

test("lint has nothing to say of what keeps the walls", async () => {
  expect(await lint("server/orders/planted.ts", using("#server/cart/cart.ts"))).toContain(
    "Found 0 warnings and 0 errors",
  );
  expect(await lint("web/cart/planted.page.tsx", using("#web/orders/order-lines.tsx"))).toContain("0 errors");
});
