import { expect, test, vi } from "vitest";
import { createSecret, createTokens, hashSecret } from "./tokens.ts";

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

test("11.2.2 a token of the previous key is valid after a rotation, one of another key is not", async () => {
  const [old, current, other] = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const log = { info: vi.fn() };
  const claims = { userId: 1, role: "customer" as const, sessionFamily: "family", epoch: 0 };
  const sign = (key: Uint8Array) => createTokens({ current: key, previous: undefined }, log).sign(claims);
  const rotated = createTokens({ current, previous: old }, log);
  expect(await rotated.verify(await sign(old))).toMatchObject(claims);
  expect(await rotated.verify(await sign(current))).toMatchObject(claims);
  await expect(rotated.verify(await sign(other))).rejects.toMatchObject({ code: "token_broken" });
});

test("S3 secrets have 256 random bits, and only their hash is stored", () => {
  const secrets = Array.from({ length: 100 }, createSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(hashSecret(secret).toString("base64url")).not.toBe(secret);
  }
});
