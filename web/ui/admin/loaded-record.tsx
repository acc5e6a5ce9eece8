import type { ReactNode } from "react";
import { CallProblem } from "#web/api/call-problem.ts";
import { EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";

type Props<Data> = {
  result: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** What it is: "Gift card". */
  noun: string;
  /** The list it is in, offered if it doesn't exist: "All gift cards". */
  list: { label: string; to: string };
  isMissing?: boolean;
  /** What is said then, if not that it was not found. */
  missing?: { title: string; says: string };
  children: (data: Data) => ReactNode;
};

/** What a page of the dashboard shows of one record: the record, that there is none, or why it isn't loaded. */
export function LoadedRecord<Data>(props: Props<Data>) {
  const { result, noun, list, isMissing = false, children } = props;
  const { title, says } = props.missing ?? {
    title: `${noun} not found`,
    says: "It may have been deleted, or the URL may be wrong.",
  };
  if (isMissing || (result.error instanceof CallProblem && result.error.status === 404))
    return (
      <EmptyState
        level={1}
        title={title}
        action={
          <ShopLink to={list.to} className={buttonLook({ look: "primary" })}>
            {list.label}
          </ShopLink>
        }
      >
        {says}
      </EmptyState>
    );
  return (
    <>
      {result.data === undefined && <h1 className="sr-only">{noun}</h1>}
      <Loaded result={result} skeleton={<RecordSkeleton label={`Loading ${noun.toLowerCase()}`} />}>
        {children}
      </Loaded>
    </>
  );
}

/** Skeleton of a page with a wide and a narrow column; `label` is announced. */
export const RecordSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{label}</span>
    <Skeleton className="h-8 w-64" />
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  </div>
);

/** Skeleton of a page of cards, by their heights; `label` is announced. */
export const CardsSkeleton = ({ label, heights }: { label: string; heights: string[] }) => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{label}</span>
    {heights.map((height, at) => (
      <Skeleton key={at} className={`${height} rounded-lg`} />
    ))}
  </div>
);
