import { randomBytes } from "node:crypto";
import { type AccountEmail, requestEmail } from "#server/accounts/account-emails.ts";
import { insertAccountChange } from "#server/accounts/audit/audit.sql.ts";
import { attempterOf, checkAttempt } from "#server/accounts/sign-in/throttle.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { lockUserById, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { decrypt, encrypt } from "#server/platform/auth/encryption.ts";
import type { SigningKeys } from "#server/platform/auth/signing-key.ts";
import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getShopName } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { findStep, otpauthUrl, toBase32 } from "./totp.ts";
import * as rows from "./two-factor.sql.ts";

const secretBytes = 20;
const recoveryCodes = 10;
/** 16 characters in base32. */
const recoveryCodeBytes = 10;

/** Who changes the account's second factor. */
interface Owner {
  userId: number;
  visitor: Visitor;
  requestId: string | undefined;
}

/** Whether signing in to the account needs a code, and how many recovery codes are left. */
export async function getTwoFactor(db: Db | Tx, userId: number) {
  const found = await rows.findTwoFactor(db, userId);
  return { enabled: found?.is_confirmed ?? false, recovery_codes_left: found?.recovery_codes_left ?? 0 };
}

/**
 * Starts the setup with a new secret, which replaces one that was not confirmed. `useProof` is what `verifyOwner`
 * returned: somebody with a session alone would lock the owner out. Throws `two_factor_on`.
 */
export async function startTwoFactor(app: App, person: User, useProof: (tx: Tx) => Promise<void>) {
  const { id: userId } = person;
  const secret = randomBytes(secretBytes);
  const encrypted = encrypt(app.keys, purposeOf(userId), secret.toString("base64"));
  await inTransaction(app.db, async (tx) => {
    await useProof(tx);
    if (!(await rows.saveSecretToConfirm(tx, userId, encrypted))) throw new Problem("two_factor_on");
  });
  const account = person.email ?? person.username ?? "";
  return { secret: toBase32(secret), otpauth_url: otpauthUrl(secret, { shop: await getShopName(app), account }) };
}

/**
 * Turns two-factor authentication on with a code of the app. Returns the recovery codes, of which only hashes are stored.
 * Throws `code_wrong`, `two_factor_on` or `too_many_requests`.
 */
export async function confirmTwoFactor(app: App, code: string, owner: Owner): Promise<string[]> {
  const { userId } = owner;
  const attempt = await checkCodeAttempt(app.db, owner);
  const found = assertFound(await rows.findTwoFactor(app.db, userId), "code_wrong");
  if (found.is_confirmed) throw new Problem("two_factor_on");
  const step = findStep(secretOf(app, userId, found.secret), code, Date.now() / 1000);
  if (step === undefined) throw codeProblem();
  const codes = Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(recoveryCodeBytes)).toLowerCase());
  await inTransaction(app.db, async (tx) => {
    const recoveryHashes = codes.map(hashSecret);
    if (!(await rows.confirmSecret(tx, { userId, secret: found.secret, step, recoveryHashes }))) throw codeProblem();
    await recordChange(app, tx, { ...owner, actorId: userId }, "two_factor_enabled");
  });
  await attempt.succeeded();
  return codes.map((one) => one.replaceAll(/.{4}(?=.)/g, "$&-"));
}

/** Turns two-factor authentication off. Throws `code_wrong` or `too_many_requests`. */
export async function disableTwoFactor(app: App, code: string, owner: Owner) {
  const attempt = await checkCodeAttempt(app.db, owner);
  await inTransaction(app.db, async (tx) => {
    await redeemCode(app, tx, owner.userId, code);
    await resetTwoFactor(app, tx, { ...owner, actorId: owner.userId });
  });
  await attempt.succeeded();
}

/** Turns two-factor authentication of an account off, with a recorded change and an email to its owner. */
export async function resetTwoFactor(app: App, tx: Tx, change: Change) {
  await rows.deleteTwoFactor(tx, change.userId);
  await recordChange(app, tx, change, "two_factor_disabled");
}

/** Counts an attempt to enter a code of the account. Throws `too_many_requests`. */
export const checkCodeAttempt = async (db: Db, { userId, visitor }: Pick<Owner, "userId" | "visitor">) =>
  checkAttempt(db, `two-factor ${userId}`, await attempterOf(db, { id: userId }, visitor));

/** Uses a code of the account's app, or a recovery code, once. Throws `code_wrong`. */
export async function redeemCode(app: App, tx: Tx, userId: number, code: string) {
  const found = await rows.findTwoFactor(tx, userId);
  if (!found?.is_confirmed) throw codeProblem();
  if (await rows.redeemRecoveryCode(tx, userId, hashSecret(code))) return;
  const step = findStep(secretOf(app, userId, found.secret), code, Date.now() / 1000);
  if (step === undefined || !(await rows.redeemStep(tx, userId, step))) throw codeProblem();
}

/** Encrypts the secrets of all apps with the current signing key; those that no key can read stay. */
export async function reencryptTwoFactor(tx: Tx, keys: SigningKeys) {
  for (const { user_id, secret } of await rows.listSecrets(tx)) {
    const value = decrypt(keys, purposeOf(user_id), secret);
    if (value !== undefined) await rows.replaceSecret(tx, user_id, encrypt(keys, purposeOf(user_id), value));
  }
}

const purposeOf = (userId: number) => `two-factor secret ${userId}`;
/** The secret of the account's app. Throws `two_factor_unreadable` if a lost signing key has encrypted it. */
const secretOf = ({ keys }: App, userId: number, encrypted: Buffer) =>
  Buffer.from(assertFound(decrypt(keys, purposeOf(userId), encrypted), "two_factor_unreadable"), "base64");

const codeProblem = () =>
  new Problem("code_wrong", {
    message: text("That code is incorrect or has already been used. Enter the latest one."),
  });

type Change = Pick<Owner, "userId" | "requestId"> & { actorId: number };

/** Writes the change and requests the email to the owner. */
async function recordChange(
  app: App,
  tx: Tx,
  { userId, ...actor }: Change,
  kind: Extract<AccountEmail["kind"], "two_factor_enabled" | "two_factor_disabled">,
) {
  const person = assertFound(await lockUserById(tx, userId));
  await insertAccountChange(tx, actor, { id: userId, action: `user.${kind}` });
  if (person.email) await requestEmail(app, tx, { kind, to: person.email, userId, tokenId: null });
}
