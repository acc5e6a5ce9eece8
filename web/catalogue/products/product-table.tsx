import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { usePhoneScreen } from "#web/ui/layout/small-screen.ts";
import { type Column, DataTable, RowImage, RowLink, useSorting } from "#web/ui/lists/data-table.tsx";
import type { RowSelection } from "#web/ui/lists/row-selection.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber } from "#words/say.ts";
import { columnLabels, type ProductColumn, useProductColumns } from "./product-columns.tsx";
import { defaultSort, productList } from "./product-list-address.ts";
import { productStatusLabels } from "./product-status.ts";

type Props = {
  products: AdminProductRow[];
  /** Undefined where nothing may be changed. */
  selection: RowSelection<AdminProductRow> | undefined;
};

/** The product table. A click opens a row, the arrow keys move between rows, selected rows are changed in bulk. */
export function ProductTable({ products, selection }: Props) {
  const isPhone = usePhoneScreen();
  const chosen = useProductColumns();
  return (
    <DataTable
      label="Products"
      rows={products}
      rowKey={({ id }) => id}
      to={({ id }) => dashboardPaths.product(id)}
      columns={[
        {
          head: "Product",
          sort: "name",
          className: isPhone ? "w-full max-w-0" : "w-full max-w-0 min-w-56",
          cell: (product) => <Name product={product} />,
        },
        ...(isPhone ? [narrowPrice] : chosen.map((column) => ({ head: columnLabels[column], ...columns[column] }))),
      ]}
      sorting={useSorting(productList, defaultSort)}
      selection={
        selection && { rows: selection, label: ({ name }) => `Select ${name}`, allLabel: "Select all on this page" }
      }
    />
  );
}

type CellProps = { product: AdminProductRow };

const columns: Record<ProductColumn, Omit<Column<AdminProductRow>, "head">> = {
  status: { cell: (product) => <Status product={product} /> },
  stock: { sort: "stock", numeric: true, cell: (product) => <Stock product={product} /> },
  variations: { from: "@3xl", numeric: true, className: "text-muted", cell: ({ variation_count }) => variation_count },
  price: {
    sort: "price",
    numeric: true,
    className: "font-medium whitespace-nowrap",
    cell: (product) => <Prices product={product} />,
  },
  updated: { from: "@3xl", sort: "-updated_at", quiet: true, cell: ({ updated_at }) => formatDay(updated_at) },
  type: { className: "whitespace-nowrap", cell: ({ product_type }) => product_type },
  brand: { className: "whitespace-nowrap", cell: ({ brand }) => brand ?? "–" },
  schedule: { quiet: true, cell: (product) => <Schedule product={product} /> },
};

const narrowPrice: Column<AdminProductRow> = {
  head: "Price",
  sort: "price",
  numeric: true,
  className: "ps-0 whitespace-nowrap",
  cell: (product) => (
    <>
      <span className="block pb-0.5 font-medium">{formatMoney(product.price)}</span>
      <span className="text-xs text-muted">
        <Stock product={product} /> on hand
      </span>
    </>
  ),
};

function Name({ product }: CellProps) {
  const { id, name, thumbnail, status } = product;
  const isPhone = usePhoneScreen();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <RowImage url={thumbnail} />
      <span className="min-w-0">
        <RowLink to={dashboardPaths.product(id)} title={name}>
          {name}
        </RowLink>
        {isPhone && (
          <span className="block text-xs text-muted">
            {[productStatusLabels[status].label, plannedChange(product)].filter(Boolean).join(" · ")}
          </span>
        )}
        <ImageNote product={product} />
      </span>
    </span>
  );
}

/** What is missing of a product's images: those not fetched yet, or all of them while it is on sale. */
function ImageNote({ product: { status, images } }: CellProps) {
  const { total, ready, failed } = images;
  if (status === "active" && total === failed)
    return <span className="block text-xs font-medium text-danger">No image</span>;
  if (ready === total) return null;
  return (
    <span className={classes("block text-xs", failed > 0 ? "text-danger" : "text-muted")}>
      {ready} of {total} images downloaded
    </span>
  );
}

const Status = ({ product }: CellProps) => (
  <>
    <LabelBadge label={productStatusLabels[product.status]} />
    {plannedChange(product) && <span className="mt-1 block text-xs text-muted">{plannedChange(product)}</span>}
  </>
);

/** What happens to a product by itself, and when; nothing for one that stays as it is. */
function plannedChange({ status, publish_at, unpublish_at }: AdminProductRow): string | undefined {
  if (status === "draft" && publish_at) return `Goes live ${formatMoment(publish_at)}`;
  if (status === "active" && unpublish_at) return `Ends ${formatMoment(unpublish_at)}`;
  return undefined;
}

function Schedule({ product: { publish_at, unpublish_at } }: CellProps) {
  const times = [
    publish_at && `Publish ${formatMoment(publish_at)}`,
    unpublish_at && `Unpublish ${formatMoment(unpublish_at)}`,
  ].filter(Boolean);
  return times.length === 0
    ? "–"
    : times.map((time) => (
        <span key={time} className="block">
          {time}
        </span>
      ));
}

const Stock = ({ product: { on_hand } }: CellProps) =>
  on_hand === null ? (
    <span className="text-muted">Not tracked</span>
  ) : (
    <span className={classes("tabular-nums", on_hand === 0 && "font-medium text-danger")}>
      {formatShopNumber(on_hand)}
    </span>
  );

function Prices({ product: { price, max_price } }: CellProps) {
  if (price.amount === max_price.amount) return formatMoney(price);
  return `${formatMoney(price)} – ${formatMoney(max_price)}`;
}
