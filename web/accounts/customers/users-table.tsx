import type { ReactNode, RefObject } from "react";
import type { Customer, CustomerSort } from "#contract/accounts/customers.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { usePhoneScreen } from "#web/ui/layout/small-screen.ts";
import { type Column, DataTable, RowLink, useSorting } from "#web/ui/lists/data-table.tsx";
import type { RowSelection } from "#web/ui/lists/row-selection.tsx";
import { Avatar } from "#web/ui/media/avatar.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { accountStatusLabels, displayName, lastSeenText, roleLabels, secondaryName } from "./user-labels.ts";
import { TagBadges } from "./user-tags.tsx";
import { defaultSort, userQuery, usersList } from "./users.queries.ts";

/** A column with data of another module, such as orders. */
export type UsersColumn = { head: string; sort: CustomerSort; cell: (user: Customer) => ReactNode };
type Props = {
  users: Customer[];
  /** Undefined where nothing may be changed. */
  selection: RowSelection<Customer> | undefined;
  ownId: number | undefined;
  columns: UsersColumn[];
  allBox: RefObject<HTMLInputElement | null>;
};

/** The user table. A click opens a row, the arrow keys move between rows. */
export function UsersTable({ users, selection, ownId, columns, allBox }: Props) {
  const isPhone = usePhoneScreen();
  const name = (user: Customer) => <NameLink user={user} isOwn={user.id === ownId} />;
  return (
    <DataTable
      label="Customers"
      rows={users}
      rowKey={({ id }) => id}
      to={({ id }) => dashboardPaths.user(id)}
      sorting={useSorting(usersList, defaultSort)}
      selectAll={allBox}
      selection={
        selection && {
          rows: selection,
          label: (user) => `Select ${displayName(user)}`,
          allLabel: "Select all customers on this page",
        }
      }
      columns={isPhone ? narrowColumns(name, columns[0]) : wideColumns(name, columns)}
    />
  );
}

const wideColumns = (name: (user: Customer) => ReactNode, others: UsersColumn[]): Column<Customer>[] => [
  { head: "Customer", sort: "fullname", className: "max-w-52 @3xl:max-w-72", cell: name },
  { head: "Role", from: "@3xl", cell: ({ role }) => <UserRole role={role} /> },
  { head: "Status", cell: ({ account_status }) => <LabelBadge label={accountStatusLabels[account_status]} /> },
  ...others.map((column) => ({ ...column, numeric: true, className: "whitespace-nowrap" })),
  {
    head: "Last seen",
    from: "@3xl",
    sort: "-last_seen_at",
    quiet: true,
    cell: ({ last_seen_at }) => <LastSeen at={last_seen_at} />,
  },
  { head: "Joined", sort: "-created_at", quiet: true, cell: ({ created_at }) => formatDay(created_at) },
];

const narrowColumns = (name: (user: Customer) => ReactNode, other: UsersColumn | undefined): Column<Customer>[] => [
  {
    head: "Customer",
    sort: "fullname",
    className: "max-w-0 align-top",
    cell: (user) => (
      <>
        {name(user)}
        <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {user.role !== "customer" && <UserRole role={user.role} />}
          {user.account_status !== "active" && <LabelBadge label={accountStatusLabels[user.account_status]} />}
        </span>
      </>
    ),
  },
  {
    head: "Joined",
    sort: "-created_at",
    numeric: true,
    className: "w-0 ps-0 align-top whitespace-nowrap text-muted",
    cell: (user) => (
      <>
        {formatDay(user.created_at)}
        {other && (
          <span className="block text-xs">
            {other.head}: {other.cell(user)}
          </span>
        )}
      </>
    ),
  },
];

const UserRole = ({ role }: Pick<Customer, "role">) =>
  role === "customer" ? (
    <span className="text-muted">{roleLabels.customer.label}</span>
  ) : (
    <LabelBadge label={roleLabels[role]} />
  );

const minute = 60_000;

/** Time since last seen, updated each minute; the exact time on hover. */
function LastSeen({ at }: { at: string | null }) {
  const now = useNow(minute);
  const label = lastSeenText(at, now);
  if (at === null) return label;
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {label}
    </time>
  );
}

function NameLink({ user, isOwn }: { user: Customer; isOwn: boolean }) {
  const [name, secondLine] = [displayName(user), secondaryName(user)];
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} className="max-md:hidden" />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <RowLink to={dashboardPaths.user(user.id)} warm={[userQuery(user.id)]} className="min-w-0 py-0.5">
            {name}
          </RowLink>
          {isOwn && <span className="shrink-0 text-xs text-muted">You</span>}
        </span>
        {secondLine && <span className="block truncate text-xs text-muted">{secondLine}</span>}
        <TagBadges tags={user.tags} />
      </span>
    </span>
  );
}
