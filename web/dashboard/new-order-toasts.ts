import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useLive } from "#web/api/live-store.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

/** Shows a toast for orders placed while the dashboard is open, except on the list of orders, where they appear. */
export function useNewOrderToasts() {
  const navigate = useNavigate();
  const latest = useLive(({ notification_summary }) => notification_summary?.latest);
  const lastId = useRef<number>(undefined);
  useEffect(() => {
    if (!latest) return;
    const before = lastId.current;
    lastId.current = Math.max(before ?? 0, ...latest.map(({ notification_id }) => notification_id));
    const orders = latest.filter(
      ({ type, notification_id }) => type === "new_order" && notification_id > (before ?? 0),
    );
    const [first] = orders;
    // The first summary holds orders placed before the dashboard was opened.
    if (before === undefined || !first || location.pathname === dashboardPaths.orders()) return;
    const path = orders.length === 1 && first.link ? first.link : dashboardPaths.orders();
    toast({
      title: orders.length === 1 ? first.title : `${orders.length} new orders`,
      action: { label: "Show", onClick: () => void navigate(path) },
    });
  }, [latest, navigate]);
}
