import type { ReactNode } from "react";
import { CallProblem } from "#web/api/call-problem.ts";
import { EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { Breadcrumbs, type Crumb, PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";

type Props<Data> = {
  result: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** What it is: "Gift card". */
  noun: string;
  titleOf: (data: Data) => string;
  /** The list it is in, offered if it doesn't exist: "All gift cards". */
  list: { label: string; to: string };
  narrow?: boolean;
  isMissing?: boolean;
  /** What is said then, if not that it was not found. */
  missing?: { title: string; says: string };
  children: (data: Data) => ReactNode;
};

/** A page of the dashboard about one record: the record, that there is none at this URL, or why it isn't loaded. */
export function RecordPage<Data>(props: Props<Data>) {
  const { result, noun, titleOf, list, narrow = false, children } = props;
  const { data, error } = result;
  const isMissing = props.isMissing || (error instanceof CallProblem && [400, 404].includes(error.status));
  const { title, says } = props.missing ?? {
    title: `${noun} not found`,
    says: "It may have been deleted, or the URL may be wrong.",
  };
  return (
    <main className={classes("mx-auto grid grid-cols-1 gap-5 p-4 md:p-6", narrow ? "max-w-[60rem]" : "max-w-[76rem]")}>
      <PageHead title={isMissing ? title : data === undefined ? noun : titleOf(data)} hidden />
      {isMissing ? (
        <EmptyState level={1} title={title} action={<ButtonLink to={list.to} look="primary" label={list.label} />}>
          {says}
        </EmptyState>
      ) : (
        <>
          {data === undefined && <h1 className="sr-only">{noun}</h1>}
          <Loaded result={result} skeleton={<RecordSkeleton label={`Loading ${noun.toLowerCase()}`} />}>
            {children}
          </Loaded>
        </>
      )}
    </main>
  );
}

/** The breadcrumbs of a record, with its actions beside them. */
export const RecordCrumbs = ({ crumbs, children }: { crumbs: Crumb[]; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <Breadcrumbs crumbs={crumbs} />
    {children}
  </div>
);

/** Skeleton of a page with a wide and a narrow column; `label` is announced. */
const RecordSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{label}</span>
    <Skeleton className="h-8 w-64" />
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  </div>
);
