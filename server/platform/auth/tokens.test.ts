import { SignJWT } from "jose";
import { v7 } from "uuid";
import { expect, onTestFinished, test, vi } from "vitest";
import { keyId } from "./signing-key.ts";
import { createSecret, createTokens, hashSecret, newSecretId } from "./tokens.ts";

test("S3 more valid tokens than are cached stay valid, and the first that has to go is reported once", async () => {
  const log = { info: vi.fn() };
  const tokens = createTokens({ current: new Uint8Array(32), previous: undefined }, log, 2);
  const claims = (userId: number) => ({ userId, role: "customer" as const, sessionFamily: "family", epoch: 0 });
  const signed = await Promise.all([1, 2, 3, 4].map((userId) => tokens.sign(claims(userId))));
  for (const token of signed.slice(0, 2)) await tokens.verify(token);
  expect(log.info).not.toHaveBeenCalled();
  for (const token of signed) await tokens.verify(token);
  expect(log.info).toHaveBeenCalledOnce();
  expect(await tokens.verify(signed[0] ?? "")).toMatchObject(claims(1));
});

const key = (fill: number) => new Uint8Array(32).fill(fill);
const log = { info: vi.fn() };
const claims = { userId: 1, role: "customer" as const, sessionFamily: "family", epoch: 0 };
const signWith = (current: Uint8Array) => createTokens({ current, previous: undefined }, log).sign(claims);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test("11.2.2 tokens of the previous key are valid for fifteen minutes after a rotation", async () => {
  const keys = { current: key(1), previous: key(2) };
  const rotated = createTokens({ ...keys, since: minutesAgo(14) }, log);
  expect(await rotated.verify(await signWith(key(1)))).toMatchObject(claims);
  expect(await rotated.verify(await signWith(key(2)))).toMatchObject(claims);
  const later = createTokens({ ...keys, since: minutesAgo(16) }, log);
  expect(await later.verify(await signWith(key(1)))).toMatchObject(claims);
  await expect(later.verify(await signWith(key(2)))).rejects.toMatchObject({ code: "session_expired" });
});

test("11.2.2 a token of the previous key that says it lasts for years ends with the others, also when cached", async () => {
  onTestFinished(() => void vi.useRealTimers());
  const forged = await new SignJWT({ role: "admin", fam: "family", ep: 0 })
    .setProtectedHeader({ alg: "HS256", kid: keyId(key(2)) })
    .setSubject("1")
    .setExpirationTime("10y")
    .sign(key(2));
  const rotated = createTokens({ current: key(1), previous: key(2), since: new Date() }, log);
  expect(await rotated.verify(forged)).toMatchObject({ userId: 1 });
  vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ["Date"] });
  await expect(rotated.verify(forged)).rejects.toMatchObject({ code: "session_expired" });
});

test("11.2.2 a token of an unknown key or of none has expired, as browsers refresh it then", async () => {
  const tokens = createTokens({ current: key(1), previous: undefined }, log);
  await expect(tokens.verify(await signWith(key(3)))).rejects.toMatchObject({ code: "session_expired" });
  const nameless = await new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setSubject("1").sign(key(1));
  await expect(tokens.verify(nameless)).rejects.toMatchObject({ code: "session_expired" });
  const [head, body] = (await signWith(key(1))).split(".");
  await expect(tokens.verify(`${head}.${body}.AAAA`)).rejects.toMatchObject({ code: "token_broken" });
});

test("11.2.2 what was derived before a rotation is derived again from the key before it", () => {
  const since = new Date();
  const id = (at: number) => v7({ msecs: since.getTime() + at });
  const before = createTokens({ current: key(2), previous: undefined }, log);
  const after = createTokens({ current: key(1), previous: key(2), since }, log);
  const old = id(-1);
  expect(after.derive("unsubscribe", old, "bound")).toBe(before.derive("unsubscribe", old, "bound"));
  for (const other of [id(0), "no uuid"])
    expect(after.derive("unsubscribe", other)).toBe(
      createTokens({ current: key(1), previous: undefined }, log).derive("unsubscribe", other),
    );
});

test("11.2.2 the id of a secret has the time of the clock, also after that was put back", () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
  v7();
  vi.useRealTimers();
  const began = Date.now();
  const time = Number.parseInt(newSecretId().replaceAll("-", "").slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(began);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test("S3 secrets have 256 random bits, and only their hash is stored", () => {
  const secrets = Array.from({ length: 100 }, createSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(hashSecret(secret).toString("base64url")).not.toBe(secret);
  }
});
