import { MyStockAlerts } from "#web/stock/my-stock-alerts.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { NotificationList } from "./notification-list.tsx";

export default function NotificationsPage() {
  return (
    <main>
      <PageHead title={say("Notifications")} hidden />
      <NotificationList />
      <MyStockAlerts />
    </main>
  );
}
