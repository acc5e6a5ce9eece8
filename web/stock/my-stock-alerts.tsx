import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { ListedStockAlert } from "#contract/stock.ts";
import { useIsCustomer } from "#web/api/session/require-customer.ts";
import { paths, queryText } from "#web/paths.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { isPastEnd, pageNumber } from "#web/ui/lists/list-params.ts";
import { PageOutOfRange, Pagination } from "#web/ui/lists/pagination.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { say } from "#words/say.ts";
import { myStockAlerts, useDeleteStockAlert } from "./back-in-stock.queries.ts";

/** The customer's open back-in-stock alerts, newest first; nothing without any. */
export function MyStockAlerts() {
  const [search] = useSearchParams();
  const page = pageNumber(search, "alerts");
  const { data } = useQuery({ ...myStockAlerts(page), enabled: useIsCustomer() });
  if (!data || data.meta.total === 0) return null;
  const href = (to: number) =>
    paths.notifications() + queryText({ page: search.get("page"), alerts: to > 1 ? to : undefined });
  if (isPastEnd(data.meta)) return <PageOutOfRange first={href(1)} />;
  return (
    <CardSection title={say("Back-in-stock alerts")} aria-label={say("Back-in-stock alerts")} className="mt-8">
      <ul className="divide-y divide-hairline">
        {data.data.map((alert) => (
          <AlertRow key={alert.variation_id} alert={alert} />
        ))}
      </ul>
      <Pagination page={page} pages={data.meta.pages} href={href} />
    </CardSection>
  );
}

function AlertRow({ alert: { variation_id, product } }: { alert: ListedStockAlert }) {
  const remove = useDeleteStockAlert(variation_id);
  const name = product?.name ?? say("this product");
  return (
    <li ref={moveFocusToNextRow} className="flex items-center gap-4 py-3">
      <Thumbnail url={product?.thumbnail} sizes="48px" className="size-12 rounded" />
      <div className="min-w-0 flex-1">
        {product ? (
          <ShopLink
            to={paths.details(product.slug, variation_id)}
            className="font-medium underline-offset-4 hover:underline"
          >
            {product.name}
          </ShopLink>
        ) : (
          <p className="text-muted">{say("No longer available")}</p>
        )}
        <p className="text-sm text-muted">
          <InlineList of={product?.options.map(({ name, value }) => `${name}: ${value}`) ?? []} />
        </p>
      </div>
      <Button
        look="ghost"
        size="small"
        busy={remove.isPending}
        onClick={() => remove.mutate(undefined, { onError: toastProblem() })}
        aria-label={say("Remove {name}", { name })}
      >
        {say("Remove")}
      </Button>
    </li>
  );
}
