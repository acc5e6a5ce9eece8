import { verifyOwner } from "#server/accounts/owner-proof.ts";
import { signInAsGuest } from "#server/accounts/provisional/guest-sign-in.ts";
import { confirmEmail } from "#server/accounts/recovery/email-verification.ts";
import {
  registerPasswordResetJob,
  requestPasswordReset,
  resetPassword,
} from "#server/accounts/recovery/password-reset.ts";
import { sendCode, signInByCode } from "#server/accounts/recovery/sign-in-codes.ts";
import { renewSession, revokeSession } from "#server/accounts/sessions/sessions.ts";
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  startTwoFactor,
} from "#server/accounts/two-factor/two-factor.ts";
import { findUserById } from "#server/accounts/users.sql.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { signInWithTwoFactor } from "./complete-sign-in.ts";
import { register, signIn } from "./sign-in.ts";
import { getVisitor, getVisitorWithSession } from "./visitor.ts";

/** Endpoints to sign in, register and sign out, of lost passwords, email addresses and the second factor. */
export function signInRoutes(app: App) {
  app.handle("POST /auth/login", async ({ body }, call) => signIn(app, body, await getVisitorWithSession(app, call)));
  app.handle("POST /auth/register", async ({ body }, call) =>
    register(app, body, await getVisitorWithSession(app, call)),
  );
  app.handle("POST /auth/guest", async ({ body }, call) =>
    signInAsGuest(app, body.email, await getVisitorWithSession(app, call)),
  );
  app.handle("POST /auth/refresh", (_input, call) => renewSession(app, refreshToken(call)));
  app.handle("POST /auth/logout", (_input, call) => revokeSession(app.db, refreshToken(call)));
  registerPasswordResetJob(app);
  app.handle("POST /auth/password/forgot", ({ body }, call) =>
    requestPasswordReset(app, body.username, getVisitor(app, call)),
  );
  app.handle("POST /auth/password/reset", async ({ body }, call) =>
    resetPassword(app, body, await getVisitorWithSession(app, call)),
  );
  app.answer("POST /auth/email/confirm", async ({ body }, call) =>
    confirmEmail(app, body.token, await getVisitorWithSession(app, call)),
  );
  app.handle("POST /auth/code/request", ({ body }, call) => sendCode(app, body.email, getVisitor(app, call)));
  app.handle("POST /auth/code/verify", async ({ body }, call) =>
    signInByCode(app, body, await getVisitorWithSession(app, call)),
  );
  twoFactorRoutes(app);
}

function twoFactorRoutes(app: App) {
  const ownerOf = (call: Call) => ({
    userId: userId(call.caller),
    visitor: getVisitor(app, call),
    requestId: call.http?.request.id,
  });
  app.handle("POST /auth/two-factor", async ({ body }, call) =>
    signInWithTwoFactor(app, body, await getVisitorWithSession(app, call)),
  );
  app.answer("GET /account/two-factor", (_input, { caller }) => getTwoFactor(app.db, userId(caller)));
  app.answer("POST /account/two-factor", async ({ body }, call) => {
    const person = assertFound(await findUserById(app.db, userId(call.caller)));
    return startTwoFactor(app, person, await verifyOwner(app, person, body, getVisitor(app, call)));
  });
  app.answer("POST /account/two-factor/confirm", async ({ body }, call) => ({
    recovery_codes: await confirmTwoFactor(app, body.code, ownerOf(call)),
  }));
  app.handle("DELETE /account/two-factor", ({ body }, call) => disableTwoFactor(app, body.code, ownerOf(call)));
}

function refreshToken({ caller }: Call): string {
  if (caller.kind !== "refresh") throw new Problem("session_expired");
  return caller.token;
}
