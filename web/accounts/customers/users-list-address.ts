import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import { CustomerFilters, type CustomerSort } from "#contract/accounts/customers.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";
import { accountStatusLabels, roleLabels } from "./user-labels.ts";
import type { UsersListQuery } from "./users.queries.ts";

export const defaultSort = "-created_at";
const sorts = [
  "-created_at",
  "created_at",
  "fullname",
  "-fullname",
  "-last_seen_at",
  "last_seen_at",
] as const satisfies CustomerSort[];

/** Parses the URL of the user list; invalid values are ignored. */
export function parseUsersList(search: URLSearchParams): UsersListQuery & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const role = search.get("role") ?? "";
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  const tag = search.get("tag")?.trim().slice(0, 40);
  const day = (of: "from" | "to") => CustomerFilters.shape[of].safeParse(search.get(of) ?? undefined).data;
  const [from, to] = [day("from"), day("to")];
  return {
    ...(Object.hasOwn(accountStatusLabels, status) ? { account_status: status as AccountStatus } : {}),
    ...(Object.hasOwn(roleLabels, role) ? { role: role as Role } : {}),
    ...(name ? { name } : {}),
    ...(tag ? { tag } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(sort ? { sort } : {}),
    ...readPageParams(search),
  };
}

/** URL of the user list; default values are left out. */
export const usersListPath = ({ account_status, role, name, tag, from, to, sort, ...at }: UsersListQuery) =>
  dashboardPaths.users() +
  queryText({
    status: account_status,
    role,
    name,
    tag,
    from,
    to,
    sort: sort === defaultSort ? undefined : sort,
    ...pageParams(at),
  });

/** URL of a user with a page of their orders. */
export const userPath = (id: number, at: { page: number; per_page: number }) =>
  dashboardPaths.user(id) + queryText(pageParams(at));
