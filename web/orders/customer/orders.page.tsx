import { Package } from "lucide-react";
import { useSearchParams } from "react-router";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { customerStatusLabel, StatusBadge } from "#web/orders/order-labels.tsx";
import { useOrders } from "#web/orders/orders.queries.ts";
import { paths, queryText } from "#web/paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink, ShopLink } from "#web/ui/layout/shop-link.tsx";
import { isPastEnd, pageNumber } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange, Pagination } from "#web/ui/lists/pagination.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, sayCount } from "#words/say.ts";

const perPage = 10;

export default function OrdersPage() {
  return (
    <main className="page-width grid gap-6 py-10">
      <PageHead title={say("Orders")} hidden />
      <h1 className="text-title">{say("Orders")}</h1>
      <Orders />
    </main>
  );
}

function Orders() {
  const [search] = useSearchParams();
  const page = pageNumber(search);
  const { data, error, refetch } = useOrders({ page, per_page: perPage });
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <Loading label={say("Loading your orders")} looks={Array(3).fill("h-24 rounded-lg")} />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={paths.orders()} />;
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={<Package />}
        title={say("No orders yet")}
        action={<ButtonLink to={paths.products()} look="primary" label={say("Browse products")} />}
      >
        {say("Your orders and their delivery status appear here.")}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label={say("Orders")} className="grid gap-4">
        {data.data.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={data.meta.pages}
        href={(to) => paths.orders() + queryText({ page: to > 1 ? to : "" })}
      />
    </>
  );
}

const OrderCard = ({ order }: { order: OrderSummary }) => (
  <li
    className={
      "relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 rounded-lg border " +
      "border-hairline bg-surface p-4 transition-colors hover:border-control sm:flex md:p-5"
    }
  >
    <span className="flex *:not-first:-ms-4" aria-hidden="true">
      {order.thumbnails.slice(0, 3).map((thumbnail, index) => (
        // Thumbnails may repeat.
        <Thumbnail
          key={`${thumbnail}-${index}`}
          url={thumbnail}
          sizes="56px"
          className="size-14 rounded border-2 border-surface max-sm:not-first:hidden"
        />
      ))}
    </span>
    <div className="min-w-0 flex-1">
      <h2 className="text-base font-semibold">
        <ShopLink to={paths.order(order.id)} className="after:absolute after:inset-0 after:rounded-lg">
          {say("Order {number}", { number: order.number })}
        </ShopLink>
      </h2>
      <p className="text-sm text-muted">
        {formatDay(order.placed_at)} · {sayCount("1 item", "{n} items", order.quantity)}
      </p>
    </div>
    <span className="max-sm:col-span-2 max-sm:row-start-2">
      <StatusBadge label={customerStatusLabel(order)} />
    </span>
    <span className="text-end font-semibold tabular-nums max-sm:col-start-3 max-sm:row-start-1 sm:min-w-20">
      {formatMoney(order.total)}
    </span>
    {order.status === "pending_payment" && (
      <ShopLink
        to={paths.payment(order.id)}
        className={`${buttonLook({ look: "primary", size: "small" })} z-1 max-sm:row-start-2`}
      >
        {sayWith("Pay {order}", {
          order: <span className="sr-only">{say("order {number}", { number: order.number })}</span>,
        })}
      </ShopLink>
    )}
  </li>
);
