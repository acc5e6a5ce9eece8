import { createHmac, timingSafeEqual } from "node:crypto";

const stepSeconds = 30;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of a time step, as authenticator apps compute it (RFC 6238, SHA-1). */
export function totp(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  // RFC 4226, 5.3: the last four bits say where the number is.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export const stepAt = (seconds: number) => Math.floor(seconds / stepSeconds);

/** The time step of a code: the present one, or one before or after it, as clocks differ. Undefined for a wrong code. */
export function findStep(secret: Buffer, code: string, seconds: number): number | undefined {
  const now = stepAt(seconds);
  return [now, now - 1, now + 1].find((step) => isEqual(totp(secret, step), code));
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Base32 (RFC 4648) without padding, as authenticator apps take secrets. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The link that authenticator apps open: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUrl(secret: Buffer, { shop, account }: { shop: string; account: string }): string {
  const issuer = encodeURIComponent(shop);
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${toBase32(secret)}&issuer=${issuer}`;
}
