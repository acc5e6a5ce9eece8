import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FindingList } from "./finding-list.tsx";
import { useLedger } from "./ledger.queries.ts";
import { MendList } from "./mend-list.tsx";
import { ProvenBooks } from "./proven-books.tsx";
import { Verdict } from "./verdict.tsx";

/** The books: whether all of them add up, and what to do about a figure that does not. */
export default function LedgerAdminPage() {
  const { data: report, error, refetch, isFetching } = useLedger();
  const prove = (
    <Button size="small" busy={isFetching} onClick={() => void refetch()}>
      Prove now
    </Button>
  );
  return (
    <main className="mx-auto grid max-w-5xl grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Ledger" hidden />
      <h1 className="text-2xl">Ledger</h1>
      {!report && error && (
        <Banner tone="danger" role="alert" action={prove}>
          {error.message}
        </Banner>
      )}
      {!report && !error && <LedgerSkeleton />}
      {report && (
        <>
          <Verdict report={report} action={prove} />
          {report.findings.length > 0 && <FindingList report={report} />}
          <CardSection title="What was proven" hint="Each figure against the rows below it, all at one moment.">
            <ProvenBooks books={report.books} />
          </CardSection>
          {report.mends.length > 0 && (
            <CardSection title="Mended before">
              <MendList mends={report.mends} />
            </CardSection>
          )}
        </>
      )}
    </main>
  );
}

const LedgerSkeleton = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Proving the books</span>
    <Skeleton className="h-24 rounded-lg" />
    <Skeleton className="h-80 rounded-lg" />
  </div>
);
