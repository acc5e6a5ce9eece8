import type { ComponentProps, ReactNode } from "react";
import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { nextSort, sortState, useListParams } from "#web/ui/lists/list-params.ts";
import { type RowSelection, SelectAllCell, SelectCell } from "#web/ui/lists/row-selection.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { columnLabels, type ProductColumn, useProductColumns } from "./product-columns.tsx";
import { defaultSort, productList } from "./product-list-address.ts";
import { productStatusLabels } from "./product-status.ts";
import type { ProductListQuery } from "./products.queries.ts";

type Props = {
  products: AdminProductRow[];
  query: ProductListQuery;
  /** Undefined where nothing may be changed. */
  selection: RowSelection<AdminProductRow> | undefined;
};

/** The product table. A click opens a row, the arrow keys move between rows, selected rows are changed in bulk. */
export function ProductTable({ products, query, selection }: Props) {
  const isSmall = useSmallScreen();
  const columns = useProductColumns();
  const change = useListParams(productList.read, productList.write);
  const sorted: Sorted = (first) => ({
    sort: sortState(first, query.sort ?? defaultSort),
    onSort: () => change(({ sort = defaultSort }) => ({ sort: nextSort<typeof sort>(first, sort) })),
  });
  return (
    <Table label="Products">
      <thead>
        <tr>
          <SelectAllCell label="Select all on this page" selection={selection} />
          {isSmall ? <NarrowHeads sorted={sorted} /> : <WideHeads sorted={sorted} columns={columns} />}
        </tr>
      </thead>
      <LinkRows>
        {products.map((product) => (
          <Row key={product.id} selected={selection?.isSelected(product.id)} to={dashboardPaths.product(product.id)}>
            <SelectCell label={`Select ${product.name}`} row={product} selection={selection} />
            {isSmall ? <NarrowCells product={product} /> : <WideCells product={product} columns={columns} />}
          </Row>
        ))}
      </LinkRows>
    </Table>
  );
}

type First = "-updated_at" | "name" | "price" | "stock";
type Sorted = (first: First) => Pick<ComponentProps<typeof HeadCell>, "sort" | "onSort">;
type CellProps = { product: AdminProductRow };

/** How the columns look; those with `sort` can be sorted by. */
const columnLooks: Record<
  ProductColumn,
  { sort?: First; numeric?: true; className?: string; Content: (props: CellProps) => ReactNode }
> = {
  status: { Content: ({ product }) => <Status product={product} /> },
  stock: { sort: "stock", numeric: true, Content: ({ product }) => <Stock product={product} /> },
  variations: { numeric: true, className: "text-muted", Content: ({ product }) => product.variation_count },
  price: {
    sort: "price",
    numeric: true,
    className: "font-medium whitespace-nowrap",
    Content: ({ product }) => <Prices product={product} />,
  },
  updated: {
    sort: "-updated_at",
    className: "whitespace-nowrap text-muted",
    Content: ({ product }) => formatDay(product.updated_at, shopLocale()),
  },
  type: { className: "whitespace-nowrap", Content: ({ product }) => product.product_type },
  brand: { className: "whitespace-nowrap", Content: ({ product }) => product.brand ?? "–" },
  schedule: { className: "whitespace-nowrap text-muted", Content: ({ product }) => <Schedule product={product} /> },
};

const WideHeads = ({ sorted, columns }: { sorted: Sorted; columns: ProductColumn[] }) => (
  <>
    <HeadCell {...sorted("name")}>Product</HeadCell>
    {columns.map((column) => {
      const { sort, numeric = false } = columnLooks[column];
      return (
        <HeadCell key={column} numeric={numeric} {...(sort ? sorted(sort) : {})}>
          {columnLabels[column]}
        </HeadCell>
      );
    })}
  </>
);

const WideCells = ({ product, columns }: CellProps & { columns: ProductColumn[] }) => (
  <>
    <Cell className="w-full max-w-0 min-w-56">
      <Name product={product} />
    </Cell>
    {columns.map((column) => {
      const { numeric = false, className = "", Content } = columnLooks[column];
      return (
        <Cell key={column} numeric={numeric} className={className}>
          <Content product={product} />
        </Cell>
      );
    })}
  </>
);

const NarrowHeads = ({ sorted }: { sorted: Sorted }) => (
  <>
    <HeadCell {...sorted("name")}>Product</HeadCell>
    <HeadCell numeric {...sorted("price")}>
      Price
    </HeadCell>
  </>
);

const NarrowCells = ({ product }: CellProps) => (
  <>
    <Cell className="w-full max-w-0">
      <Name product={product} />
    </Cell>
    <Cell numeric className="ps-0 whitespace-nowrap">
      <span className="block pb-0.5 font-medium">{formatMoney(product.price, shopLocale())}</span>
      <span className="text-xs text-muted">
        <Stock product={product} /> in stock
      </span>
    </Cell>
  </>
);

function Name({ product }: CellProps) {
  const { id, name, thumbnail, status } = product;
  const isSmall = useSmallScreen();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span aria-hidden="true" className="size-10 shrink-0 overflow-hidden rounded-sm border border-hairline bg-sunken">
        <ResponsiveImage image={{ url: thumbnail, alt: "", width: 320, height: 320 }} sizes="40px" />
      </span>
      <span className="min-w-0">
        <ShopLink
          to={dashboardPaths.product(id)}
          title={name}
          className="block truncate font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </ShopLink>
        {isSmall && <span className="block text-xs text-muted">{productStatusLabels[status].label}</span>}
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

const Status = ({ product: { status } }: CellProps) => (
  <Badge tone={productStatusLabels[status].tone}>{productStatusLabels[status].label}</Badge>
);

function Schedule({ product: { publish_at, unpublish_at } }: CellProps) {
  const times = [
    publish_at && `Publish ${formatMoment(publish_at, shopLocale())}`,
    unpublish_at && `Unpublish ${formatMoment(unpublish_at, shopLocale())}`,
  ].filter(Boolean);
  return times.length === 0
    ? "–"
    : times.map((time) => (
        <span key={time} className="block">
          {time}
        </span>
      ));
}

const Stock = ({ product: { on_hand } }: CellProps) => (
  <span className={classes("tabular-nums", on_hand === 0 && "font-medium text-danger")}>{on_hand}</span>
);

function Prices({ product: { price, max_price } }: CellProps) {
  const locale = shopLocale();
  if (price.amount === max_price.amount) return formatMoney(price, locale);
  return `${formatMoney(price, locale)} – ${formatMoney(max_price, locale)}`;
}
