import { v7 } from "uuid";
import type { User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { createSecret, hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import {
  findSession,
  insertSession,
  type KnownSession,
  lockSessionUser,
  markRotated,
  revokeByToken,
  revokeFamily,
} from "./sessions.sql.ts";

export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

/** Grace period of an exchanged token: two tabs may refresh at once. */
const graceMs = 10_000;

/** Creates a session. */
export const createSession = (app: App, tx: Tx, person: User, userAgent: string | undefined) =>
  issueTokens(app, tx, {
    user_id: person.id,
    role: person.role,
    token_epoch: person.token_epoch,
    family_id: v7(),
    user_agent: userAgent?.slice(0, 300) ?? null,
  });

/**
 * Exchanges a refresh token for a new pair. A token exchanged more than 10 seconds ago has been stolen: its session
 * ends. Throws `session_expired`.
 */
export async function renewSession(app: App, token: string): Promise<TokenPair> {
  const outcome = await inTransaction(app.db, async (tx) => {
    await lockSessionUser(tx, hashSecret(token));
    const session = await findSession(tx, hashSecret(token));
    if (!session?.live || isShutOut(session)) return undefined;
    if ((session.rotated_ms ?? 0) > graceMs) {
      await revokeFamily(tx, session.family_id, session.user_id, "reuse");
      await invalidate(tx, `account:${session.user_id}`);
      return undefined;
    }
    if (session.rotated_ms === null) await markRotated(tx, session.id);
    return issueTokens(app, tx, session);
  });
  if (!outcome) throw new Problem("session_expired");
  return outcome;
}

/** Ends the session of a refresh token. Idempotent. */
export const revokeSession = (db: Db, token: string) =>
  inTransaction(db, async (tx) => {
    await lockSessionUser(tx, hashSecret(token));
    await revokeByToken(tx, hashSecret(token));
  });

const isShutOut = ({ account_status }: KnownSession) => account_status === "blocked" || account_status === "deleted";

type TokenOwner = Pick<KnownSession, "user_id" | "role" | "token_epoch" | "family_id" | "user_agent">;

async function issueTokens({ tokens }: App, tx: Tx, owner: TokenOwner): Promise<TokenPair> {
  const refresh = createSecret();
  await insertSession(tx, {
    id: v7(),
    userId: owner.user_id,
    familyId: owner.family_id,
    refreshHash: hashSecret(refresh),
    userAgent: owner.user_agent,
  });
  const claims = {
    userId: owner.user_id,
    role: owner.role,
    sessionFamily: owner.family_id,
    epoch: owner.token_epoch,
  };
  return { access_token: await tokens.sign(claims), refresh_token: refresh };
}
