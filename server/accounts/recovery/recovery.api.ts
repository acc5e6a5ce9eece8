import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import type { App } from "#server/platform/app.ts";
import { confirmEmail } from "./email-verification.ts";
import { registerPasswordResetJob, requestPasswordReset, resetPassword } from "./password-reset.ts";
import { sendCode, signInByCode } from "./sign-in-codes.ts";

/** Endpoints for password reset, email verification and sign-in codes. */
export function recoveryRoutes(app: App) {
  registerPasswordResetJob(app);
  app.handle("POST /auth/password/forgot", ({ body }, call) =>
    requestPasswordReset(app, body.username, getVisitor(app, call)),
  );
  app.handle("POST /auth/password/reset", ({ body }, call) => resetPassword(app, body, getVisitor(app, call)));
  app.handle("POST /auth/email/confirm", async ({ body }) => ({ data: await confirmEmail(app, body.token) }));
  app.handle("POST /auth/code/request", ({ body }, call) => sendCode(app, body.email, getVisitor(app, call)));
  app.handle("POST /auth/code/verify", ({ body }, call) => signInByCode(app, body, getVisitor(app, call)));
}
