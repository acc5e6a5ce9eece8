import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import type { StockItem, StockMovement } from "#contract/stock.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { OrderReference } from "#web/orders/admin/order-reference.tsx";
import { useLiveOrders, useOrdersById } from "#web/orders/orders.queries.ts";
import { queryText } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { EditableFields } from "#web/ui/forms/editable-fields.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";
import { Pagination } from "#web/ui/lists/pagination.tsx";
import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { shopLocale } from "#words/say.ts";
import { useAdjustStock, useMovements, useReservations, useStockItem } from "./stock.queries.ts";
import { movementLabels, signed } from "./stock-labels.ts";
import { AdjustButton, StockBadge } from "./stock-table.tsx";

export default function StockItemAdminPage() {
  const { variation_id } = useParams();
  const id = Number(variation_id);
  const { data: item, error, refetch } = useStockItem(Number.isSafeInteger(id) && id > 0 ? id : 0);
  const isMissing = item === null || error?.status === 400;
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <PageHead title={item ? `Stock of ${item.product}` : "Stock"} hidden />
      {isMissing ? (
        <NotFound />
      ) : item ? (
        <LoadedItem key={id} item={item} />
      ) : (
        <>
          <h1 className="sr-only">Stock</h1>
          {error ? (
            <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
          ) : (
            <div role="status" className="grid gap-5">
              <span className="sr-only">Loading stock</span>
              <Skeleton className="h-8 w-64" />
              <Skeleton className="h-64 rounded-lg" />
            </div>
          )}
        </>
      )}
    </main>
  );
}

const NotFound = () => (
  <EmptyState
    level={1}
    title="No tracked stock"
    action={
      <ShopLink to={dashboardPaths.stock()} className={buttonLook({ look: "primary" })}>
        All stock
      </ShopLink>
    }
  >
    This variation doesn't exist, or its stock isn't tracked.
  </EmptyState>
);

function LoadedItem({ item }: { item: StockItem }) {
  return (
    <>
      <Breadcrumbs crumbs={[{ label: "Stock", href: dashboardPaths.stock() }, { label: item.product }]} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-2xl wrap-anywhere">{item.product}</h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <StockBadge item={item} />
            {[item.variation, item.sku].filter(Boolean).join(" · ")}
            <ShopLink
              to={dashboardPaths.product(item.product_id)}
              className="touch-target text-link underline underline-offset-4"
            >
              View product
            </ShopLink>
          </p>
        </div>
        <AdjustButton item={item} />
      </header>
      <dl aria-label="Stock" className="grid grid-cols-3 gap-3">
        <Figure label="On hand" figure={item.on_hand} />
        <Figure label="Reserved" figure={item.reserved} />
        <Figure label="Available" figure={item.available} />
      </dl>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Movements item={item} />
        <div className="grid gap-5">
          {/* Starts from the saved level again when that changes. */}
          <LowLevel key={item.low_at} item={item} />
          <Reservations item={item} />
        </div>
      </div>
    </>
  );
}

const Figure = ({ label, figure }: { label: string; figure: number }) => (
  <div className="rounded-lg border border-hairline bg-surface px-4 py-3 md:px-5 md:py-4">
    <dt className="text-sm font-medium text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{figure.toLocaleString(shopLocale())}</dd>
  </div>
);

/** The level at which the variation counts as low in stock. */
function LowLevel({ item }: { item: StockItem }) {
  const { adjust, isPending } = useAdjustStock(item);
  const [text, setText] = useState(String(item.low_at));
  const [problem, setProblem] = useState<string>();
  const isNumber = /^\d{1,6}$/.test(text.trim());
  const save = () =>
    adjust({ low_at: Number(text) }, crypto.randomUUID()).catch((error: Error) => setProblem(error.message));
  return (
    <CardSection title="Low stock">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending) return;
          setProblem(isNumber ? undefined : "Enter a whole number.");
          if (isNumber) void save();
        }}
      >
        <EditableFields>
          <TextField
            label="Low at"
            hint="At or below this number of available units it counts as low."
            inputMode="numeric"
            autoComplete="off"
            error={problem}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            type="submit"
            size="small"
            className="justify-self-start"
            busy={isPending}
            disabled={text.trim() === String(item.low_at)}
          >
            Save level
          </Button>
        </EditableFields>
      </form>
    </CardSection>
  );
}

/** The orders that the stock is reserved for. */
function Reservations({ item }: { item: StockItem }) {
  useLiveOrders();
  const { data, error, refetch } = useReservations(item.variation_id);
  const orders = useOrdersById(data?.data.map(({ order_id }) => order_id) ?? []);
  return (
    <CardSection title="Reserved for">
      {error && !data && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      {!data && !error && <Skeleton className="h-12" />}
      {data && data.data.length === 0 && data.held_in_carts === 0 && (
        <p className="text-sm text-muted">No order reserves units.</p>
      )}
      <ul aria-label="Orders that reserve units" className="grid divide-y divide-hairline text-sm empty:hidden">
        {data?.data.map(({ order_id, reserved, backordered }) => (
          <li key={order_id} className="grid gap-0.5 py-2.5">
            <OrderReference id={order_id} order={orders?.get(order_id)} />
            <span className="text-muted tabular-nums">
              {[reserved > 0 && `${reserved} reserved`, backordered > 0 && `${backordered} on backorder`]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
      {data && data.held_in_carts > 0 && (
        <p className="text-sm text-muted">{data.held_in_carts} held in carts at checkout</p>
      )}
    </CardSection>
  );
}

/** Every change of the stock, newest first. */
function Movements({ item: { variation_id: id } }: { item: StockItem }) {
  const [search] = useSearchParams();
  const at = readPageParams(search);
  const { data, error, refetch } = useMovements(id, at);
  return (
    <CardSection title="Movements">
      {error && !data && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.data.length === 0 && <p className="text-sm text-muted">No movements yet.</p>}
      {data && data.data.length > 0 && <MovementsTable movements={data.data} />}
      {data && (
        <Pagination
          page={data.meta.page}
          pages={data.meta.pages}
          href={(page) => dashboardPaths.stockItem(id) + queryText(pageParams({ ...at, page }))}
          className="mt-3"
        />
      )}
    </CardSection>
  );
}

const MovementsTable = ({ movements }: { movements: StockMovement[] }) => (
  <Table label="Movements">
    <thead>
      <tr>
        <HeadCell>Date</HeadCell>
        <HeadCell>Reason</HeadCell>
        <HeadCell numeric>On hand</HeadCell>
        <HeadCell numeric>Reserved</HeadCell>
      </tr>
    </thead>
    <tbody>
      {movements.map((movement) => (
        <Row key={movement.id}>
          <Cell className="text-muted sm:whitespace-nowrap">{formatMoment(movement.at, shopLocale())}</Cell>
          <Cell className="w-full">
            {movementLabels[movement.reason]}
            {(movement.by || movement.note) && (
              <span className="block text-xs text-muted">
                {[movement.by, movement.note].filter(Boolean).join(": ")}
              </span>
            )}
          </Cell>
          <Cell numeric>{movement.delta_on_hand !== 0 && signed(movement.delta_on_hand)}</Cell>
          <Cell numeric className="text-muted">
            {movement.delta_reserved !== 0 && signed(movement.delta_reserved)}
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);
