import { PageHead } from "#web/ui/page-head.tsx";
import { NotificationList } from "./notification-list.tsx";

export default function NotificationsPage() {
  return (
    <main>
      <PageHead title="Notifications" hidden />
      <NotificationList />
    </main>
  );
}
