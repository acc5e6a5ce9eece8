import type { ReactNode } from "react";
import type { PageMeta } from "#contract/endpoint.ts";
import { EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import type { ListAddress, Shape } from "./list-address.ts";
import { ListFooter } from "./list-footer.tsx";
import { isPastEnd } from "./list-params.ts";
import { useListQuery } from "./list-toolbar.tsx";
import { PageOutOfRange } from "./pagination.tsx";
import { TableSkeleton } from "./table.tsx";

type Page<Row> = { data: Row[]; meta: PageMeta };
type Empty = {
  icon: ReactNode;
  title: string;
  says: ReactNode;
  action?: ReactNode;
  /** What to try when the filters find nothing. */
  hint?: string;
};
type Props<Row, Filters extends Shape> = {
  result: { data: Page<Row> | undefined; error: Error | null; refetch: () => Promise<unknown> };
  list: ListAddress<Filters>;
  /** Plural: "orders". */
  noun: string;
  /** What the footer counts, if not the noun. */
  counted?: string;
  empty: Empty;
  /** What is said where only this filter is set, to this value: `{ status: { blocked: … } }`. */
  emptyViews?: { [Name in keyof Filters]?: Partial<Record<string, { title: string; says: string }>> };
  skeleton?: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** A page of a list with its footer, or why there is none. */
export function ListResult<Row, Filters extends Shape>(props: Props<Row, Filters>) {
  const { result, list, noun, counted = noun, empty, emptyViews, skeleton, children } = props;
  const query = useListQuery(list);
  return (
    <Loaded result={result} skeleton={skeleton ?? <TableSkeleton label={`Loading ${noun}`} />}>
      {({ data, meta }) => {
        if (isPastEnd(meta)) return <PageOutOfRange first={list.write({ ...query, page: 1 })} />;
        if (data.length > 0)
          return (
            <>
              {children(data)}
              <ListFooter noun={counted} meta={meta} read={list.read} write={list.write} />
            </>
          );
        const filters: [string, unknown][] = Object.entries(list.filtersOf(query));
        const [only, another] = filters;
        if (!only)
          return (
            <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
              {empty.says}
            </EmptyState>
          );
        const view = another ? undefined : emptyViews?.[only[0]]?.[String(only[1])];
        return (
          <EmptyState
            icon={empty.icon}
            title={view?.title ?? `No ${noun} found`}
            action={<ButtonLink to={list.write({})} label={`Show all ${noun}`} />}
          >
            {view?.says ?? empty.hint}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}
