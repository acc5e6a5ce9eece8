import { createHash, createHmac, randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { v7 } from "uuid";
import { accessTokenSeconds, type Role } from "#contract/accounts/accounts.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { keyId, type SigningKeys } from "./signing-key.ts";

export interface AccessClaims {
  userId: number;
  role: Role;
  sessionFamily: string;
  epoch: number;
}

/** The claims of a valid token, and when it expires. */
type Verified = AccessClaims & { ends: Date };

export interface Tokens {
  sign(claims: AccessClaims): Promise<string>;
  /**
   * Throws `session_expired` (401) for an expired token and one of a key that is not used any more, so that browsers
   * refresh it, and `token_broken` (422) for an invalid one.
   */
  verify(token: string): Promise<Verified>;
  /**
   * A secret of 256 bits derived from what it is for, an id (UUID of version 7) and further values; always the same for
   * the same ones, also after the signing key was replaced once.
   */
  derive(purpose: string, id: string, ...bound: string[]): string;
}

const cachedTokens = 5000;

/**
 * Access tokens signed with the shop's key (HS256); those of the key before it are valid as long as the last of them
 * lives, so that whoever has a leaked key can't sign in with it after that. Verified signatures are cached, since
 * verifying costs more than the rest of most calls; whether the account is still active is checked each time (`userOf`).
 * The first eviction of a valid token is logged.
 */
export function createTokens(keys: SigningKeys, log: Pick<FastifyBaseLogger, "info">, max = cachedTokens): Tokens {
  const { current } = keys;
  const kid = keyId(current);
  let isFull = false;
  const verified = new LRUCache<string, Verified>({
    max,
    dispose: ({ ends }, _token, reason) => {
      if (reason !== "evict" || isFull || ends.getTime() <= Date.now()) return;
      isFull = true;
      log.info({ max }, "more access tokens are in use than are cached: some are verified at each request");
    },
  });
  return {
    sign: ({ userId, role, sessionFamily, epoch }) =>
      new SignJWT({ role, fam: sessionFamily, ep: epoch })
        .setProtectedHeader({ alg: "HS256", kid })
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(current),
    verify: async (token) => {
      const claims = verified.get(token) ?? (await read(token, keys));
      if (claims.ends.getTime() <= Date.now()) throw new Problem("session_expired");
      verified.set(token, claims);
      return claims;
    },
    derive: (purpose, id, ...bound) =>
      createHmac("sha256", keyAt(keys, createdAt(id)))
        .update(JSON.stringify([purpose, id, ...bound]))
        .digest("base64url"),
  };
}

/**
 * The id of a secret that `derive` makes. Its time is the clock's: a plain `v7()` never goes back behind the one before,
 * so that after the clock was put back it would name a later key than the secret was made with.
 */
export const newSecretId = (): string => v7({ msecs: Date.now() });

/** The key that was the current one when something was created. */
const keyAt = ({ current, previous, since }: SigningKeys, time: number) =>
  previous && since && time < since.getTime() ? previous : current;

/** When a UUID of version 7 was created; of other ids nothing is known. */
const createdAt = (id: string) =>
  uuid7.test(id) ? Number.parseInt(id.slice(0, 13).replace("-", ""), 16) : Number.POSITIVE_INFINITY;
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

/** Until when tokens of the previous key are valid. */
const previousEnds = ({ since }: SigningKeys) => (since?.getTime() ?? 0) + accessTokenSeconds * 1000;

async function read(token: string, keys: SigningKeys): Promise<Verified> {
  const { current, previous } = keys;
  let lastsUntil = Number.POSITIVE_INFINITY;
  const find = ({ kid }: { kid?: string }) => {
    if (kid === keyId(current)) return current;
    lastsUntil = previousEnds(keys);
    if (previous && kid === keyId(previous) && Date.now() < lastsUntil) return previous;
    throw new Problem("session_expired");
  };
  try {
    const { payload } = await jwtVerify(token, find, { algorithms: ["HS256"] });
    return {
      userId: Number(payload.sub),
      role: payload.role as Role,
      sessionFamily: String(payload.fam),
      epoch: Number(payload.ep),
      ends: new Date(Math.min((payload.exp ?? 0) * 1000, lastsUntil)),
    };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(error instanceof errors.JWTExpired ? "session_expired" : "token_broken");
  }
}

/** A new secret of 256 bits as text, for refresh tokens and guest ids. */
export const createSecret = () => randomBytes(32).toString("base64url");
/** The sha256 of a secret, the only form it is stored in. */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest();
