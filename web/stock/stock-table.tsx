import type { StockItem } from "#contract/stock.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DataTable, RowImage, RowLink } from "#web/ui/lists/data-table.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatShopNumber } from "#words/say.ts";
import { AdjustStockForm } from "./adjust-stock-form.tsx";
import { stockStatusLabels } from "./stock-labels.ts";

/** The stock table. A click opens a row, the arrow keys move between rows. */
export const StockTable = ({ items }: { items: StockItem[] }) => (
  <DataTable
    label="Stock"
    rows={items}
    rowKey={({ variation_id }) => variation_id}
    to={({ variation_id }) => dashboardPaths.stockItem(variation_id)}
    columns={[
      { head: "Product", className: "w-full max-w-0", cell: (item) => <Product item={item} /> },
      { head: "SKU", from: "lg", className: "max-w-40 truncate text-muted xl:max-w-64", cell: ({ sku }) => sku },
      { head: "Status", from: "md", cell: (item) => <StockBadge item={item} /> },
      { head: "On hand", numeric: true, from: "sm", cell: ({ on_hand }) => formatShopNumber(on_hand) },
      { head: "Reserved", numeric: true, from: "sm", className: "text-muted", cell: ({ reserved }) => reserved },
      {
        head: "Available",
        numeric: true,
        className: "font-medium",
        cell: ({ status, available }) => (
          <span className={status === "in_stock" ? undefined : "text-danger"}>{formatShopNumber(available)}</span>
        ),
      },
      { head: "Low below", numeric: true, from: "md", className: "text-muted", cell: ({ low_below }) => low_below },
    ]}
    actions={(item) => <AdjustButton item={item} />}
  />
);

const Product = ({ item: { variation_id: id, thumbnail, product, variation } }: { item: StockItem }) => (
  <span className="flex min-w-0 items-center gap-3">
    <RowImage url={thumbnail} className="max-sm:hidden" />
    <span className="min-w-0">
      <RowLink to={dashboardPaths.stockItem(id)}>
        {product}
        {variation && <span className="sr-only">, {variation}</span>}
      </RowLink>
      {variation && (
        <span aria-hidden="true" className="block truncate text-xs text-muted">
          {variation}
        </span>
      )}
    </span>
  </span>
);

export const StockBadge = ({ item: { status } }: { item: StockItem }) => (
  <LabelBadge label={stockStatusLabels[status]} />
);

/** Opens the form that receives, counts or corrects. */
export const AdjustButton = ({ item }: { item: StockItem }) => (
  <Button
    writes
    size="small"
    onClick={() => openDialog({ title: "Adjust stock", content: <AdjustStockForm item={item} /> })}
    aria-label={`Adjust ${[item.product, item.variation].filter(Boolean).join(", ")}`}
  >
    Adjust
  </Button>
);
