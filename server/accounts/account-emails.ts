import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** Emails about accounts. Codes and links contain a secret derived from `tokenId`. */
export interface AccountEmail {
  kind:
    | "verify"
    | "reset"
    | "login_code"
    | "email_change"
    | "email_change_requested"
    | "email_changed"
    | "contact_email"
    | "password_changed"
    | "two_factor_enabled"
    | "two_factor_disabled"
    | "account_deleted"
    | "staff_invitation";
  /** Recipient; may not belong to an account yet. */
  to: string;
  userId: number | null;
  /** The token for the code or link; null for notices. */
  tokenId: string | null;
  /** Identifies the cause: sent once, however often the cause is processed. */
  cause: string;
}
declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An account email has to be sent. */
    "account.email_requested": AccountEmail;
    /** The owner of an address has confirmed it for this account. */
    "account.email_confirmed": { userId: number; email: string };
  }
}

/** Requests an email in the transaction of its cause. */
export const requestEmail = ({ events }: Pick<App, "events">, tx: Tx, email: Omit<AccountEmail, "cause">) =>
  events.emit(tx, "account.email_requested", {
    ...email,
    cause: `${email.kind}:${email.tokenId ?? `${email.userId}:${email.to}:${Date.now()}`}`,
  });
