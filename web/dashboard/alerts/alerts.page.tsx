import { BellRing } from "lucide-react";
import { alertTypes } from "#contract/notifications.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { listAddress } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { AlertList } from "./alert-list.tsx";
import { useAlerts, useReadAlerts, useUnreadAlerts } from "./alerts.queries.ts";

const alertsList = listAddress(dashboardPaths.alerts(), {});

export default function AlertsPage() {
  const { page, per_page } = useListQuery(alertsList);
  const unread = useUnreadAlerts();
  const read = useReadAlerts();
  return (
    <AdminPage
      title="Alerts"
      width="narrow"
      exported={{ route: "GET /notifications/export", query: { type: alertTypes } }}
      actions={
        unread > 0 && (
          <Button size="small" busy={read.isPending} onClick={() => read.mutate(undefined)}>
            Mark all as read
          </Button>
        )
      }
    >
      <ListResult
        result={useAlerts(page, per_page)}
        list={alertsList}
        noun="alerts"
        empty={{
          icon: <BellRing />,
          title: "No alerts",
          says: "Problems with payments, requested returns, reviews to check, low stock and failed imports appear here.",
        }}
      >
        {(alerts) => (
          <section aria-label="Alerts" className="overflow-hidden rounded-lg border border-hairline bg-surface">
            <AlertList
              alerts={alerts}
              onOpen={({ notification_id, read_at }) => read_at === null && read.mutate(notification_id)}
            />
          </section>
        )}
      </ListResult>
    </AdminPage>
  );
}
