import type { AccountStatus, Role } from "#contract/accounts.ts";
import type { Customer } from "#contract/customers.ts";
import type { Tone } from "#web/ui/badge.tsx";
import { formatAgo, formatDay } from "#web/ui/date-format.ts";

type Said = { words: string; tone: Tone };

export const statusWords: Record<AccountStatus, Said> = {
  active: { words: "Active", tone: "success" },
  unverified: { words: "Not verified", tone: "warning" },
  blocked: { words: "Blocked", tone: "danger" },
  deleted: { words: "Deleted", tone: "neutral" },
};

export const roleWords: Record<Role, Said> = {
  customer: { words: "Customer", tone: "neutral" },
  admin: { words: "Administrator", tone: "accent" },
};

type Named = Pick<Customer, "fullname" | "email" | "username" | "account_status">;

/** What somebody is called in a list: by name, else by what they sign in with. */
export const nameOf = ({ fullname, email, username, account_status }: Named) =>
  account_status === "deleted" ? "Deleted account" : fullname || email || username || "No name given";

/** What else is known of them, to tell two of one name apart. */
export function besidesName(user: Named): string | null {
  const name = nameOf(user);
  return [user.email, user.username].find((one) => one && one !== name) ?? null;
}

/** Whether there is a move to offer: not of one's own account, nor of one that is gone. */
export const canBeMoved = ({ id, account_status }: Pick<Customer, "id" | "account_status">, ownId?: number) =>
  account_status !== "deleted" && id !== ownId;

const month = 30 * 86_400_000;

/** When somebody was last seen: of late how long ago, before that on which day. */
export function seenWords(at: string | null, now: number, locale: string): string {
  if (at === null) return "Never";
  return isLately(at, now) ? formatAgo(at, now, locale) : formatDay(at, locale);
}

/** Whether a moment is near enough to say how long ago it was. */
export const isLately = (at: string, now: number) => now - Date.parse(at) < month;
