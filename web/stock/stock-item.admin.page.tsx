import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { StockItem, StockMovement } from "#contract/stock.ts";
import { freshQuery, pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { OrderReference } from "#web/orders/admin/order-reference.tsx";
import { useLiveOrders, useOrdersById } from "#web/orders/orders.queries.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { EditableFields } from "#web/ui/forms/page-form.tsx";
import { useTypedText } from "#web/ui/forms/use-typed-text.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { usePaging } from "#web/ui/lists/list-address.ts";
import { PagedCard } from "#web/ui/lists/paged-card.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatShopNumber } from "#words/say.ts";
import { useAdjustStock, useStockItem } from "./stock.queries.ts";
import { movementLabels, signed } from "./stock-labels.ts";
import { AdjustButton, StockBadge } from "./stock-table.tsx";

export default function StockItemAdminPage() {
  const id = Number(useParams().variation_id);
  const { data: item, error, refetch } = useStockItem(id);
  return (
    <RecordPage
      result={{ data: item ?? undefined, error, refetch }}
      noun="Stock"
      titleOf={({ product }) => `Stock of ${product}`}
      list={{ label: "All stock", to: dashboardPaths.stock() }}
      isMissing={item === null}
      missing={{ title: "No tracked stock", says: "This variation doesn't exist, or its stock isn't tracked." }}
    >
      {(loaded) => <LoadedItem key={id} item={loaded} />}
    </RecordPage>
  );
}

const LoadedItem = ({ item }: { item: StockItem }) => (
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
        <LowLevel item={item} />
        <Reservations item={item} />
      </div>
    </div>
  </>
);

const Figure = ({ label, figure }: { label: string; figure: number }) => (
  <div className="rounded-lg border border-hairline bg-surface px-4 py-3 md:px-5 md:py-4">
    <dt className="text-sm font-medium text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{formatShopNumber(figure)}</dd>
  </div>
);

const levelHint = ({ low_stock_level: own, low_below: level }: StockItem) =>
  own === null ? `Empty: the shop's default, now ${level}.` : "Empty: the shop's default.";

/** The level below which the variation counts as low in stock. */
function LowLevel({ item }: { item: StockItem }) {
  const { adjust, isPending } = useAdjustStock(item);
  const [text, setText] = useTypedText(String(item.low_stock_level ?? ""), isPending);
  const [problem, setProblem] = useState<string>();
  const typed = toAsciiDigits(text.trim());
  const isNumber = /^\d{0,5}$/.test(typed);
  const save = () =>
    adjust({ low_stock_level: typed === "" ? null : Number(typed) }).catch((error: Error) => setProblem(error.message));
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
            label="Low-stock level"
            optional
            hint={`With fewer available units it counts as low. ${levelHint(item)}`}
            inputMode="numeric"
            error={problem}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            type="submit"
            size="small"
            className="justify-self-start"
            busy={isPending}
            disabled={text.trim() === String(item.low_stock_level ?? "")}
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
  const result = useQuery(freshQuery("GET /stock/reservations", { query: { variation_id: item.variation_id } }));
  const orders = useOrdersById(result.data?.data.map(({ order_id }) => order_id) ?? []);
  return (
    <CardSection title="Reserved for">
      <Loaded result={result} skeleton={<Skeleton className="h-12" />}>
        {({ data, held_in_carts: held }) => (
          <>
            {data.length === 0 && held === 0 && <p className="text-sm text-muted">No order reserves units.</p>}
            <ul aria-label="Orders that reserve units" className="grid divide-y divide-hairline text-sm empty:hidden">
              {data.map(({ order_id, reserved, backordered }) => (
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
            {held > 0 && <p className="text-sm text-muted">{held} held in carts at checkout</p>}
          </>
        )}
      </Loaded>
    </CardSection>
  );
}

/** Every change of the stock, newest first. */
function Movements({ item: { variation_id: id } }: { item: StockItem }) {
  const { at, href } = usePaging(dashboardPaths.stockItem(id));
  return (
    <PagedCard
      title="Movements"
      result={useQuery(pageQuery("GET /stock/movements", { query: { variation_id: id, ...at } }))}
      href={href}
      none="No movements yet."
    >
      {(movements) => <MovementsTable movements={movements} />}
    </PagedCard>
  );
}

const MovementsTable = ({ movements }: { movements: StockMovement[] }) => (
  <DataTable
    label="Movements"
    rows={movements}
    rowKey={({ id }) => id}
    columns={[
      { head: "Date", quiet: true, from: "sm", cell: ({ at }) => formatMoment(at) },
      {
        head: "Reason",
        className: "w-full",
        cell: ({ at, reason, by, note }) => (
          <>
            {movementLabels[reason]}
            <span className="block text-xs text-muted empty:hidden">{[by, note].filter(Boolean).join(": ")}</span>
            <span className="block text-xs text-muted sm:hidden">{formatMoment(at)}</span>
          </>
        ),
      },
      { head: "On hand", numeric: true, cell: ({ delta_on_hand: delta }) => delta !== 0 && signed(delta) },
      {
        head: "Reserved",
        numeric: true,
        className: "text-muted",
        cell: ({ delta_reserved: delta }) => delta !== 0 && signed(delta),
      },
    ]}
  />
);
