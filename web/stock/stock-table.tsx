import type { StockItem } from "#contract/stock.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { AdjustStockForm } from "./adjust-stock-form.tsx";
import { stockStatusLabels } from "./stock-labels.ts";

/** The stock table. A click opens a row, the arrow keys move between rows. */
export const StockTable = ({ items }: { items: StockItem[] }) => (
  <Table label="Stock">
    <thead>
      <tr>
        <HeadCell>Product</HeadCell>
        <HeadCell className="max-lg:hidden">SKU</HeadCell>
        <HeadCell className="max-md:hidden">Status</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          On hand
        </HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          Reserved
        </HeadCell>
        <HeadCell numeric>Available</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          Low at
        </HeadCell>
        <HeadCell className="w-0">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
    <LinkRows>
      {items.map((item) => (
        <Row key={item.variation_id} to={dashboardPaths.stockItem(item.variation_id)}>
          <Cells item={item} />
        </Row>
      ))}
    </LinkRows>
  </Table>
);

const Cells = ({ item }: { item: StockItem }) => (
  <>
    <Cell className="w-full max-w-0">
      <span className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden="true"
          className="size-10 shrink-0 overflow-hidden rounded-sm border border-hairline bg-sunken max-sm:hidden"
        >
          <ResponsiveImage image={{ url: item.thumbnail, alt: "", width: 320, height: 320 }} sizes="40px" />
        </span>
        <span className="min-w-0">
          <ShopLink
            to={dashboardPaths.stockItem(item.variation_id)}
            className="block truncate font-semibold underline-offset-4 hover:underline"
          >
            {item.product}
            {item.variation && <span className="sr-only">, {item.variation}</span>}
          </ShopLink>
          {item.variation && (
            <span aria-hidden="true" className="block truncate text-xs text-muted">
              {item.variation}
            </span>
          )}
        </span>
      </span>
    </Cell>
    <Cell className="max-w-40 truncate text-muted max-lg:hidden">{item.sku}</Cell>
    <Cell className="max-md:hidden">
      <StockBadge item={item} />
    </Cell>
    <Cell numeric className="max-sm:hidden">
      {item.on_hand}
    </Cell>
    <Cell numeric className="text-muted max-sm:hidden">
      {item.reserved}
    </Cell>
    <Cell numeric className={item.status === "in_stock" ? "font-medium" : "font-medium text-danger"}>
      {item.available}
    </Cell>
    <Cell numeric className="text-muted max-md:hidden">
      {item.low_at}
    </Cell>
    <Cell className="w-0 ps-0">
      <AdjustButton item={item} />
    </Cell>
  </>
);

export const StockBadge = ({ item: { status } }: { item: StockItem }) => (
  <Badge tone={stockStatusLabels[status].tone} className="whitespace-nowrap">
    {stockStatusLabels[status].label}
  </Badge>
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
