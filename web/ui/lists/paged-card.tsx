import type { ReactNode } from "react";
import type { PageMeta } from "#contract/endpoint.ts";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Pagination } from "./pagination.tsx";

type Props<Row> = {
  title: string;
  result: { data: { data: Row[]; meta: PageMeta } | undefined; error: Error | null; refetch: () => Promise<unknown> };
  href: (page: number) => string;
  /** Shown when there are no rows. */
  none: string;
  children: (rows: Row[]) => ReactNode;
};

/** A card with a page of rows that belong to a record, such as its history. */
export const PagedCard = <Row,>({ title, result, href, none, children }: Props<Row>) => (
  <CardSection title={title}>
    <Loaded result={result} skeleton={<Skeleton className="h-40" />}>
      {({ data, meta }) => (
        <>
          {data.length > 0 ? children(data) : <p className="text-sm text-muted">{none}</p>}
          <Pagination page={meta.page} pages={meta.pages} href={href} className="mt-3" />
        </>
      )}
    </Loaded>
  </CardSection>
);
