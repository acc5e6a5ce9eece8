import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SigningKeys } from "./signing-key.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

// A key for each purpose, so that a value cannot be exchanged for another.
const keyOf = (key: Uint8Array, purpose: string) => new Uint8Array(hkdfSync("sha256", key, "", purpose, 32));

/** Encrypts a value to store, with a key derived from the current signing key. */
export function encrypt({ current }: SigningKeys, purpose: string, value: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(current, purpose), iv);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts a value; undefined if it was encrypted with a signing key before the previous one, or for another purpose. */
export function decrypt({ current, previous }: SigningKeys, purpose: string, encrypted: Buffer): string | undefined {
  return decryptWith(current, purpose, encrypted) ?? (previous && decryptWith(previous, purpose, encrypted));
}

function decryptWith(key: Uint8Array, purpose: string, encrypted: Buffer): string | undefined {
  const iv = encrypted.subarray(0, ivBytes);
  try {
    const decipher = createDecipheriv(algorithm, keyOf(key, purpose), iv, { authTagLength: tagBytes });
    decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
    const text = Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()]);
    return text.toString("utf8");
  } catch {
    return undefined;
  }
}
