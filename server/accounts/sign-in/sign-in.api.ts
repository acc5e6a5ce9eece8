import { renewSession, revokeSession } from "#server/accounts/sessions/sessions.ts";
import type { App, Call } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { register, signIn } from "./sign-in.ts";
import { getVisitor } from "./visitor.ts";

/** Endpoints to sign in, register, refresh and sign out. */
export function signInRoutes(app: App) {
  app.handle("POST /auth/login", ({ body }, call) => signIn(app, body, getVisitor(app, call)));
  app.handle("POST /auth/register", ({ body }, call) => register(app, body, getVisitor(app, call)));
  app.handle("POST /auth/refresh", (_input, call) => renewSession(app, refreshToken(call)));
  app.handle("POST /auth/logout", (_input, call) => revokeSession(app.db, refreshToken(call)));
}

function refreshToken({ caller }: Call): string {
  if (caller.kind !== "refresh") throw new Problem("session_expired");
  return caller.token;
}
