import { Bell } from "lucide-react";
import { useRef, useState } from "react";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { AlertList } from "./alert-list.tsx";
import { useAlerts, useReadAlerts, useUnreadAlerts } from "./alerts.queries.ts";

/** The bell with the number of unread alerts; opens the latest ones. */
export function AlertBell() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const unread = useUnreadAlerts();
  return (
    <>
      <span className="relative inline-flex">
        <IconButton
          ref={button}
          label={unread === 0 ? "Alerts" : `Alerts, ${unread} unread`}
          icon={<Bell />}
          size="small"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        {unread > 0 && (
          <CountBadge
            count={unread}
            aria-hidden="true"
            className="pointer-events-none absolute -inset-e-1.5 -top-1.5 h-4.5 min-w-4.5 px-1"
          />
        )}
      </span>
      <Popover
        anchor={button}
        label="Alerts"
        align="end"
        open={open}
        onClose={() => setOpen(false)}
        className="w-96 max-w-[calc(100vw-1rem)]"
      >
        <LatestAlerts onLeave={() => setOpen(false)} />
      </Popover>
    </>
  );
}

const shownAlerts = 8;

function LatestAlerts({ onLeave }: { onLeave: () => void }) {
  const { data, error, refetch } = useAlerts(1, shownAlerts);
  const unread = useUnreadAlerts();
  const read = useReadAlerts();
  return (
    <div className="grid">
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-hairline px-3">
        <h2 className="text-sm font-semibold">Alerts</h2>
        {unread > 0 && (
          <Button size="small" look="ghost" busy={read.isPending} onClick={() => read.mutate(undefined)}>
            Mark all as read
          </Button>
        )}
      </div>
      {data ? (
        data.data.length > 0 ? (
          <AlertList
            alerts={data.data}
            onOpen={({ notification_id, read_at }) => {
              if (read_at === null) read.mutate(notification_id);
              onLeave();
            }}
          />
        ) : (
          <p className="px-3 py-8 text-center text-sm text-muted">Nothing needs your attention.</p>
        )
      ) : error ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : (
        <div className="p-3">
          <TextSkeleton lines={4} />
        </div>
      )}
      <footer className="border-t border-hairline p-2 text-center">
        <ShopLink
          to={dashboardPaths.alerts()}
          onClick={onLeave}
          className="touch-target text-sm font-medium text-link underline-offset-4 hover:underline"
        >
          Show all alerts
        </ShopLink>
      </footer>
    </div>
  );
}
