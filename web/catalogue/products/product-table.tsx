import type { ComponentProps } from "react";
import { useNavigate } from "react-router";
import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classes } from "#web/ui/classes.ts";
import { formatDay } from "#web/ui/date-format.ts";
import { nextSort, sortState } from "#web/ui/list-address.ts";
import { useListChange } from "#web/ui/list-change.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { Picture } from "#web/ui/picture.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { useSmallScreen } from "#web/ui/small-screen.ts";
import { Cell, HeadCell, Row, Table } from "#web/ui/table.tsx";
import { openRow, walkRows } from "#web/ui/table-rows.ts";
import { shopLocale } from "#words/say.ts";
import { productsAddress, productsAsked, usualSort } from "./product-list-address.ts";
import { productStatusWords } from "./product-status.ts";
import type { AdminProductsAsked } from "./products.queries.ts";

type Props = {
  products: AdminProductRow[];
  asked: AdminProductsAsked;
  ticked: ReadonlySet<number>;
  onTick: (ticked: Set<number>) => void;
};

/** The products, a row each. A press on a row opens it; the arrows go from row to row; ticked ones are changed together. */
export function ProductTable({ products, asked, ticked, onTick }: Props) {
  const navigate = useNavigate();
  const isSmall = useSmallScreen();
  const [Heads, Cells] = isSmall ? [FewHeads, FewCells] : [AllHeads, AllCells];
  const change = useListChange<AdminProductsAsked>(productsAsked, productsAddress);
  const sorted: Sorted = (first) => ({
    sort: sortState(first, asked.sort ?? usualSort),
    onSort: () => change(({ sort = usualSort }) => ({ sort: nextSort<typeof sort>(first, sort) })),
  });
  const toggle = (id: number, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    onTick(next);
  };
  return (
    <Table label="Products">
      <thead>
        <tr>
          <HeadCell className="w-0 pe-0">
            <Checkbox
              label="Choose all on this page"
              labelHidden
              checked={ticked.size === products.length}
              some={ticked.size > 0 && ticked.size < products.length}
              onChange={({ target }) => onTick(new Set(target.checked ? products.map(({ id }) => id) : []))}
            />
          </HeadCell>
          <Heads sorted={sorted} />
        </tr>
      </thead>
      <tbody onKeyDown={walkRows}>
        {products.map((product) => (
          <Row
            key={product.id}
            selected={ticked.has(product.id)}
            onClick={(event) => openRow(event, () => void navigate(dashboardPaths.product(product.id)))}
            className="cursor-pointer"
          >
            <Cell className="pe-0">
              <Checkbox
                label={`Choose ${product.name}`}
                labelHidden
                checked={ticked.has(product.id)}
                onChange={({ target }) => toggle(product.id, target.checked)}
              />
            </Cell>
            <Cells product={product} />
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

type First = "-updated_at" | "name" | "price" | "stock";
type Sorted = (first: First) => Pick<ComponentProps<typeof HeadCell>, "sort" | "onSort">;
type CellProps = { product: AdminProductRow };

const AllHeads = ({ sorted }: { sorted: Sorted }) => (
  <>
    <HeadCell {...sorted("name")}>Product</HeadCell>
    <HeadCell>Status</HeadCell>
    <HeadCell numeric {...sorted("stock")}>
      Stock
    </HeadCell>
    <HeadCell numeric>Variations</HeadCell>
    <HeadCell numeric {...sorted("price")}>
      Price
    </HeadCell>
    <HeadCell {...sorted("-updated_at")}>Changed</HeadCell>
  </>
);

const AllCells = ({ product }: CellProps) => (
  <>
    <Cell className="w-full max-w-0">
      <Name product={product} />
    </Cell>
    <Cell>
      <Status product={product} />
    </Cell>
    <Cell numeric>
      <Stock product={product} />
    </Cell>
    <Cell numeric className="text-muted">
      {product.variation_count}
    </Cell>
    <Cell numeric className="font-medium whitespace-nowrap">
      <Prices product={product} />
    </Cell>
    <Cell className="whitespace-nowrap text-muted">{formatDay(product.updated_at, shopLocale())}</Cell>
  </>
);

/** A phone has room for what one looks for first: which, in what state, for how much and how many there are. */
const FewHeads = ({ sorted }: { sorted: Sorted }) => (
  <>
    <HeadCell {...sorted("name")}>Product</HeadCell>
    <HeadCell numeric {...sorted("price")}>
      Price
    </HeadCell>
  </>
);

const FewCells = ({ product }: CellProps) => (
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

function Name({ product: { id, name, thumbnail, status } }: CellProps) {
  const isSmall = useSmallScreen();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span aria-hidden="true" className="size-10 shrink-0 overflow-hidden rounded-sm border border-hairline bg-sunken">
        <Picture image={{ url: thumbnail, alt: "", width: 320, height: 320 }} sizes="40px" />
      </span>
      <span className="min-w-0">
        <ShopLink
          to={dashboardPaths.product(id)}
          title={name}
          className="block truncate font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </ShopLink>
        {isSmall && <span className="block text-xs text-muted">{productStatusWords[status].words}</span>}
      </span>
    </span>
  );
}

const Status = ({ product: { status } }: CellProps) => (
  <Badge tone={productStatusWords[status].tone}>{productStatusWords[status].words}</Badge>
);

const Stock = ({ product: { on_hand } }: CellProps) => (
  <span className={classes("tabular-nums", on_hand === 0 && "font-medium text-danger")}>{on_hand}</span>
);

function Prices({ product: { price, max_price } }: CellProps) {
  const locale = shopLocale();
  if (price.amount === max_price.amount) return formatMoney(price, locale);
  return `${formatMoney(price, locale)} – ${formatMoney(max_price, locale)}`;
}
