import { z } from "zod";
import { endpoint, IdParams, list } from "#contract/endpoint.ts";
import { Session } from "./accounts.ts";

/** A sign-in code, a link to set a new password, or a link to verify the email. */
export const SignInEmail = z.enum(["code", "password_reset", "verification"]);
export type SignInEmail = z.infer<typeof SignInEmail>;

export const customerSignInApi = {
  "GET /customers/:id/sessions": endpoint({
    summary: "List the active sessions of an account, last used first.",
    caller: "admin",
    params: IdParams,
    reply: list(Session.omit({ current: true })),
    problems: ["not_found"],
  }),
  "DELETE /customers/:id/sessions": endpoint({
    summary: "End all sessions of an account. Its access tokens and sockets end at once.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
  "DELETE /customers/:id/sessions/:session_id": endpoint({
    summary: "End a session of an account. Access tokens and sockets end at once; other sessions refresh once.",
    caller: "admin",
    params: IdParams.extend({ session_id: z.uuid() }),
    status: 204,
    problems: ["not_found"],
  }),
  "POST /customers/:id/sign-in-email": endpoint({
    summary: "Email a customer a sign-in code, a password reset link or the verification link again.",
    caller: "admin",
    params: IdParams,
    body: z.object({ kind: SignInEmail }),
    status: 204,
    problems: ["not_found", "email_not_possible"],
  }),
};
