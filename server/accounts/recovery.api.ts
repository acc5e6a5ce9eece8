import type { Call, House } from "#server/platform/house.ts";
import { sendCode, signInByCode } from "./codes.ts";
import { confirmEmail } from "./confirming.ts";
import { forgetPassword, forgottenJobs, resetPassword } from "./forgotten.ts";
import { visitorOf } from "./sign-in.api.ts";

/** Ways in by what was sent to one's e-mail address. */
export function recoveryRoutes(house: House) {
  forgottenJobs(house);
  house.handle("POST /auth/password/forgot", ({ body }, call) => forgetPassword(house, body.username, from(call)));
  house.handle("POST /auth/password/reset", ({ body }, call) => resetPassword(house, body, visitorOf(call)));
  house.handle("POST /auth/email/confirm", async ({ body }) => ({ data: await confirmEmail(house, body.token) }));
  house.handle("POST /auth/code/request", ({ body }, call) => sendCode(house, body.email, from(call)));
  house.handle("POST /auth/code/verify", ({ body }, call) => signInByCode(house, body, visitorOf(call)));
}

const from = ({ http }: Call) => http?.request.ip ?? "";
