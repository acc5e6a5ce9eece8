import { type AccountEmail, requestEmail } from "#server/accounts/account-emails.ts";
import type { App } from "#server/platform/app.ts";
import { hashSecret, newSecretId } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { findToken, insertToken, markTokenUsed, type Purpose, type Token } from "./one-time-tokens.sql.ts";

type Keys = Pick<App, "tokens">;
interface TokenRequest {
  purpose: Purpose;
  userId?: number | null;
  email?: string | null;
  seconds: number;
  /** The device that requested it. */
  requestedBy?: Buffer | null;
  /** For retried jobs: an id is issued once. */
  id?: string;
  /** Further values the secret is derived from; needed to verify it. */
  bound?: string[];
}

/** Issues a secret, stored as a hash, to use once within `seconds`. Returns the id `tokenSecret` derives it from. */
export async function issueToken(
  { tokens }: Keys,
  db: Db | Tx,
  { purpose, userId = null, email = null, seconds, requestedBy = null, id = newSecretId(), bound = [] }: TokenRequest,
): Promise<{ id: string; fresh: boolean }> {
  const hash = hashSecret(tokenSecret({ tokens }, purpose, id, ...bound));
  return { id, fresh: await insertToken(db, { id, purpose, hash, userId, email, seconds, requestedBy }) };
}

/** Issues a token and emails it to its address, once for an id. The email has the name of its purpose. */
export async function sendToken(
  app: Pick<App, "tokens" | "events">,
  tx: Tx,
  request: TokenRequest & { purpose: Purpose & AccountEmail["kind"]; email: string },
) {
  const { purpose: kind, email: to, userId = null } = request;
  const { id: tokenId, fresh } = await issueToken(app, tx, request);
  if (fresh) await requestEmail(app, tx, { kind, to, userId, tokenId });
}

/** Derives a token's secret from its id with the shop's key. */
export const tokenSecret = ({ tokens }: Keys, purpose: Purpose, id: string, ...bound: string[]) =>
  tokens.derive(purpose, id, ...bound);

/** The secret of an emailed sign-in code, as six digits. */
export const signInCode = (keys: Keys, id: string): string => {
  const digits = Buffer.from(tokenSecret(keys, "login_code", id), "base64url").readBigUInt64BE() % 1_000_000n;
  return String(digits).padStart(6, "0");
};

/** Checks a secret without using it. Throws `link_expired`. */
export const checkToken = async (db: Db, purpose: Purpose, secret: string): Promise<Token> =>
  assertValid(await findToken(db, [purpose], hashSecret(secret)));

/** Uses a secret. Throws `link_expired` if it is unknown, expired or used. */
export const redeemToken = async (db: Db | Tx, purposes: Purpose[], secret: string) =>
  assertValid(await markTokenUsed(db, purposes, hashSecret(secret)));

function assertValid<T>(token: T | undefined): T {
  if (!token) throw new Problem("link_expired");
  return token;
}
