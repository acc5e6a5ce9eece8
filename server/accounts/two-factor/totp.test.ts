import { expect, test } from "vitest";
import { findStep, otpauthUrl, stepAt, toBase32, totp } from "./totp.ts";

// RFC 6238, appendix B.
const secret = Buffer.from("12345678901234567890");

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("the code at %i seconds is the one of RFC 6238", (seconds, code) => {
  expect(totp(secret, stepAt(seconds), 8)).toBe(code);
});

test("a code is found in its time step and those next to it", () => {
  const code = totp(secret, 1000);
  const found = [998, 999, 1000, 1001, 1002].map((now) => findStep(secret, code, now * 30));
  expect(found).toEqual([undefined, 1000, 1000, 1000, undefined]);
});

test("secrets are written in base32, in a link that names shop and account", () => {
  expect(toBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  // RFC 4648, 10.
  expect(toBase32(Buffer.from("foob"))).toBe("MZXW6YQ");
  expect(otpauthUrl(secret, { shop: "Corner & Co", account: "ada@example.com" })).toBe(
    "otpauth://totp/Corner%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Corner%20%26%20Co",
  );
});
