import type { ComponentProps, ReactNode, RefObject } from "react";
import type { Customer, CustomerSort } from "#contract/accounts/customers.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { nextSort, sortState, useListParams } from "#web/ui/lists/list-params.ts";
import { type RowSelection, SelectAllCell, SelectCell } from "#web/ui/lists/row-selection.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { Avatar } from "#web/ui/media/avatar.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { shopLocale } from "#words/say.ts";
import { accountStatusLabels, displayName, lastSeenText, roleLabels, secondaryName } from "./user-labels.ts";
import { TagBadges } from "./user-tags.tsx";
import { type UsersListQuery, userQuery } from "./users.queries.ts";
import { defaultSort, parseUsersList, usersListPath } from "./users-list-address.ts";

/** A column with data of another module, such as orders. */
export type UsersColumn = { head: string; cell: (user: Customer) => ReactNode };
type Props = {
  users: Customer[];
  query: UsersListQuery;
  /** Undefined where nothing may be changed. */
  selection: RowSelection<Customer> | undefined;
  ownId: number | undefined;
  columns: UsersColumn[];
  allBox: RefObject<HTMLInputElement | null>;
};

/** The user table. A click opens a row, the arrow keys move between rows. */
export function UsersTable({ users, query, selection, ownId, columns, allBox }: Props) {
  const isSmall = useSmallScreen();
  const Cells = isSmall ? NarrowCells : WideCells;
  return (
    <Table label="Users">
      <thead>
        <tr>
          <SelectAllCell label="Select all users on this page" selection={selection} ref={allBox} />
          <Heads query={query} columns={columns} isSmall={isSmall} />
        </tr>
      </thead>
      <LinkRows>
        {users.map((user) => (
          <Row key={user.id} selected={selection?.isSelected(user.id)} to={dashboardPaths.user(user.id)}>
            <SelectCell label={`Select ${displayName(user)}`} row={user} selection={selection} />
            <Cells user={user} isOwn={user.id === ownId} columns={columns} />
          </Row>
        ))}
      </LinkRows>
    </Table>
  );
}

function Heads({ query, columns, isSmall }: Pick<Props, "query" | "columns"> & { isSmall: boolean }) {
  const change = useListParams<UsersListQuery>(parseUsersList, usersListPath);
  const sorted = (first: CustomerSort): Pick<ComponentProps<typeof HeadCell>, "sort" | "onSort"> => ({
    sort: sortState(first, query.sort ?? defaultSort),
    onSort: () => change(({ sort = defaultSort }) => ({ sort: nextSort(first, sort) })),
  });
  if (isSmall)
    return (
      <>
        <HeadCell {...sorted("fullname")}>User</HeadCell>
        <HeadCell numeric {...sorted("-created_at")}>
          Joined
        </HeadCell>
      </>
    );
  return (
    <>
      <HeadCell {...sorted("fullname")}>User</HeadCell>
      <HeadCell>Role</HeadCell>
      <HeadCell>Status</HeadCell>
      {columns.map(({ head }) => (
        <HeadCell key={head} numeric>
          {head}
        </HeadCell>
      ))}
      <HeadCell {...sorted("-last_seen_at")}>Last seen</HeadCell>
      <HeadCell {...sorted("-created_at")}>Joined</HeadCell>
    </>
  );
}

type CellsProps = { user: Customer; isOwn: boolean; columns: UsersColumn[] };

function WideCells({ user, isOwn, columns }: CellsProps) {
  const locale = shopLocale();
  const { label, tone } = accountStatusLabels[user.account_status];
  return (
    <>
      <Cell className="max-w-72">
        <NameLink user={user} isOwn={isOwn} />
      </Cell>
      <Cell>
        <UserRole role={user.role} />
      </Cell>
      <Cell>
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      {columns.map(({ head, cell }) => (
        <Cell key={head} numeric className="whitespace-nowrap">
          {cell(user)}
        </Cell>
      ))}
      <Cell className="whitespace-nowrap text-muted">
        <LastSeen at={user.last_seen_at} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted">{formatDay(user.created_at, locale)}</Cell>
    </>
  );
}

function NarrowCells({ user, isOwn, columns: [first] }: CellsProps) {
  const { label, tone } = accountStatusLabels[user.account_status];
  return (
    <>
      <Cell className="max-w-0 align-top">
        <NameLink user={user} isOwn={isOwn} />
        <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {user.role !== "customer" && <UserRole role={user.role} />}
          {user.account_status !== "active" && <Badge tone={tone}>{label}</Badge>}
        </span>
      </Cell>
      <Cell numeric className="w-0 ps-0 align-top whitespace-nowrap text-muted">
        {formatDay(user.created_at, shopLocale())}
        {first && (
          <span className="block text-xs">
            {first.head}: {first.cell(user)}
          </span>
        )}
      </Cell>
    </>
  );
}

const UserRole = ({ role }: Pick<Customer, "role">) =>
  role === "customer" ? (
    <span className="text-muted">{roleLabels.customer.label}</span>
  ) : (
    <Badge tone={roleLabels[role].tone}>{roleLabels[role].label}</Badge>
  );

const minute = 60_000;

/** Time since last seen, updated each minute; the exact time on hover. */
function LastSeen({ at }: { at: string | null }) {
  const now = useNow(minute);
  const locale = shopLocale();
  const label = lastSeenText(at, now, locale);
  if (at === null) return label;
  return (
    <time dateTime={at} title={formatMoment(at, locale)}>
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
          <ShopLink
            to={dashboardPaths.user(user.id)}
            warm={[userQuery(user.id)]}
            className="touch-target min-w-0 py-0.5 font-semibold underline-offset-4 hover:underline"
          >
            <span className="block truncate">{name}</span>
          </ShopLink>
          {isOwn && <span className="shrink-0 text-xs text-muted">You</span>}
        </span>
        {secondLine && <span className="block truncate text-xs text-muted">{secondLine}</span>}
        <TagBadges tags={user.tags} />
      </span>
    </span>
  );
}
