import { createHash, createHmac, randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
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
  /** Throws `session_expired` (401) for an expired token and `token_broken` (422) for an invalid one. */
  verify(token: string): Promise<Verified>;
  /** A secret of 256 bits derived from the signing key and `parts`; always the same for the same parts. */
  derive(...parts: string[]): string;
}

const cachedTokens = 5000;

/**
 * Access tokens signed with the shop's key (HS256); those of the key before it are valid too. Verified signatures are cached, since verifying costs more than the
 * rest of most calls; whether the account is still active is checked each time (`userOf`). The first eviction of a
 * valid token is logged.
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
    derive: (...parts) => createHmac("sha256", current).update(JSON.stringify(parts)).digest("base64url"),
  };
}

async function read(token: string, { current, previous }: SigningKeys): Promise<Verified> {
  const find = ({ kid }: { kid?: string }) => (previous && kid === keyId(previous) ? previous : current);
  try {
    const { payload } = await jwtVerify(token, find, { algorithms: ["HS256"] });
    return {
      userId: Number(payload.sub),
      role: payload.role as Role,
      sessionFamily: String(payload.fam),
      epoch: Number(payload.ep),
      ends: new Date((payload.exp ?? 0) * 1000),
    };
  } catch (error) {
    throw new Problem(error instanceof errors.JWTExpired ? "session_expired" : "token_broken");
  }
}

/** A new secret of 256 bits as text, for refresh tokens and guest ids. */
export const createSecret = () => randomBytes(32).toString("base64url");
/** The sha256 of a secret, the only form it is stored in. */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest();
