import { signInWithTwoFactor } from "#server/accounts/sign-in/complete-sign-in.ts";
import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { confirmTwoFactor, disableTwoFactor, getTwoFactor, startTwoFactor } from "./two-factor.ts";

/** Endpoints to set up two-factor authentication and to sign in with it. */
export function twoFactorRoutes(app: App) {
  const ownerOf = (call: Call) => ({
    userId: userId(call.caller),
    visitor: getVisitor(app, call),
    requestId: call.http?.request.id,
  });
  app.handle("POST /auth/two-factor", ({ body }, call) => signInWithTwoFactor(app, body, getVisitor(app, call)));
  app.handle("GET /account/two-factor", async (_input, { caller }) => ({
    data: await getTwoFactor(app.db, userId(caller)),
  }));
  app.handle("POST /account/two-factor", async (_input, { caller }) => ({
    data: await startTwoFactor(app, userId(caller)),
  }));
  app.handle("POST /account/two-factor/confirm", async ({ body }, call) => ({
    data: { recovery_codes: await confirmTwoFactor(app, body.code, ownerOf(call)) },
  }));
  app.handle("DELETE /account/two-factor", ({ body }, call) => disableTwoFactor(app, body.code, ownerOf(call)));
}
