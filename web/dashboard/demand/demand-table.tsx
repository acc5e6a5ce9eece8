import { type Demand, DemandFilters, type DemandSort } from "#contract/dashboard/demand.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { type Column, DataTable, RowImage, RowLink, useSorting } from "#web/ui/lists/data-table.tsx";
import { listAddress } from "#web/ui/lists/list-address.ts";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatShopNumber } from "#words/say.ts";

const defaultSort = "-needed";
export const demandList = listAddress(dashboardPaths.demand(), DemandFilters.shape, defaultSort);

const figures: { sort: DemandSort; head: string; of: (row: Demand) => number; from?: "sm" | "md" | "lg" }[] = [
  { sort: "-needed", head: "Order more", of: ({ needed }) => needed },
  { sort: "-waiting", head: "Waiting", of: ({ waiting }) => waiting, from: "md" },
  { sort: "-refused", head: "Refused", of: ({ refused }) => refused, from: "md" },
  { sort: "-wishes", head: "Wishlists", of: ({ wishes }) => wishes, from: "lg" },
  { sort: "-sold", head: "Sold in 30 days", of: ({ sold }) => sold, from: "lg" },
  { sort: "available", head: "Available", of: ({ available }) => available, from: "sm" },
  { sort: "-searches", head: "Searches", of: ({ searches }) => searches, from: "sm" },
];

const columns: Column<Demand>[] = [
  {
    head: "Product or search",
    className: "w-full max-w-0",
    cell: (row) => (row.variation_id === null ? <Search row={row} /> : <Wanted row={row} />),
  },
  ...figures.map(({ of, ...column }) => ({
    ...column,
    numeric: true,
    className: column.sort === "-needed" ? "font-semibold" : "",
    cell: (row: Demand) => figureOf(row, column.sort, of(row)),
  })),
];

/** The demand list; each column sorts by its most urgent value first. */
export function DemandTable({ rows }: { rows: Demand[] }) {
  const { sort } = useSorting(demandList, defaultSort);
  const change = useListParams(demandList.read, demandList.write);
  return (
    <DataTable
      label="Demand"
      rows={rows}
      rowKey={({ variation_id, name }) => variation_id ?? `search ${name}`}
      columns={columns}
      sorting={{ sort, onSort: (first) => change(() => ({ sort: first as DemandSort })) }}
    />
  );
}

/** A search has no stock, and a variation no searches. */
function figureOf({ variation_id }: Demand, sort: DemandSort, figure: number) {
  const isSearch = variation_id === null;
  return isSearch === (sort === "-searches") ? formatShopNumber(figure) : <span className="text-muted">–</span>;
}

const Wanted = ({ row }: { row: Demand }) => (
  <span className="flex min-w-0 items-center gap-3 py-1">
    <RowImage url={row.thumbnail} className="max-sm:hidden" />
    <span className="min-w-0">
      <RowLink to={dashboardPaths.stockItem(row.variation_id ?? 0)}>
        {row.name}
        {row.variation && `, ${row.variation}`}
      </RowLink>
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
