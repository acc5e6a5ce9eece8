import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { AreaList } from "./area-list.tsx";
import { InconsistencyList } from "./inconsistency-list.tsx";
import { useReconciliation } from "./reconciliation.queries.ts";
import { Summary } from "./summary.tsx";

/** The reconciliation: whether all figures are consistent, and what to do about those that are not. */
export default function ReconciliationAdminPage() {
  const { data: report, error, refetch, isFetching } = useReconciliation();
  const check = (
    <Button size="small" busy={isFetching} onClick={() => void refetch()}>
      Check now
    </Button>
  );
  return (
    <main className="mx-auto grid max-w-5xl grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Reconciliation" hidden />
      <h1 className="text-2xl">Reconciliation</h1>
      {!report && error && (
        <Banner tone="danger" role="alert" action={check}>
          {error.message}
        </Banner>
      )}
      {!report && !error && <ReportSkeleton />}
      {report && (
        <>
          <Summary report={report} action={check} />
          {report.inconsistencies.length > 0 && <InconsistencyList report={report} />}
          <CardSection title="Checks" hint="Every value is compared with the records it's calculated from.">
            <AreaList areas={report.areas} />
          </CardSection>
        </>
      )}
    </main>
  );
}

const ReportSkeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Checking</span>
    <Skeleton className="h-24 rounded-lg" />
    <Skeleton className="h-80 rounded-lg" />
  </div>
);
