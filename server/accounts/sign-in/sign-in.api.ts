import { renewSession, revokeSession } from "#server/accounts/sessions/sessions.ts";
import type { App, Call } from "#server/platform/app.ts";
import { guestCookie } from "#server/platform/auth/caller.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { register, signIn, type Visitor } from "./sign-in.ts";

/** Endpoints to sign in, register, refresh and sign out. */
export function signInRoutes(app: App) {
  app.handle("POST /auth/login", ({ body }, call) => signIn(app, body, getVisitor(call)));
  app.handle("POST /auth/register", ({ body }, call) => register(app, body, getVisitor(call)));
  app.handle("POST /auth/refresh", (_input, call) => renewSession(app, refreshToken(call)));
  app.handle("POST /auth/logout", (_input, call) => revokeSession(app.db, refreshToken(call)));
}

/** IP address, user agent and guest id of a request. */
export function getVisitor({ http }: Call): Visitor {
  return {
    address: http?.request.ip ?? "",
    userAgent: http?.request.headers["user-agent"],
    guestId: http?.request.cookies[guestCookie],
  };
}

function refreshToken({ caller }: Call): string {
  if (caller.kind !== "refresh") throw new Problem("session_expired");
  return caller.token;
}
