import { hash, verify } from "@node-rs/argon2";

// OWASP's argon2id floor: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password as it is kept: an argon2id hash with its own salt. */
export const hashPassword = (password: string) => hash(password, cost);

let dummyHash: Promise<string> | undefined;

/** Whether the password belongs to the hash. Without a hash the answer is no, and takes just as long. */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("nobody has this password");
  const right = await verify(kept ?? (await dummyHash), password);
  return right && Boolean(kept);
}
