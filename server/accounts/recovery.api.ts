import type { Call, App } from "#server/platform/app.ts";
import { sendCode, signInByCode } from "./codes.ts";
import { confirmEmail } from "./confirming.ts";
import { forgetPassword, forgottenJobs, resetPassword } from "./forgotten.ts";
import { visitorOf } from "./sign-in.api.ts";

/** Ways in by what was sent to one's e-mail address. */
export function recoveryRoutes(app: App) {
  forgottenJobs(app);
  app.handle("POST /auth/password/forgot", ({ body }, call) => forgetPassword(app, body.username, from(call)));
  app.handle("POST /auth/password/reset", ({ body }, call) => resetPassword(app, body, visitorOf(call)));
  app.handle("POST /auth/email/confirm", async ({ body }) => ({ data: await confirmEmail(app, body.token) }));
  app.handle("POST /auth/code/request", ({ body }, call) => sendCode(app, body.email, from(call)));
  app.handle("POST /auth/code/verify", ({ body }, call) => signInByCode(app, body, visitorOf(call)));
}

const from = ({ http }: Call) => http?.request.ip ?? "";
