import { v7 } from "uuid";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { revokeAccessTokens, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { createSecret, hashSecret, newSecretId } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { languageOf, shopLanguage } from "#words/say.ts";
import * as rows from "./sessions.sql.ts";

export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

/** Grace period of an exchanged token: two tabs may refresh at once. */
const graceMs = 10_000;

/** The browser a session is started in. */
type Origin = Pick<Visitor, "userAgent" | "device">;

export const createSession = async (app: App, tx: Tx, person: User, { userAgent, device }: Origin) =>
  issueTokens(app, tx, {
    owner: {
      user_id: person.id,
      role: person.role,
      token_epoch: person.token_epoch,
      family_id: v7(),
      user_agent: userAgent?.slice(0, 300) ?? null,
      device_hash: device,
    },
    id: v7(),
    refreshToken: createSecret(),
    sessionDays: await sessionDays(app),
  });

/**
 * Exchanges a refresh token for a new pair; within the grace period the same token is answered again. A token exchanged
 * more than 10 seconds ago has been stolen: its session ends. Throws `session_expired`.
 */
export async function renewSession(app: App, token: string): Promise<TokenPair> {
  const days = await sessionDays(app);
  const outcome = await inTransaction(app.db, async (tx) => {
    await rows.lockSessionUser(tx, hashSecret(token));
    const session = await rows.findSession(tx, hashSecret(token), days);
    if (!session?.live || isClosed(session)) return undefined;
    if ((session.rotated_ms ?? 0) > graceMs) {
      await rows.revokeFamily(tx, session.family_id, session.user_id, "reuse");
      await endAccessTokens(tx, session.user_id);
      return undefined;
    }
    return rotate(app, tx, { session, token, sessionDays: days });
  });
  if (!outcome) throw new Problem("session_expired");
  return outcome;
}

/** Ends the session of a refresh token, with its access tokens and sockets. Idempotent. */
export const revokeSession = (db: Db, token: string) =>
  inTransaction(db, async (tx) => {
    await rows.lockSessionUser(tx, hashSecret(token));
    const userId = await rows.revokeByToken(tx, hashSecret(token));
    if (userId !== undefined) await endAccessTokens(tx, userId);
  });

/** Revokes all access tokens of an account and closes its sockets; browsers still signed in refresh once. */
export async function endAccessTokens(tx: Tx, userId: number) {
  await revokeAccessTokens(tx, userId);
  await invalidate(tx, `account:${userId}`);
}

const sessionDays = async (app: App) => (await getCachedSettings(app)).session_days;

const isClosed = ({ account_status }: rows.KnownSession) =>
  account_status === "blocked" || account_status === "deleted";

type TokenOwner = Pick<
  rows.KnownSession,
  "user_id" | "role" | "token_epoch" | "family_id" | "user_agent" | "device_hash"
>;

interface Rotation {
  session: rows.KnownSession;
  token: string;
  sessionDays: number;
}

/**
 * The successor of a token is derived from it, so that two tabs that refresh at once get the same one: with one
 * successor each, a stolen token could start a second chain unnoticed.
 */
async function rotate(app: App, tx: Tx, { session, token, sessionDays }: Rotation): Promise<TokenPair> {
  const id = session.rotated_to ?? newSecretId();
  const refreshToken = app.tokens.derive("refresh", id, token);
  if (session.rotated_to) return { access_token: await signAccessToken(app, session), refresh_token: refreshToken };
  await rows.markRotated(tx, session.id, id);
  return issueTokens(app, tx, { owner: session, id, refreshToken, sessionDays });
}

interface NewTokens {
  owner: TokenOwner;
  id: string;
  refreshToken: string;
  sessionDays: number;
}

async function issueTokens(app: App, tx: Tx, { owner, id, refreshToken, sessionDays }: NewTokens): Promise<TokenPair> {
  await rows.insertSession(tx, {
    id,
    userId: owner.user_id,
    familyId: owner.family_id,
    refreshHash: hashSecret(refreshToken),
    userAgent: owner.user_agent,
    deviceHash: owner.device_hash,
    sessionDays,
    language: languageOf(shopLanguage()),
  });
  return { access_token: await signAccessToken(app, owner), refresh_token: refreshToken };
}

const signAccessToken = ({ tokens }: App, { user_id, role, family_id, token_epoch }: TokenOwner) =>
  tokens.sign({ userId: user_id, role, sessionFamily: family_id, epoch: token_epoch });
