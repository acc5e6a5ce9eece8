import type { Order } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";

const UndoForm = lazyComponent(() => import("./cancel-shipment-form.tsx").then((part) => part.CancelShipmentForm));

const cashConfirmation = {
  title: "Mark as delivered?",
  says: "With the last shipment of this order, the cash on delivery is recorded as collected. This can't be undone, only refunded.",
  action: "Mark as delivered",
};

type Props = {
  shipment: Order["fulfilments"][number];
  /** Of its order. */
  version: number;
  number: number;
  /** Whether cash is collected on delivery. */
  collectsCash: boolean;
  action: ReturnType<typeof useOrderAction>;
};

/** Marks a shipment as delivered or undoes that, and undoes one that never left. */
export function ShipmentActions({ shipment, version, number, collectsCash, action }: Props) {
  const args = { params: { id: shipment.id }, body: { version } };
  const undoDelivery = () =>
    action.mutate(
      { route: "POST /fulfilments/:id/undo-delivery", args },
      { onSuccess: (reply) => toastDone(reply, "Delivery undone") },
    );
  const deliver = () =>
    action.mutate(
      { route: "POST /fulfilments/:id/deliver", args },
      { onSuccess: (reply) => toastDone(reply, "Marked as delivered") },
    );
  const deliverAfterAsking = async () => {
    if (!collectsCash || (await confirm(cashConfirmation))) deliver();
  };
  const openCancelForm = () =>
    openDialog({
      title: `Undo shipment ${number}?`,
      content: <UndoForm shipmentId={shipment.id} version={version} run={action.mutateAsync} />,
    });
  if (shipment.actions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {shipment.actions.includes("cancel") && (
        <Button
          writes
          size="small"
          look="ghost"
          disabled={action.isPending}
          aria-label={`Undo shipment ${number}`}
          onClick={openCancelForm}
        >
          Undo shipment
        </Button>
      )}
      {shipment.actions.includes("deliver") && (
        <Button writes size="small" busy={action.isPending} onClick={() => void deliverAfterAsking()}>
          Mark as delivered
        </Button>
      )}
      {shipment.actions.includes("undo_delivery") && (
        <Button writes size="small" look="ghost" busy={action.isPending} onClick={undoDelivery}>
          Undo delivery
        </Button>
      )}
    </div>
  );
}
