import { customerStatusLabel, StatusBadge } from "#web/orders/order-labels.tsx";
import { useOrder, useOrders } from "#web/orders/orders.queries.ts";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say, sayCount } from "#words/say.ts";
import { getProgress } from "./progress.ts";
import { ProgressBar } from "./progress-bar.tsx";

/** The customer's latest order and its progress; nothing before the first order or when it can't be loaded. */
export function LatestOrder() {
  const { data, isPending } = useOrders({ page: 1, per_page: 1 });
  const id = data?.data[0]?.id;
  if (id) return <Tracker id={id} />;
  return isPending ? <Skeleton className="mb-8 h-44 rounded-lg" /> : null;
}

function Tracker({ id }: { id: string }) {
  const { data: order, isPending } = useOrder(id);
  if (!order) return isPending ? <Skeleton className="mb-8 h-44 rounded-lg" /> : null;
  const steps = getProgress(order);
  return (
    <section
      aria-labelledby="latest-order"
      className="mb-8 grid gap-5 rounded-lg border border-hairline bg-surface p-5 md:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <p className="text-sm text-muted">{say("Latest order")}</p>
          <h2 id="latest-order" className="flex flex-wrap items-center gap-3 text-xl">
            {say("Order {number}", { number: order.number })} <StatusBadge label={customerStatusLabel(order)} />
          </h2>
          <p className="mt-1 text-sm text-muted">
            {formatDay(order.placed_at)} · {sayCount("1 item", "{n} items", order.quantity)} ·{" "}
            {formatMoney(order.total)}
          </p>
        </div>
        <ShopLink
          to={paths.order(order.id)}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline-offset-4 hover:underline"
        >
          {say("View order")}
        </ShopLink>
      </header>
      {steps && <ProgressBar steps={steps} />}
    </section>
  );
}
