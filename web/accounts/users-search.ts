import type { AccountStatus, Role } from "#contract/accounts.ts";
import type { CustomerSort } from "#contract/customers.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageAsked, pageSaid } from "#web/ui/list-address.ts";
import { roleWords, statusWords } from "./user-words.ts";
import type { UsersAsked } from "./users.queries.ts";

export const usualSort = "-created_at";
const sorts = [
  "-created_at",
  "created_at",
  "fullname",
  "-fullname",
  "-last_seen_at",
  "last_seen_at",
] as const satisfies CustomerSort[];

/** What the address of the list of users asks for; anything it should not say is taken as not said. */
export function usersAsked(search: URLSearchParams): UsersAsked & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const role = search.get("role") ?? "";
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(Object.hasOwn(statusWords, status) ? { account_status: status as AccountStatus } : {}),
    ...(Object.hasOwn(roleWords, role) ? { role: role as Role } : {}),
    ...(name ? { name } : {}),
    ...(sort ? { sort } : {}),
    ...pageAsked(search),
  };
}

/** The address of the list of users that asks for this; whatever is usual is left out. */
export const usersAddress = ({ account_status, role, name, sort, ...at }: UsersAsked) =>
  dashboardPaths.users() +
  queryText({ status: account_status, role, name, sort: sort === usualSort ? undefined : sort, ...pageSaid(at) });

/** The address of a user with a page of their orders. */
export const userAddress = (id: number, at: { page: number; per_page: number }) =>
  dashboardPaths.user(id) + queryText(pageSaid(at));
