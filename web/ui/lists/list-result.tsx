import type { ReactNode } from "react";
import type { PageMeta } from "#contract/endpoint.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { type ListAddress, type Shape } from "./list-address.ts";
import { ListFooter } from "./list-footer.tsx";
import { isPastEnd } from "./list-params.ts";
import { useListQuery } from "./list-toolbar.tsx";
import { PageOutOfRange } from "./page-out-of-range.tsx";
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
  skeleton?: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** A page of a list with its footer, or why there is none. */
export function ListResult<Row, Filters extends Shape>(props: Props<Row, Filters>) {
  const { result, list, noun, counted = noun, empty, skeleton, children } = props;
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
        return Object.keys(list.filtersOf(query)).length > 0 ? (
          <NothingFound icon={empty.icon} noun={noun} all={list.write({})}>
            {empty.hint}
          </NothingFound>
        ) : (
          <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
            {empty.says}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

type NothingProps = { icon: ReactNode; noun: string; all: string; children: ReactNode };

/** The filters of a list find nothing; `all` is the list without them. */
export const NothingFound = ({ icon, noun, all, children }: NothingProps) => (
  <EmptyState
    icon={icon}
    title={`No ${noun} found`}
    action={
      <ShopLink to={all} className={buttonLook()}>
        Show all {noun}
      </ShopLink>
    }
  >
    {children}
  </EmptyState>
);
