import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";
import { formatAgo, formatDay } from "#web/ui/text/date-format.ts";

export const accountStatusLabels: Record<AccountStatus, StatusLabel> = {
  active: { label: "Active", tone: "neutral" },
  unverified: { label: "Not verified", tone: "warning" },
  provisional: { label: "Guest", tone: "neutral" },
  blocked: { label: "Blocked", tone: "danger" },
  deleted: { label: "Deleted", tone: "neutral" },
};

export const roleLabels: Record<Role, StatusLabel> = {
  customer: { label: "Customer", tone: "neutral" },
  staff: { label: "Staff", tone: "neutral" },
  admin: { label: "Administrator", tone: "neutral" },
};

type UserName = Pick<Customer, "fullname" | "email" | "username" | "account_status">;

/** Name, else email, else username. */
export const displayName = ({ fullname, email, username, account_status }: UserName) =>
  account_status === "deleted" ? "Deleted account" : fullname || email || username || "No name";

/** A second line to tell accounts of the same name apart. */
export function secondaryName(user: UserName): string | null {
  const name = displayName(user);
  return [user.email, user.username].find((one) => one && one !== name) ?? null;
}

/** Whether the account can be blocked or selected: not one's own, and neither deleted nor a guest's. */
export const canBeChanged = ({ id, account_status }: Pick<Customer, "id" | "account_status">, ownId?: number) =>
  account_status !== "deleted" && account_status !== "provisional" && id !== ownId;

const month = 30 * 86_400_000;

/** Time since last seen, or the date after a month. */
export function lastSeenText(at: string | null, now: number): string {
  if (at === null) return "Never";
  return isRecent(at, now) ? formatAgo(at, now) : formatDay(at);
}

export const isRecent = (at: string, now: number) => now - Date.parse(at) < month;
