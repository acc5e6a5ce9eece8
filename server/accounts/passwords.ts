import { readFileSync } from "node:fs";
import { hash, verify } from "@node-rs/argon2";
import { fieldProblem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";

// OWASP's argon2id floor: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with argon2id and its own salt. */
export const hashPassword = (password: string) => hash(password, cost);

let dummyHash: Promise<string> | undefined;

/** Verifies a password. Without a hash it is false after the same time. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("nobody has this password");
  const right = await verify(hash ?? (await dummyHash), password);
  return right && Boolean(hash);
}

/** Names a password must not consist of: the shop's, and those of the account. */
export type OwnNames = (string | null | undefined)[];

let commonPasswords: Set<string> | undefined;
/** Shorter names are parts of ordinary words. */
const minNameLength = 3;
/** Characters a password needs besides names. */
const minOtherCharacters = 5;

/** Refuses the 10,000 most common passwords and those made of own names. Throws `bad_input`. */
export function assertUncommonPassword(password: string, ownNames: OwnNames) {
  commonPasswords ??= new Set(
    readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
      .trimEnd()
      .split("\n"),
  );
  const typed = password.toLowerCase();
  if (commonPasswords.has(typed))
    throw fieldProblem("password", "common", text("This password is too common. Use another one."));
  if (withoutNames(typed, ownNames).length < minOtherCharacters)
    throw fieldProblem(
      "password",
      "own_name",
      text("This password is too similar to your name or the shop's. Use another one."),
    );
}

function withoutNames(typed: string, ownNames: OwnNames): string {
  const names = ownNames.flatMap((name) => name?.toLowerCase().split(/[\s@]+/) ?? []);
  const longestFirst = names.filter(({ length }) => length >= minNameLength).toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, name) => left.replaceAll(name, ""), typed);
  return rest === typed ? typed : rest.replace(/[\s\p{P}]/gu, "");
}
