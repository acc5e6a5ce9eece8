import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { accountStatusLabels } from "./user-labels.ts";
import type { UsersListQuery } from "./users.queries.ts";
import { parseUsersList, usersListPath } from "./users-list-address.ts";

const tabs = [undefined, "active", "blocked", "deleted"] as const satisfies (AccountStatus | undefined)[];

/** Filters of the user list: status, role and search. */
export function UsersToolbar({ query }: { query: UsersListQuery }) {
  const change = useListParams<UsersListQuery>(parseUsersList, usersListPath);
  const setFilters = (to: UsersListQuery) => change(() => to);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="State of accounts" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        {tabs.map((status) => (
          <TabLink
            key={status ?? "all"}
            to={usersListPath({ ...query, account_status: status, page: 1 })}
            chosen={query.account_status === status}
          >
            {status ? accountStatusLabels[status].label : "All"}
          </TabLink>
        ))}
      </nav>
      <div className="flex w-full gap-3 sm:w-auto">
        <SelectField
          label="Role"
          labelHidden
          value={query.role ?? ""}
          onChange={({ target }) => setFilters({ role: (target.value || undefined) as Role | undefined })}
          className="w-38 shrink-0 sm:w-44"
        >
          <option value="">All roles</option>
          <option value="customer">Customers</option>
          <option value="admin">Administrators</option>
        </SelectField>
        <ListSearch
          label="Search users"
          placeholder="Name or e-mail"
          name={query.name}
          onSearch={(name) => setFilters({ name })}
        />
      </div>
    </div>
  );
}
