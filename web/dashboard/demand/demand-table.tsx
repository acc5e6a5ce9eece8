import { type Demand, DemandFilters, type DemandSort } from "#contract/dashboard/demand.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { listAddress, type QueryOf } from "#web/ui/lists/list-address.ts";
import { sortState, useListParams } from "#web/ui/lists/list-params.ts";
import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { shopLocale } from "#words/say.ts";

const defaultSort = "-needed";
export const demandList = listAddress(dashboardPaths.demand(), DemandFilters.shape, defaultSort);

type Column = { sort: DemandSort; head: string; of: (row: Demand) => number; className?: string };

const columns: Column[] = [
  { sort: "-needed", head: "Order more", of: ({ needed }) => needed },
  { sort: "-waiting", head: "Waiting", of: ({ waiting }) => waiting, className: "max-md:hidden" },
  { sort: "-refused", head: "Refused", of: ({ refused }) => refused, className: "max-md:hidden" },
  { sort: "-wishes", head: "Wishlists", of: ({ wishes }) => wishes, className: "max-lg:hidden" },
  { sort: "-sold", head: "Sold in 30 days", of: ({ sold }) => sold, className: "max-lg:hidden" },
  { sort: "available", head: "Available", of: ({ available }) => available, className: "max-sm:hidden" },
  { sort: "-searches", head: "Searches", of: ({ searches }) => searches, className: "max-sm:hidden" },
];

/** The demand list; each column sorts by its most urgent value first. */
export function DemandTable({ rows, query }: { rows: Demand[]; query: QueryOf<typeof demandList> }) {
  const change = useListParams(demandList.read, demandList.write);
  return (
    <Table label="Demand">
      <thead>
        <tr>
          <HeadCell>Product or search</HeadCell>
          {columns.map(({ sort, head, className }) => (
            <HeadCell
              key={sort}
              numeric
              className={className}
              sort={sortState(sort, query.sort ?? defaultSort)}
              onSort={() => change(() => ({ sort }))}
            >
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.variation_id ?? `search ${row.name}`}>
            <Cell className="w-full max-w-0">
              {row.variation_id === null ? <Search row={row} /> : <Wanted row={row} />}
            </Cell>
            {columns.map(({ sort, of, className }) => (
              <Cell key={sort} numeric className={`${className ?? ""} ${sort === "-needed" ? "font-semibold" : ""}`}>
                {figureOf(row, sort, of(row))}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** A search has no stock, and a variation no searches. */
function figureOf({ variation_id }: Demand, sort: DemandSort, figure: number) {
  const isSearch = variation_id === null;
  return isSearch === (sort === "-searches") ? (
    figure.toLocaleString(shopLocale())
  ) : (
    <span className="text-muted">–</span>
  );
}

const Wanted = ({ row }: { row: Demand }) => (
  <span className="flex min-w-0 items-center gap-3 py-1">
    <span className="size-10 shrink-0 overflow-hidden rounded-sm border border-hairline bg-sunken max-sm:hidden">
      <ResponsiveImage image={{ url: row.thumbnail ?? "", alt: "", width: 320, height: 320 }} sizes="40px" />
    </span>
    <span className="min-w-0">
      <ShopLink
        to={dashboardPaths.stockItem(row.variation_id ?? 0)}
        className="block truncate font-semibold underline-offset-4 hover:underline"
      >
        {row.name}
        {row.variation && `, ${row.variation}`}
      </ShopLink>
      <span className="block truncate text-xs text-muted">
        {row.sku && `${row.sku} · `}
        <ShopLink
          to={dashboardPaths.product(row.product_id ?? 0)}
          className="touch-target underline underline-offset-4 hover:text-ink"
          aria-label={`Open product ${row.name}`}
        >
          Product
        </ShopLink>
      </span>
    </span>
  </span>
);

const Search = ({ row }: { row: Demand }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Badge>Search</Badge>
    <bdi className="truncate">{row.name}</bdi>
  </span>
);
