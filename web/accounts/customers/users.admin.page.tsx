import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useRef, useState } from "react";
import type { AccountStatus } from "#contract/accounts/accounts.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { pageQuery } from "#web/api/call.ts";
import { useMarkSeen } from "#web/api/live-updates.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { useCustomerSpending, useLiveOrders } from "#web/orders/orders.queries.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { Chip } from "#web/ui/forms/chip.tsx";
import { FailureNotice } from "#web/ui/lists/failed-items.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListFilter, ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, shopLocale } from "#words/say.ts";
import { accountStatusLabels, canBeChanged } from "./user-labels.ts";
import { useChangeUsers, useCustomerTags, useLiveUsers, usersList } from "./users.queries.ts";
import { type BulkProblem, UsersBulkBar } from "./users-bulk-bar.tsx";
import { type UsersColumn, UsersTable } from "./users-table.tsx";
import type { AllUsers } from "./users-tag-buttons.tsx";

export default function UsersAdminPage() {
  const query = useListQuery(usersList);
  const result = useQuery(pageQuery("GET /customers", { query }));
  const filters = usersList.filtersOf(query);
  useLiveUsers();
  useLiveOrders();
  useMarkSeen("new_user");
  return (
    <AdminPage title="Customers" exported={{ route: "GET /customers/export", query: filters }}>
      <UsersToolbar />
      <ListResult
        result={result}
        list={usersList}
        noun="customers"
        empty={{
          icon: <UserRound />,
          title: "No customers yet",
          says: "Customers appear here once they have an account.",
          hint: "Try another name, email or username, or another status, role or tag.",
        }}
        emptyViews={{ account_status: emptyTexts }}
      >
        {(users) => (
          <SelectableUsers
            path={usersList.write(query)}
            users={users}
            all={{ total: result.data?.meta.total ?? 0, hasMore: result.data?.meta.has_more ?? false, filters }}
          />
        )}
      </ListResult>
    </AdminPage>
  );
}

type SelectableProps = { path: string; users: Customer[]; all: AllUsers };

function SelectableUsers({ path, users: accounts, all }: SelectableProps) {
  const ownId = useProfile().data?.id;
  const change = useChangeUsers();
  const allBox = useRef<HTMLInputElement>(null);
  const [bulkProblem, setBulkProblem] = useState<BulkProblem | null>(null);
  const { columns, nameOf } = useSpending(accounts);
  const users = accounts.map((user) => ({ ...user, fullname: user.fullname || nameOf(user) }));
  const selectable = users.filter((user) => canBeChanged(user, ownId));
  const selection = useRowSelection(path, selectable);
  // The bar disappears with the selection and would lose the focus.
  const clear = () => {
    selection.clear();
    allBox.current?.focus();
  };
  return (
    <>
      <FailureNotice title={bulkProblem?.title ?? ""} reasons={bulkProblem?.reasons ?? []} />
      <UsersTable
        users={users}
        selection={useReadOnly() ? undefined : selection}
        ownId={ownId}
        columns={columns}
        allBox={allBox}
      />
      <UsersBulkBar
        selected={selection.rows}
        all={selection.isAll && all.total > users.length ? all : undefined}
        allBox={allBox}
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

/** Columns with orders and amount spent, and the name of the latest order; load separately. */
function useSpending(users: Customer[]): { columns: UsersColumn[]; nameOf: (user: Customer) => string | null } {
  const { data, isError } = useCustomerSpending(users.map(({ id }) => id));
  const spending = new Map(data?.map((one) => [one.customer_id, one]));
  const of = ({ id }: Customer) => spending.get(id);
  const none = isError ? (
    <span title="Couldn't load this. Try again.">?</span>
  ) : (
    <Skeleton className="inline-block h-4 w-10" />
  );
  const columns: UsersColumn[] = [
    { head: "Orders", sort: "-orders", cell: (user) => of(user)?.orders.toLocaleString(shopLocale()) ?? none },
    {
      head: "Spent",
      sort: "-spent",
      cell: (user) => {
        const spent = of(user)?.spent;
        return spent ? formatMoney(spent) : none;
      },
    },
  ];
  return { columns, nameOf: (user) => of(user)?.name ?? null };
}

const emptyTexts: Partial<Record<AccountStatus, { title: string; says: string }>> = {
  blocked: {
    title: "No blocked customers",
    says: "Blocked customers can't sign in. To block a customer, open their account.",
  },
  provisional: {
    title: "No guests",
    says: "Who bought with an email that isn't confirmed yet appears here. Confirming it joins them to their account.",
  },
  deleted: {
    title: "No deleted accounts",
    says: "Accounts deleted by their owners appear here, without name and email.",
  },
};

const { unverified: _, ...statusTabs } = accountStatusLabels;

/** Filters of the user list: status, role, tag and search. */
function UsersToolbar() {
  const query = useListQuery(usersList);
  const { from, to } = query;
  // Staff see the accounts of customers only.
  const isAdmin = useSession(({ role }) => role === "admin");
  return (
    <ListToolbar
      list={usersList}
      search={{ label: "Search customers", placeholder: "Name or email" }}
      filters={
        <>
          {(from || to) && (
            <Chip
              label="registration date"
              href={usersList.write({ ...query, from: undefined, to: undefined, page: 1 })}
            >
              Registered {[from, to].join(" – ")}
            </Chip>
          )}
          {isAdmin && (
            <ListFilter
              list={usersList}
              name="role"
              label="Role"
              all="All roles"
              options={{ customer: "Customers", staff: "Staff", admin: "Administrators" }}
            />
          )}
          <TagFilter tag={query.tag} />
        </>
      }
    >
      <ListTabs list={usersList} name="account_status" label="Account status" options={statusTabs} />
    </ListToolbar>
  );
}

/** Chooses a tag; not shown while customers have none. */
function TagFilter({ tag }: { tag: string | undefined }) {
  const tags = useCustomerTags().data ?? [];
  if (tags.length === 0 && !tag) return null;
  const counts = tags.map(({ name, customers }) => [name, `${name} (${formatShopNumber(customers)})`]);
  const former = tag !== undefined && !tags.some(({ name }) => name === tag) ? { [tag]: tag } : {};
  const options = { ...former, ...Object.fromEntries(counts) };
  return <ListFilter list={usersList} name="tag" label="Tag" all="All tags" options={options} />;
}
