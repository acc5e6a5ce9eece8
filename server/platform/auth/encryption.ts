import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { loadSigningKey } from "./signing-key.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

// A key for each purpose, so that a value cannot be exchanged for another.
const keyOf = (dataDir: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", loadSigningKey(dataDir), "", purpose, 32));

/** Encrypts a value to store, with a key derived from the data folder's signing key. */
export function encrypt(dataDir: string, purpose: string, value: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(dataDir, purpose), iv);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts a value. Throws if it was encrypted with another signing key or for another purpose. */
export function decrypt(dataDir: string, purpose: string, encrypted: Buffer): string {
  const iv = encrypted.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, keyOf(dataDir, purpose), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
}
