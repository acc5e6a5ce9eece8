import type { FastifyRequest } from "fastify";
import type { Role } from "#contract/accounts/accounts.ts";
import type { Caller as Declared } from "#contract/endpoint.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { accountStatus } from "./account-status.ts";

/** What is needed to know who calls. */
export type AuthParts = Pick<App, "tokens" | "db" | "responseCache">;

/** Who calls. A guest is somebody who carries a guest id; `refresh` is known by a refresh token alone. */
export type Caller =
  | { kind: "nobody" }
  | { kind: "guest"; guestId: string }
  | { kind: "refresh"; token: string }
  | { kind: "user"; id: number; role: Role; sessionFamily: string };

/** Somebody signed in, and when the token that says so ends. */
export type SignedInUser = Extract<Caller, { kind: "user" }> & { tokenEnds: Date };

export const guestCookie = "guest_id";
const bearer = (request: FastifyRequest) => /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];

/** The caller of a request. Throws when the contract does not admit them. */
export async function admit(declared: Declared, request: FastifyRequest, parts: AuthParts): Promise<Caller> {
  if (declared === "anyone") return { kind: "nobody" };
  const token = bearer(request);
  if (declared === "refresh") {
    if (!token) throw new Problem("session_expired");
    return { kind: "refresh", token };
  }
  if (!token) return withoutToken(declared, request);
  const caller = await userOf(token, parts);
  if (declared === "admin" && caller.role !== "admin") throw new Problem("forbidden");
  if ((declared === "customer" || declared === "shopper") && caller.role !== "customer") throw new Problem("forbidden");
  return caller;
}

function withoutToken(declared: Declared, request: FastifyRequest): Caller {
  if (declared === "visitor") return { kind: "nobody" };
  if (declared !== "shopper") throw new Problem("not_signed_in");
  const guestId = request.cookies[guestCookie];
  return guestId ? { kind: "guest", guestId } : { kind: "nobody" };
}

/** The user of an access token, with the role and status the account has now. Throws `session_expired`. */
export async function userOf(token: string, parts: AuthParts): Promise<SignedInUser> {
  const claims = await parts.tokens.verify(token);
  const account = await accountStatus(parts, claims.userId);
  if (!account || account.token_epoch !== claims.epoch) throw new Problem("session_expired");
  if (account.account_status === "blocked" || account.account_status === "deleted")
    throw new Problem("session_expired");
  const { userId: id, sessionFamily, ends } = claims;
  return { kind: "user", id, role: account.role, sessionFamily, tokenEnds: ends };
}

/** The id of the signed-in caller; only for handlers whose contract admits nobody else. */
export function userId(caller: Caller): number {
  if (caller.kind !== "user") throw new Problem("not_signed_in");
  return caller.id;
}
