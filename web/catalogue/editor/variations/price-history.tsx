import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { freshQuery } from "#web/api/call.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";

type Props = { productId: number; currency: string };

/** The prices of a product over time, loaded when they are asked for. */
export function PriceHistory({ productId, currency }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CardSection
      title="Price history"
      action={
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide" : "Show"}
          <span className="sr-only"> price history</span>
        </Button>
      }
    >
      {isOpen ? (
        <Prices productId={productId} currency={currency} />
      ) : (
        <p className="text-sm text-muted">
          A compare-at price is checked against the lowest price of the 30 days before the sale.
        </p>
      )}
    </CardSection>
  );
}

function Prices({ productId, currency }: Props) {
  const { data, error, refetch } = useQuery(
    freshQuery("GET /product/:id/price-history", { params: { id: productId } }),
  );
  if (!data)
    return error ? (
      <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
    ) : (
      <TextSkeleton lines={4} />
    );
  return (
    <DataTable
      label="Price history"
      rows={data.data}
      rowKey={({ id }) => id}
      columns={[
        { head: "Variation", className: "w-full", cell: ({ title }) => title || "–" },
        {
          head: "Price",
          numeric: true,
          className: "whitespace-nowrap",
          cell: ({ price_amount, is_reduced }) => (
            <>
              {formatMoney({ amount: price_amount, currency })}
              {is_reduced && <span className="text-muted"> (sale)</span>}
            </>
          ),
        },
        { head: "From", quiet: true, cell: ({ effective_from }) => formatDay(effective_from) },
        {
          head: "Until",
          quiet: true,
          cell: ({ effective_to }) => (effective_to === null ? "Now" : formatDay(effective_to)),
        },
      ]}
    />
  );
}
