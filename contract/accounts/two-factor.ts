import { z } from "zod";
import { endpoint, one } from "#contract/endpoint.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { OwnerProof, Secret, SignInCode, signInWith } from "./accounts.ts";

/** A recovery code such as `k7dq-m2fz-t3hc-x6ta`, without its hyphens. */
const RecoveryCode = z
  .string()
  .max(40)
  .transform((text) => text.toLowerCase().replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^[a-z2-7]{16}$/));
/** A code of the authenticator app or a recovery code. */
const TwoFactorCode = z
  .string()
  .max(40)
  .transform((text) => toAsciiDigits(text))
  .pipe(z.union([SignInCode, RecoveryCode], "Enter the 6-digit code or a recovery code."));

export const twoFactorApi = {
  "POST /auth/two-factor": signInWith(
    "Finish a sign-in that was answered with `two_factor_required`, with its `token` and a code of " +
      "the authenticator app or a recovery code. Each code works once; the token is valid for ten " +
      "minutes.",
    z.object({ token: Secret, code: TwoFactorCode }),
    ["code_wrong", "link_expired", "account_blocked", "two_factor_unreadable"],
  ),
  "GET /account/two-factor": endpoint({
    summary: "Retrieve whether signing in needs a code of an authenticator app, and how many recovery codes are left.",
    caller: "user",
    beforeTwoFactor: true,
    reply: one(z.object({ enabled: z.boolean(), recovery_codes_left: z.int() })),
  }),
  "POST /account/two-factor": endpoint({
    summary:
      "Start setting up two-factor authentication: a secret for an authenticator app, as text and as a link. Requires " +
      "the password, or a sign-in code if the account has none.",
    caller: "user",
    beforeTwoFactor: true,
    limit: "sign-in",
    body: OwnerProof,
    reply: one(z.object({ secret: z.string(), otpauth_url: z.string() })),
    status: 201,
    secret: true,
    problems: ["two_factor_on", "bad_credentials", "code_wrong"],
  }),
  "POST /account/two-factor/confirm": endpoint({
    summary: "Turn two-factor authentication on with a code of the app. Returns the recovery codes, only this once.",
    caller: "user",
    beforeTwoFactor: true,
    limit: "sign-in",
    body: z.object({ code: SignInCode }),
    reply: one(z.object({ recovery_codes: z.array(z.string()) })),
    secret: true,
    problems: ["code_wrong", "two_factor_on", "two_factor_unreadable"],
  }),
  "DELETE /account/two-factor": endpoint({
    summary: "Turn two-factor authentication off, with a code of the app or a recovery code.",
    caller: "user",
    limit: "sign-in",
    body: z.object({ code: TwoFactorCode }),
    status: 204,
    problems: ["code_wrong", "two_factor_unreadable"],
  }),
};
