import { CircleX, KeyRound, MailX, PackageX, Scale, Star, TriangleAlert, Undo2 } from "lucide-react";
import type { alertTypes, Notification } from "#contract/notifications.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink, useMayOpen } from "#web/ui/layout/shop-link.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";

type Props = { alerts: Notification[]; onOpen: (alert: Notification) => void };

/** Alerts, each a link to what it is about; one that leads to a page the user may not open can be marked as read here. */
export const AlertList = ({ alerts, onOpen }: Props) => (
  <ul className="divide-y divide-hairline">
    {alerts.map((alert) => (
      <AlertRow key={alert.notification_id} alert={alert} onOpen={() => onOpen(alert)} />
    ))}
  </ul>
);

function AlertRow({ alert, onOpen }: { alert: Notification; onOpen: () => void }) {
  const { type, title, body, link, read_at, created_at } = alert;
  const Icon = icons[type as AlertType] ?? TriangleAlert;
  const isUnread = read_at === null;
  const to = link ?? "#";
  const mayOpen = useMayOpen(to);
  return (
    <li className={classes("relative flex items-start gap-3 p-3", isUnread && "bg-accent-soft")}>
      <Icon className={classes("mt-0.5 size-4.5 shrink-0", isUnread ? "text-link" : "text-muted")} aria-hidden="true" />
      <div className="min-w-0 text-sm">
        <p className={classes("wrap-anywhere", isUnread && "font-semibold")}>
          {isUnread && <span className="sr-only">Unread: </span>}
          <ShopLink
            to={to}
            onClick={onOpen}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {title}
          </ShopLink>
        </p>
        {body && <p className="text-muted wrap-anywhere">{body}</p>}
        <time dateTime={created_at} className="text-xs text-muted">
          {formatMoment(created_at)}
        </time>
      </div>
      {isUnread && !mayOpen && (
        <Button size="small" look="ghost" className="ms-auto shrink-0" onClick={onOpen}>
          Mark as read
        </Button>
      )}
    </li>
  );
}

type AlertType = (typeof alertTypes)[number];

const icons: Record<AlertType, typeof TriangleAlert> = {
  payment_alert: TriangleAlert,
  inconsistencies_found: Scale,
  withdrawal_received: Undo2,
  return_requested: Undo2,
  review_waiting: Star,
  low_stock: PackageX,
  import_failed: CircleX,
  email_failed: MailX,
  settings_changed: KeyRound,
  oss_threshold: Scale,
};
