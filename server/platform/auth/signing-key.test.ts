import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StartError } from "#server/platform/start-error.ts";
import { loadSigningKeys, replaceKey } from "./signing-key.ts";

const load = (dataDir: string, given = {}) =>
  loadSigningKeys({ dataDir, signingKey: undefined, previousSigningKey: undefined, ...given });

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("T6 the signing key is made once, with 256 bits that only its owner can read", () => {
  const folder = dataFolder();
  const key = load(folder).current;
  expect(key).toHaveLength(32);
  expect(load(folder)).toEqual({ current: key, previous: undefined });
  expect(readdirSync(folder)).toEqual(["signing.key"]);
  expect(statSync(join(folder, "signing.key")).mode & 0o777).toBe(0o600);
});

test.each(["", "abc", "x".repeat(31)])("T6 a signing key of '%s' stops the start", (key) => {
  const folder = dataFolder();
  writeFileSync(join(folder, "signing.key"), key, { mode: 0o600 });
  expect(() => load(folder)).toThrow(StartError);
});

test.skipIf(process.platform === "win32").each([0o644, 0o660, 0o602])(
  "T6 a signing key with mode %o stops the start",
  (mode) => {
    const folder = dataFolder();
    load(folder);
    chmodSync(join(folder, "signing.key"), mode);
    expect(() => load(folder)).toThrow(/chmod 600/);
  },
);

test("11.2.2 a replaced key stays as the previous one, and keys of the environment win over files", () => {
  const folder = dataFolder();
  const before = load(folder);
  const fresh = Buffer.alloc(32, 7);
  replaceKey(folder, before, fresh);
  expect(load(folder)).toEqual({ current: fresh, previous: before.current });
  expect(readdirSync(folder).toSorted()).toEqual(["signing.key", "signing.previous.key"]);
  const signingKey = new Uint8Array(32).fill(9);
  expect(load(folder, { signingKey })).toEqual({ current: signingKey, previous: undefined });
});
