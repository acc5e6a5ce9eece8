import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";

type Result<Data> = { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
type Props<Data> = { result: Result<Data>; skeleton: ReactNode; children: (data: Data) => ReactNode };

/** What a query shows: its data as soon as there are any, else its error, else the skeleton. */
export function Loaded<Data>({ result: { data, error, refetch }, skeleton, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice> : skeleton;
}

/** Several queries as one, whose data are theirs in this order. */
export function combineResults<Data extends unknown[]>(
  ...results: { [At in keyof Data]: Result<Data[At]> }
): Result<Data> {
  const data = results.map((one) => one.data);
  return {
    data: data.includes(undefined) ? undefined : (data as Data),
    error: results.find((one) => one.error)?.error ?? null,
    refetch: () => Promise.all(results.map((one) => one.refetch())),
  };
}
