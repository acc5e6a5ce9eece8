import { BellRing } from "lucide-react";
import { useSearchParams } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, pageParams, readPageParams } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { AlertList } from "./alert-list.tsx";
import { useAlerts, useReadAlerts, useUnreadAlerts } from "./alerts.queries.ts";

export default function AlertsPage() {
  const [search] = useSearchParams();
  const { page, per_page } = readPageParams(search);
  const unread = useUnreadAlerts();
  const read = useReadAlerts();
  return (
    <main className="mx-auto grid max-w-[50rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Alerts" hidden />
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Alerts</h1>
        {unread > 0 && (
          <Button size="small" busy={read.isPending} onClick={() => read.mutate(undefined)}>
            Mark all as read
          </Button>
        )}
      </header>
      <Alerts page={page} perPage={per_page} onRead={(id) => read.mutate(id)} />
    </main>
  );
}

type ListProps = { page: number; perPage: number; onRead: (id: number) => void };

function Alerts({ page, perPage, onRead }: ListProps) {
  const { data, error, refetch } = useAlerts(page, perPage);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading alerts" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={alertsPath({ page: 1, per_page: perPage })} />;
  if (data.data.length === 0)
    return (
      <EmptyState icon={<BellRing />} title="No alerts">
        Problems with payments, requested returns, reviews to check, low stock and failed imports appear here.
      </EmptyState>
    );
  return (
    <>
      <section aria-label="Alerts" className="overflow-hidden rounded-lg border border-hairline bg-surface">
        <AlertList
          alerts={data.data}
          onOpen={({ notification_id, read_at }) => read_at === null && onRead(notification_id)}
        />
      </section>
      <ListFooter noun="alerts" meta={data.meta} read={readPageParams} write={alertsPath} />
    </>
  );
}

const alertsPath = (at: { page: number; per_page: number }) => dashboardPaths.alerts() + queryText(pageParams(at));
