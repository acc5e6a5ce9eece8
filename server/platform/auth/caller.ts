import type { FastifyRequest } from "fastify";
import type { Role } from "#contract/accounts/accounts.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  allPermissions,
  hasAccess,
  isPermitted,
  type PermissionArea,
  type Permissions,
} from "#contract/resources/permissions.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";
import type { ResponseCache } from "#server/platform/cache/response-cache.ts";
import { type Db, listRows } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";

/** What an endpoint says of who may call it. */
type Admission = Pick<Endpoint, "caller" | "permission" | "beforeTwoFactor">;

/** What authentication needs. */
export interface AuthParts {
  tokens: Tokens;
  db: Db;
  responseCache: ResponseCache;
}

/** Who calls. A `guest` has a guest id; `refresh` is identified by a refresh token only. */
export type Caller =
  | { kind: "nobody" }
  | { kind: "guest"; guestId: string }
  | { kind: "refresh"; token: string }
  | { kind: "user"; id: number; role: Role; permissions: Permissions; sessionFamily: string };

type UserCaller = Extract<Caller, { kind: "user" }>;
/** A signed-in user, and when the access token expires. */
export type SignedInUser = UserCaller & { tokenEnds: Date; mustSetUpTwoFactor: boolean };

export const guestCookie = "guest_id";
const bearer = (request: FastifyRequest) => /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];

/** What a valid access token says, for an endpoint that anyone may call; undefined without one, or with another one. */
export const findClaims = async (request: FastifyRequest | undefined, tokens: Tokens) => {
  const token = request && bearer(request);
  return token === undefined ? undefined : tokens.verify(token).catch(() => undefined);
};

/** Authenticates the caller of a request to an endpoint. Throws if it is not for them. */
export async function admit(endpoint: Admission, request: FastifyRequest, parts: AuthParts): Promise<Caller> {
  const { caller: declared } = endpoint;
  if (declared === "anyone") return { kind: "nobody" };
  const token = bearer(request);
  if (declared === "refresh") {
    if (!token) throw new Problem("session_expired");
    return { kind: "refresh", token };
  }
  if (!token) return withoutToken(declared, request);
  const caller = await userOf(token, parts);
  if (caller.mustSetUpTwoFactor && !endpoint.beforeTwoFactor) {
    if (declared === "visitor") return { kind: "nobody" };
    throw new Problem("two_factor_setup_required");
  }
  if (!mayCall(endpoint, caller)) throw new Problem("forbidden");
  return caller;
}

/** Whether an endpoint is for this user: for staff, by what it says they need. */
export function mayCall({ caller, permission }: Admission, { role, permissions }: UserCaller): boolean {
  if (caller === "customer" || caller === "shopper") return role === "customer";
  if (role === "staff" && (caller === "admin" || permission)) return isPermitted(permissions, permission);
  return caller !== "admin" || role === "admin";
}

function withoutToken(declared: Admission["caller"], request: FastifyRequest): Caller {
  if (declared === "visitor") return { kind: "nobody" };
  if (declared !== "shopper") throw new Problem("not_signed_in");
  const guestId = request.cookies[guestCookie];
  return guestId ? { kind: "guest", guestId } : { kind: "nobody" };
}

/** The user of an access token, with the current role of the account. Throws `session_expired` and `token_broken`. */
export async function userOf(token: string, parts: AuthParts): Promise<SignedInUser> {
  const claims = await parts.tokens.verify(token);
  const account = await getAccount(parts, claims.userId);
  if (!account || account.token_epoch !== claims.epoch) throw new Problem("session_expired");
  if (account.account_status === "blocked" || account.account_status === "deleted")
    throw new Problem("session_expired");
  const { userId: id, sessionFamily, ends } = claims;
  const { role, must_set_up_two_factor: mustSetUpTwoFactor } = account;
  const permissions = mustSetUpTwoFactor ? {} : permissionsOf(role, account.permissions);
  return { kind: "user", id, role, permissions, sessionFamily, tokenEnds: ends, mustSetUpTwoFactor };
}

/** What a user of this role may do in the dashboard. */
export const permissionsOf = (role: Role, permissions: Permissions): Permissions =>
  role === "admin" ? allPermissions : permissions;

/** Whether the caller may read an area in the dashboard. */
export const mayRead = (caller: Caller, area: PermissionArea) =>
  caller.kind === "user" && hasAccess(caller.permissions, area, "read");

/** The id of the signed-in caller. Throws `not_signed_in` for others. */
export function userId(caller: Caller): number {
  if (caller.kind !== "user") throw new Problem("not_signed_in");
  return caller.id;
}

/** The current state of an account. Tokens issued before `token_epoch` are revoked. */
interface Account {
  role: Role;
  account_status: string;
  token_epoch: number;
  permissions: Permissions;
  must_set_up_two_factor: boolean;
}

const bytesPerAccount = 500;
/** Withdrawn permissions end within this time even where no message of it arrives. */
const accountMaxAgeMs = 30_000;

/** The account, cached for a short time or until `account:<id>` is invalidated; undefined if it is deleted. */
async function getAccount({ db, responseCache }: AuthParts, id: number): Promise<Account | undefined> {
  const { value } = await responseCache.get(`account ${id}`, async (addCacheTags) => {
    addCacheTags(`account:${id}`);
    const rows = await listRows<Account>(db)`
      select role, account_status, token_epoch, permissions, must_set_up_two_factor
      from caller_accounts
      where id = ${id}`;
    return {
      value: { account: rows[0] },
      bytes: bytesPerAccount,
      isCacheable: rows.length > 0,
      maxAgeMs: accountMaxAgeMs,
    };
  });
  return value.account;
}
