import { z } from "zod";
import { IdParams } from "#contract/endpoint.ts";
import { customer } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { Session } from "./accounts.ts";

/** A sign-in code, a link to set a new password, or a link to verify the email. */
export const SignInEmail = z.enum(["code", "password_reset", "verification"]);
export type SignInEmail = z.infer<typeof SignInEmail>;

export const customerSignInApi = {
  "GET /customers/:id/sessions": customer.list(
    "List the active sessions of an account, last used first.",
    Session.omit({ current: true }),
    { params: IdParams },
  ),
  "DELETE /customers/:id/sessions": customer.delete(
    "End all sessions of an account. Its access tokens and sockets end at once.",
    [],
    notUndone.deleted,
  ),
  "DELETE /customers/:id/sessions/:session_id": customer.write({
    summary: "End a session of an account. Access tokens and sockets end at once; other sessions refresh once.",
    undo: notUndone.deleted,
    params: IdParams.extend({ session_id: z.uuid() }),
    status: 204,
  }),
  "POST /customers/:id/sign-in-email": customer.write({
    summary: "Email a customer a sign-in code, a password reset link or the verification link again.",
    undo: notUndone.sent,
    params: IdParams,
    body: z.object({ kind: SignInEmail }),
    status: 204,
    problems: ["email_not_possible", "no_mail_server"],
  }),
};
