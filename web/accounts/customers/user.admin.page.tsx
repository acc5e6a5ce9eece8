import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import type { Customer } from "#contract/accounts/customers.ts";
import type { ReplyOf } from "#contract/api.ts";
import { useAccess } from "#web/api/session/permissions.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { CustomerOrders } from "#web/orders/admin/list/customer-orders.tsx";
import { useCustomerSpending, useLiveOrders } from "#web/orders/orders.queries.ts";
import { PostalAddress } from "#web/orders/postal-address.tsx";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { readPageParams } from "#web/ui/lists/list-params.ts";
import { Avatar } from "#web/ui/media/avatar.tsx";
import { Badge, LabelBadge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { formatShopNumber } from "#words/say.ts";
import { UserActions } from "./user-actions.tsx";
import { accountStatusLabels, canBeChanged, displayName, isRecent, lastSeenText, roleLabels } from "./user-labels.ts";
import { UserNotes } from "./user-notes.tsx";
import { UserSessions } from "./user-sessions.tsx";
import { UserTags } from "./user-tags.tsx";
import { useChangeUser, useLiveUsers, userPath, useUser } from "./users.queries.ts";

export default function UserAdminPage() {
  const { user_id = "" } = useParams();
  useLiveUsers();
  useLiveOrders();
  return (
    <RecordPage
      key={user_id}
      result={useUser(user_id)}
      noun="Account"
      titleOf={displayName}
      list={{ label: "All customers", to: dashboardPaths.users() }}
    >
      {(user) => <UserDetails user={user} />}
    </RecordPage>
  );
}

function UserDetails({ user }: { user: User }) {
  const change = useChangeUser(user.id);
  const mayManage = useMayManage(user);
  const isGone = user.account_status === "deleted";
  const seesOrders = useAccess("orders");
  return (
    <>
      <UserHeader user={user} change={change} />
      <div role="alert" className="grid gap-3 empty:hidden">
        {change.error && (
          <Banner tone="danger" title="Couldn't save changes">
            {change.error.message} This page shows the account's current state.
          </Banner>
        )}
      </div>
      {isGone && (
        <Banner title="This account has been deleted">
          Its name, email and addresses have been permanently deleted. Its orders remain.
        </Banner>
      )}
      <UserFigures user={user}>{seesOrders && <SpendingFigures userId={user.id} />}</UserFigures>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          {seesOrders && <UserOrders user={user} />}
          {mayManage && <UserSessions user={user} />}
        </div>
        {!isGone && (
          <div className="grid gap-5">
            {user.role === "customer" && <UserTags user={user} />}
            <UserNotes userId={user.id} />
            <UserContact user={user} />
            <Addresses user={user} />
          </div>
        )}
      </div>
    </>
  );
}

function UserOrders({ user: { id, role, account_status } }: { user: User }) {
  const [search] = useSearchParams();
  const mayOrder = useAccess("orders", "write");
  return (
    <CardSection
      title="Orders"
      action={
        role === "customer" && account_status === "active" && mayOrder ? (
          <ButtonLink to={dashboardPaths.newOrder(id)} size="small" label="New order" />
        ) : undefined
      }
    >
      <CustomerOrders
        customerId={id}
        at={readPageParams(search)}
        href={(at) => userPath(id, at)}
        none={role !== "customer" ? "No orders. Administrators and staff can't place orders." : "No orders yet."}
      />
    </CardSection>
  );
}

function UserHeader({ user, change }: { user: User; change: ReturnType<typeof useChangeUser> }) {
  const ownId = useProfile().data?.id;
  const mayManage = useMayManage(user);
  // Many customers enter their name only in an order.
  const latest = useCustomerSpending(user.fullname ? [] : [user.id]).data?.[0];
  const name = displayName({ ...user, fullname: user.fullname || (latest?.name ?? null) });
  return (
    <>
      <Breadcrumbs crumbs={[{ label: "Customers", href: dashboardPaths.users() }, { label: name }]} />
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar name={name} large />
          <div className="grid min-w-0 gap-1.5">
            <h1 className="text-2xl wrap-anywhere">{name}</h1>
            <p className="flex flex-wrap items-center gap-2">
              <LabelBadge label={roleLabels[user.role]} />
              <LabelBadge label={accountStatusLabels[user.account_status]} />
            </p>
          </div>
        </div>
        {mayManage && <UserActions user={user} change={change} />}
      </header>
      {ownId === user.id && (
        <Banner title="This is your account">
          You can't block your own account or change your own role. Ask another administrator.
        </Banner>
      )}
    </>
  );
}

/** Whether the account can be changed: staff manage customers only, nobody their own account; false until known. */
function useMayManage(user: User) {
  const ownId = useProfile().data?.id;
  const byAdmin = useSession(({ role }) => role === "admin");
  return ownId !== undefined && canBeChanged(user, ownId) && (byAdmin || user.role === "customer");
}

/** Number of orders and amount spent; loads separately. */
function SpendingFigures({ userId }: { userId: number }) {
  const { data, isError } = useCustomerSpending([userId]);
  const spending = data?.[0];
  const none = isError ? "Unknown" : <Skeleton className="my-1 h-5 w-16" />;
  return (
    <>
      <UserFigure
        label="Orders"
        figure={spending ? formatShopNumber(spending.orders) : none}
        note={
          spending &&
          spending.placed > spending.orders &&
          `${formatShopNumber(spending.placed - spending.orders)} cancelled or unpaid`
        }
      />
      <UserFigure
        label="Spent"
        figure={spending ? formatMoney(spending.spent) : none}
        note={spending && "After refunds"}
      />
    </>
  );
}

const Addresses = ({ user: { addresses } }: { user: User }) => (
  <CardSection title="Addresses">
    {addresses.length === 0 ? (
      <p className="text-sm text-muted">No addresses.</p>
    ) : (
      <ul aria-label="Addresses" className="grid divide-y divide-hairline">
        {addresses.map((address) => (
          <li key={address.id} className="grid justify-items-start gap-1.5 py-4 first:pt-0 last:pb-0">
            <PostalAddress address={address} />
            {address.is_default_shipping && <Badge>Default</Badge>}
          </li>
        ))}
      </ul>
    )}
  </CardSection>
);

type User = ReplyOf<"GET /customers/:id">["data"];

const minute = 60_000;

/** Figures of an account: those of other modules as children, then joined and last seen. */
function UserFigures({ user, children }: { user: Customer; children: ReactNode }) {
  const now = useNow(minute);
  const seen = user.last_seen_at;
  return (
    <dl aria-label="Figures" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {children}
      <UserFigure label="Joined" figure={formatDay(user.created_at)} />
      <UserFigure
        label="Last seen"
        figure={lastSeenText(seen, now)}
        note={seen && isRecent(seen, now) && formatDay(seen)}
      />
    </dl>
  );
}

/** One figure with a note below. */
const UserFigure = ({ label, figure, note }: { label: string; figure: ReactNode; note?: ReactNode }) => (
  <div className="rounded-lg border border-hairline bg-surface px-4 py-3 md:px-5 md:py-4">
    <dt className="text-sm font-medium text-muted">{label}</dt>
    <dd>
      <span className="block text-lg font-semibold tabular-nums first-letter:uppercase">{figure}</span>
      {note && <span className="block text-sm text-muted">{note}</span>}
    </dd>
  </div>
);

const UserContact = ({ user: { email, email_verified_at, username } }: { user: Customer }) => (
  <CardSection title="Contact and sign-in">
    <dl className="grid gap-4 text-sm">
      <Fact label="Email">
        {email ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <a href={`mailto:${email}`} className="min-w-0 text-link underline underline-offset-4 wrap-anywhere">
              {email}
            </a>
            {email_verified_at ? (
              <Badge tone="success" title={`Verified ${formatMoment(email_verified_at)}`}>
                Verified
              </Badge>
            ) : (
              <Badge tone="warning">Not verified</Badge>
            )}
          </span>
        ) : (
          <None />
        )}
      </Fact>
      <Fact label="Username">{username ? <bdi className="wrap-anywhere">{username}</bdi> : <None />}</Fact>
    </dl>
  </CardSection>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
);

const None = () => <span className="text-muted">Not provided</span>;
