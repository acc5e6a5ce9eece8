import type { Order } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";

const TakeBackForm = lazyComponent(() => import("./cancel-shipment-form.tsx").then((part) => part.CancelShipmentForm));

type Props = { parcel: Order["fulfilments"][number]; number: number; action: ReturnType<typeof useOrderAction> };

/** Marks a shipment as delivered, or cancels it when it never left. */
export function ShipmentActions({ parcel, number, action }: Props) {
  const deliver = () =>
    action.mutate(
      { route: "POST /fulfilments/:id/deliver", args: { params: { id: parcel.id } } },
      { onSuccess: () => toast({ tone: "success", title: "The parcel has arrived" }) },
    );
  const openCancelForm = () =>
    openDialog({
      title: `Take parcel ${number} back?`,
      content: <TakeBackForm parcelId={parcel.id} run={action.mutateAsync} />,
    });
  if (parcel.actions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {parcel.actions.includes("cancel") && (
        <Button
          size="small"
          look="ghost"
          disabled={action.isPending}
          aria-label={`Take back parcel ${number}`}
          onClick={openCancelForm}
        >
          Take back
        </Button>
      )}
      {parcel.actions.includes("deliver") && (
        <Button size="small" busy={action.isPending} onClick={deliver}>
          Mark as delivered
        </Button>
      )}
    </div>
  );
}
