import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  Bell,
  CircleCheck,
  CircleX,
  KeyRound,
  MailX,
  Package,
  PackageCheck,
  PackageX,
  Scale,
  Star,
  TrendingDown,
  TriangleAlert,
  Truck,
  Undo2,
  UserPlus,
} from "lucide-react";
import { useSearchParams } from "react-router";
import type { Notification, NotificationType } from "#contract/notifications.ts";
import { useLive } from "#web/api/live-store.ts";
import { paths, queryText } from "#web/paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { isPastEnd, pageNumber } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange, Pagination } from "#web/ui/lists/pagination.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { say, sayCount } from "#words/say.ts";
import { notifications, useMarkRead } from "./mark-read.ts";

/** The notifications, newest first and live. */
export function NotificationList() {
  const [params] = useSearchParams();
  const page = pageNumber(params);
  const { data, isError, refetch } = useQuery({ ...notifications(page), placeholderData: keepPreviousData });
  const live = useLive(({ notification_summary }) => notification_summary?.unread);
  const reading = useMarkRead(page);
  const isPast = data !== undefined && isPastEnd(data.meta);
  const unread = live ?? data?.data.filter(({ read_at }) => read_at === null).length ?? 0;
  return (
    <>
      <header className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{say("Notifications")}</h1>
        {unread > 0 && <Button onClick={() => reading.mutate(undefined)}>{say("Mark all as read")}</Button>}
      </header>
      <p role="status" className="sr-only">
        {unread === 0 ? say("No unread notifications") : sayCount("{n} unread", "{n} unread", unread)}
      </p>
      {isError && !data && (
        <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load your notifications.")}</ErrorNotice>
      )}
      {!data && !isError && <Loading label={say("Loading notifications")} looks={Array(4).fill("h-19 rounded-lg")} />}
      {isPast && <PageOutOfRange first={paths.notifications()} />}
      {data?.data.length === 0 && !isPast && (
        <EmptyState icon={<Bell />} title={say("No notifications yet")}>
          {say("Updates about your orders appear here.")}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <ul className="divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-surface">
          {data.data.map((one) => (
            <NotificationRow key={one.notification_id} one={one} onRead={() => reading.mutate(one.notification_id)} />
          ))}
        </ul>
      )}
      {data && !isPast && (
        <Pagination
          page={page}
          pages={data.meta.pages}
          href={(to) => paths.notifications() + queryText({ page: to > 1 ? to : undefined })}
          className="mt-6"
        />
      )}
    </>
  );
}

function NotificationRow({ one, onRead }: { one: Notification; onRead: () => void }) {
  const isUnread = one.read_at === null;
  const Icon = icons[one.type];
  const when = formatMoment(one.created_at);
  return (
    <li
      className={`relative flex flex-wrap items-start gap-x-4 gap-y-1 p-4 md:px-5 ${isUnread ? "bg-accent-soft" : ""}`}
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${isUnread ? "text-link" : "text-muted"}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className={isUnread ? "font-semibold" : ""}>
          {one.link ? (
            <ShopLink
              to={one.link}
              onClick={() => isUnread && onRead()}
              className="underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {one.title}
            </ShopLink>
          ) : (
            one.title
          )}
        </p>
        {one.body && <p className="text-sm text-muted">{one.body}</p>}
        <p className="mt-0.5 text-sm text-muted">
          <time dateTime={one.created_at}>{when}</time>
        </p>
      </div>
      {isUnread && (
        <div className="relative -my-1 flex shrink-0 items-center gap-2 max-md:w-full max-md:ps-6">
          <Badge tone="accent" className="max-md:hidden">
            {say("New")}
          </Badge>
          <Button
            look="ghost"
            size="small"
            onClick={onRead}
            aria-label={say("Mark as read: {title}", { title: one.title })}
          >
            {say("Mark as read")}
          </Button>
        </div>
      )}
    </li>
  );
}

const icons: Record<NotificationType, typeof Bell> = {
  new_order: Package,
  new_user: UserPlus,
  order_confirmed: CircleCheck,
  order_shipped: Truck,
  order_delivered: Package,
  shipment_cancelled: PackageX,
  order_cancelled: CircleX,
  order_items_cancelled: CircleX,
  order_expired: CircleX,
  order_refunded: Undo2,
  withdrawal_received: Undo2,
  return_requested: Undo2,
  return_approved: CircleCheck,
  return_rejected: CircleX,
  return_closed: CircleX,
  return_received: PackageCheck,
  back_in_stock: PackageCheck,
  price_drop: TrendingDown,
  inconsistencies_found: Scale,
  payment_alert: TriangleAlert,
  review_waiting: Star,
  low_stock: PackageX,
  import_failed: CircleX,
  email_failed: MailX,
  settings_changed: KeyRound,
  oss_threshold: Scale,
};
