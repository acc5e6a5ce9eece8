import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StartError } from "#server/platform/start-error.ts";
import { loadSigningKey } from "./signing-key.ts";

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("T6 the signing key is made once, with 256 bits that only its owner can read", () => {
  const folder = dataFolder();
  const key = loadSigningKey(folder);
  expect(key).toHaveLength(32);
  expect(loadSigningKey(folder)).toEqual(key);
  expect(readdirSync(folder)).toEqual(["signing.key"]);
  expect(statSync(join(folder, "signing.key")).mode & 0o777).toBe(0o600);
});

test.each(["", "abc", "x".repeat(31)])("T6 a signing key of '%s' stops the start", (key) => {
  const folder = dataFolder();
  writeFileSync(join(folder, "signing.key"), key, { mode: 0o600 });
  expect(() => loadSigningKey(folder)).toThrow(StartError);
});

test.skipIf(process.platform === "win32").each([0o644, 0o660, 0o602])(
  "T6 a signing key with mode %o stops the start",
  (mode) => {
    const folder = dataFolder();
    loadSigningKey(folder);
    chmodSync(join(folder, "signing.key"), mode);
    expect(() => loadSigningKey(folder)).toThrow(/chmod 600/);
  },
);
