import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";

/** What accounts write to people about. `code` and the links carry a secret made from `tokenId`. */
export interface AccountEmail {
  kind: "verify" | "reset" | "login_code" | "email_change" | "email_changed" | "password_changed" | "account_deleted";
  /** The address it goes to, which may not be an account's yet. */
  to: string;
  userId: number | null;
  /** The token whose secret it carries; null for mere news. */
  tokenId: string | null;
  /** Names its cause: written once, however often the cause is worked on. */
  cause: string;
}
declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Somebody is to be written to. */
    "account.email_requested": AccountEmail;
  }
}

/** Has a letter written with the transaction it belongs to. */
export const requestEmail = ({ events }: Pick<App, "events">, tx: Tx, letter: Omit<AccountEmail, "cause">) =>
  events.emit(tx, "account.email_requested", {
    ...letter,
    cause: `${letter.kind}:${letter.tokenId ?? `${letter.userId}:${letter.to}:${Date.now()}`}`,
  });
