import { useState } from "react";
import type { BulkOrderOutcome } from "#contract/orders/bulk.ts";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { PrintMenu } from "#web/orders/admin/print-menu.tsx";
import { useBulkOrderAction } from "#web/orders/orders.queries.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { FailureNotice } from "#web/ui/lists/failed-items.tsx";
import { BulkBar } from "#web/ui/lists/row-selection.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";

const ShipForm = lazyComponent(() => import("./ship-orders-form.tsx").then((part) => part.ShipOrdersForm));

type Action = "start" | "pack";
const doneLabels: Record<Action, string> = { start: "marked in progress", pack: "marked as packed" };

type Props = { orders: OrderSummary[]; onClear: () => void };

/** Bulk actions on the selected orders, and the orders that could not be changed. */
export function OrdersBulkBar({ orders, onClear }: Props) {
  const bulk = useBulkOrderAction();
  const [failed, setFailed] = useState<BulkOrderOutcome[]>([]);
  const run = (action: Action) =>
    bulk.mutate(
      { route: "POST /orders/bulk", args: { body: { action, numbers: orders.map(({ number }) => number) } } },
      {
        onSuccess: ({ data }) => {
          const done = data.filter(({ problem }) => problem === null).length;
          if (done > 0) toastDone(data, `${countOrders(done)} ${doneLabels[action]}`);
          setFailed(data.filter(({ problem }) => problem !== null));
          onClear();
        },
        onError: toastProblem("Couldn't change the orders"),
      },
    );
  const openShipForm = () =>
    openDialog({
      title: "Ship orders",
      content: <ShipForm numbers={orders.map(({ number }) => number)} onDone={onClear} />,
    });
  return (
    <>
      <FailedOrders outcomes={failed} onDismiss={() => setFailed([])} />
      <BulkBar label="Selected orders" count={orders.length} onClear={onClear}>
        <Button writes size="small" disabled={bulk.isPending} onClick={() => run("start")}>
          Mark in progress
        </Button>
        <Button writes size="small" disabled={bulk.isPending} onClick={() => run("pack")}>
          Mark as packed
        </Button>
        <Button writes size="small" disabled={bulk.isPending} onClick={openShipForm}>
          Ship
        </Button>
        <PrintMenu ids={orders.map(({ id }) => id)} />
        <ExportButton route="GET /orders/export" query={{ id: orders.map(({ id }) => id) }} name="orders" />
      </BulkBar>
      {/* Room for the bar, which covers the end of the page. */}
      {orders.length > 0 && <div className="h-14" />}
    </>
  );
}

/** The orders a bulk action could not change, with the reason for each. */
export const FailedOrders = ({ outcomes, onDismiss }: { outcomes: BulkOrderOutcome[]; onDismiss?: () => void }) => (
  <FailureNotice
    title={`${countOrders(outcomes.length)} not changed`}
    reasons={outcomes.map(({ number, problem }) => `Order ${number}: ${problem?.message}`)}
    onDismiss={onDismiss}
  />
);

export const countOrders = (count: number) => (count === 1 ? "1 order" : `${count} orders`);
