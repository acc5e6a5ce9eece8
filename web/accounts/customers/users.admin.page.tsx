import { UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import type { ReplyOf } from "#contract/api.ts";
import { useMarkSeen } from "#web/api/live-updates.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { useCustomerSpending, useLiveOrders } from "#web/orders/orders.queries.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { Chip } from "#web/ui/forms/chip.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { accountStatusLabels, canBeChanged } from "./user-labels.ts";
import { type UsersListQuery, useChangeUsers, useCustomerTags, useLiveUsers, useUsers } from "./users.queries.ts";
import { type BulkProblem, UsersBulkBar } from "./users-bulk-bar.tsx";
import { parseUsersList, usersListPath } from "./users-list-address.ts";
import { type UsersColumn, UsersTable } from "./users-table.tsx";

type Query = ReturnType<typeof parseUsersList>;

export default function UsersAdminPage() {
  const [search] = useSearchParams();
  const query = parseUsersList(search);
  useLiveUsers();
  useLiveOrders();
  useMarkSeen("new_user");
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Users" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Users</h1>
        <ExportButton
          route="GET /customers/export"
          query={{
            name: query.name,
            role: query.role,
            account_status: query.account_status,
            tag: query.tag,
            from: query.from,
            to: query.to,
          }}
          name="customers"
        />
      </header>
      <UsersToolbar query={query} />
      <UsersList query={query} />
    </main>
  );
}

function UsersList({ query }: { query: Query }) {
  const { data, error, refetch } = useUsers(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading users" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={usersListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoUsers query={query} />;
  return <SelectableUsers query={query} {...data} />;
}

function SelectableUsers({ query, data: users, meta }: { query: Query } & ReplyOf<"GET /customers">) {
  const ownId = useProfile().data?.id;
  const change = useChangeUsers();
  const allBox = useRef<HTMLInputElement>(null);
  const [bulkProblem, setBulkProblem] = useState<BulkProblem | null>(null);
  const selectable = users.filter((user) => canBeChanged(user, ownId));
  const selection = useRowSelection(usersListPath(query), selectable);
  const columns = useSpendingColumns(users);
  // The bar disappears with the selection and would lose the focus.
  const clear = () => {
    selection.clear();
    allBox.current?.focus();
  };
  return (
    <>
      <div role="alert" className="grid empty:hidden">
        {bulkProblem && (
          <Banner tone="danger" title={bulkProblem.title}>
            <ul>
              {bulkProblem.reasons.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
      <UsersTable
        users={users}
        query={query}
        selection={useReadOnly() ? undefined : selection}
        ownId={ownId}
        columns={columns}
        allBox={allBox}
      />
      <ListFooter noun="users" meta={meta} read={parseUsersList} write={usersListPath} />
      <UsersBulkBar
        selected={selection.rows}
        change={change}
        onClear={clear}
        onDone={(problem) => {
          setBulkProblem(problem);
          clear();
        }}
      />
    </>
  );
}

/** Columns with orders and amount spent; load separately. */
function useSpendingColumns(users: Customer[]): UsersColumn[] {
  const { data, isError } = useCustomerSpending(users.map(({ id }) => id));
  const spending = new Map(data?.map((one) => [one.customer_id, one]));
  const of = ({ id }: Customer) => spending.get(id);
  const none = isError ? (
    <span title="Couldn't load this. Try again.">?</span>
  ) : (
    <Skeleton className="inline-block h-4 w-10" />
  );
  return [
    { head: "Orders", cell: (user) => of(user)?.orders.toLocaleString(shopLocale()) ?? none },
    {
      head: "Spent",
      cell: (user) => {
        const spent = of(user)?.spent;
        return spent ? formatMoney(spent, shopLocale()) : none;
      },
    },
  ];
}

function NoUsers({ query: { account_status, role, name, tag, from, to } }: { query: Query }) {
  const isNarrowed = Boolean(account_status || role || name || tag || from || to);
  const onlyByState = account_status !== undefined && !role && !name && !tag && !from && !to;
  const { title, says } = (onlyByState && emptyTexts[account_status]) || {
    title: isNarrowed ? "No users found" : "No users yet",
    says: "Try another name, email or username, or another status, role or tag.",
  };
  return (
    <EmptyState
      icon={<UserRound />}
      title={title}
      action={
        isNarrowed && (
          <ShopLink to={dashboardPaths.users()} className={buttonLook()}>
            Show all users
          </ShopLink>
        )
      }
    >
      {says}
    </EmptyState>
  );
}

const emptyTexts: Partial<Record<AccountStatus, { title: string; says: string }>> = {
  blocked: { title: "No blocked users", says: "Blocked users can't sign in. To block a user, open their account." },
  deleted: {
    title: "No deleted accounts",
    says: "Accounts deleted by their owners appear here, without name and email.",
  },
};

const tabs = [undefined, "active", "blocked", "deleted"] as const satisfies (AccountStatus | undefined)[];

/** Filters of the user list: status, role, tag and search. */
function UsersToolbar({ query }: { query: UsersListQuery }) {
  const change = useListParams<UsersListQuery>(parseUsersList, usersListPath);
  const setFilters = (to: UsersListQuery) => change(() => to);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Account status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
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
      <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
        {(query.from || query.to) && (
          <Chip label="registration date" href={usersListPath({ ...query, from: undefined, to: undefined, page: 1 })}>
            Registered {[query.from, query.to].join(" – ")}
          </Chip>
        )}
        <SelectField
          label="Role"
          labelHidden
          value={query.role ?? ""}
          onChange={({ target }) => setFilters({ role: (target.value || undefined) as Role | undefined })}
          className="w-38 shrink-0 sm:w-44"
          placeholder="All roles"
          options={{ customer: "Customers", staff: "Staff", admin: "Administrators" }}
        />
        <TagFilter tag={query.tag} onChange={(tag) => setFilters({ tag })} />
        <ListSearch
          label="Search users"
          placeholder="Name or email"
          name={query.name}
          onSearch={(name) => setFilters({ name })}
        />
      </div>
    </div>
  );
}

/** Chooses a tag; not shown while customers have none. */
function TagFilter({ tag, onChange }: { tag: string | undefined; onChange: (tag: string | undefined) => void }) {
  const tags = useCustomerTags().data ?? [];
  if (tags.length === 0 && !tag) return null;
  return (
    <SelectField
      label="Tag"
      labelHidden
      value={tag ?? ""}
      onChange={({ target }) => onChange(target.value || undefined)}
      className="w-38 shrink-0 sm:w-44"
      placeholder="All tags"
      options={tags.map(({ name, customers }) => [name, `${name} (${customers.toLocaleString(shopLocale())})`])}
    >
      {tag && !tags.some(({ name }) => name === tag) && <option>{tag}</option>}
    </SelectField>
  );
}
