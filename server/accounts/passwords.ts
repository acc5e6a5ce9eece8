import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id floor: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with argon2id and its own salt. */
export const hashPassword = (password: string) => hash(password, cost);

let dummyHash: Promise<string> | undefined;

/** Verifies a password. Without a hash it is false after the same time. */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("nobody has this password");
  const right = await verify(kept ?? (await dummyHash), password);
  return right && Boolean(kept);
}
