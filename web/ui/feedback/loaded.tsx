import type { ComponentProps, ReactNode } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { Banner } from "./banner.tsx";

type Result<Data> = { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
type Props<Data> = { result: Result<Data>; skeleton: ReactNode; children: (data: Data) => ReactNode };

/** What a query shows: its data as soon as there are any, else its error, else the skeleton. */
export function Loaded<Data>({ result: { data, error, refetch }, skeleton, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice> : skeleton;
}

/** A query whose cached data may be old: there are none until it has fetched, as editing starts from the current version. */
export const onlyFresh = <Data,>({
  data,
  isFetchedAfterMount,
  ...result
}: Result<Data> & { isFetchedAfterMount: boolean }) => ({
  ...result,
  data: isFetchedAfterMount ? data : undefined,
});

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

type ErrorNoticeProps = { children: ReactNode; onRetry: () => void };

/** A failed fetch with a button that retries. */
export const ErrorNotice = ({ children, onRetry }: ErrorNoticeProps) => (
  <Banner
    tone="danger"
    role="alert"
    action={
      <Button size="small" onClick={onRetry}>
        {say("Retry")}
      </Button>
    }
  >
    {children}
  </Banner>
);

type EmptyStateProps = Omit<ComponentProps<"div">, "title"> & {
  /** An icon of `lucide-react`. */
  icon?: ReactNode;
  title: ReactNode;
  /** Buttons or links. */
  action?: ReactNode;
  /** The heading's level; 1 when it is the whole page. */
  level?: 1 | 2 | 3;
};

/** An empty list or missing page: title, explanation (children) and actions. */
export function EmptyState({ icon, title, action, level = 2, className, children, ...rest }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      {...rest}
      className={classes(
        "mx-auto grid max-w-md justify-items-center gap-2 px-4 py-16 text-center wrap-anywhere",
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden="true"
          className="mb-3 grid size-16 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-7"
        >
          {icon}
        </span>
      )}
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children && <div className="text-balance text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
