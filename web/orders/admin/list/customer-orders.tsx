import { useOrders } from "#web/orders/orders.queries.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { pageSizes, readPageParams } from "#web/ui/lists/list-params.ts";
import { CustomerOrdersTable } from "./orders-table.tsx";

type At = { page: number; per_page: number };
type Props = { customerId: number; at: At; href: (at: At) => string; none: string };

/** The orders of one customer, newest first. */
export function CustomerOrders({ customerId, at, href, none }: Props) {
  const { data, error, refetch } = useOrders({ customer_id: customerId, ...at });
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <Loading label="Loading orders" looks={["h-13", "h-13", "h-13"]} className="grid gap-px" />;
  if (data.meta.total === 0) return <p className="text-sm text-muted">{none}</p>;
  if (data.data.length === 0)
    return (
      <p className="text-sm text-muted">
        No more orders.{" "}
        <ShopLink to={href({ ...at, page: 1 })} className="text-link underline underline-offset-4">
          Show the newest orders
        </ShopLink>
      </p>
    );
  return (
    // On phones the table uses the card's padding.
    <div className="grid grid-cols-1 gap-3 max-sm:-mx-3 max-sm:-mb-3">
      <CustomerOrdersTable orders={data.data} />
      {data.meta.total > pageSizes[0] && (
        <ListFooter noun="orders" meta={data.meta} read={readPageParams} write={href} />
      )}
    </div>
  );
}
