import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isDueOnDelivery } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { trackingLink } from "#contract/orders/tracking-links.ts";
import { closeIfOrderChanged, type useOrderAction } from "#web/orders/orders.queries.ts";
import { leftToShip, toItems, UnitsPicker } from "#web/orders/units-picker.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";

type Fields = { carrier: string; tracking_number: string; tracking_url: string };
type Props = { order: Order; run: ReturnType<typeof useOrderAction>["mutateAsync"] };

/** Ships units with tracking data; all open units are preselected. */
export function ShipForm({ order, run }: Props) {
  const closeDialog = useCloseDialog();
  const open = leftToShip(order);
  const [quantities, setQuantities] = useState(() => new Map(open.map(({ item, quantity }) => [item.id, quantity])));
  const items = toItems(quantities);
  const state = useCallForm<Fields>({
    start: trackingOf(order),
    errorFields: ["carrier", "tracking_number", "tracking_url"],
    send: async (fields) => {
      const shipment = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
      const reply = await run({
        route: "POST /orders/:id/fulfilments",
        args: { params: { id: order.id }, body: { version: order.version, ...shipment, items } },
      });
      toastDone(reply, "Items shipped");
      closeDialog();
    },
    onProblem: closeIfOrderChanged(closeDialog),
  });
  const isChanged = open.some(({ item, quantity }) => quantities.get(item.id) !== quantity);
  return (
    <DialogForm
      state={state}
      action="Ship items"
      record={order.version}
      disabled={items.length === 0}
      choices={{ isChanged, chosen: quantities, restore: setQuantities }}
    >
      <UnitsPicker
        label="Items to ship"
        units={open}
        describe={(quantity) => `${quantity} to ship`}
        quantities={quantities}
        onChange={setQuantities}
      />
      <TrackingFields form={state.form} />
      {isOnlyAuthorized(order) && (
        <p className="text-sm text-muted">
          The payment is only authorized. It is captured when the shipment is marked as delivered; capture it before, as
          authorizations usually expire after seven days.
        </p>
      )}
    </DialogForm>
  );
}

/** The tracking data that a shipment of an order starts with: the carrier of its shipping method. */
export const trackingOf = ({ shipping_method: method }: Pick<Order, "shipping_method">): Fields => ({
  carrier: method?.carrier ?? "",
  tracking_number: "",
  tracking_url: "",
});

const isOnlyAuthorized = (order: Order) => order.payment_status === "authorized" && !isDueOnDelivery(order);

function TrackingFields({ form }: { form: UseFormReturn<Fields> }) {
  const link = trackingLink(form.watch("carrier"), form.watch("tracking_number"));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Carrier" optional maxLength={60} {...registerField(form, "carrier")} />
      <TextField label="Tracking number" optional maxLength={100} {...registerField(form, "tracking_number")} />
      <TextField
        label="Tracking link"
        optional
        type="url"
        inputMode="url"
        placeholder={link ?? "https://"}
        hint={link && "Empty: the page of the carrier."}
        className="sm:col-span-2"
        {...registerField(form, "tracking_url", {
          validate: (text) =>
            text.trim() === "" || /^https?:\/\/\S+$/.test(text.trim()) || "Enter a link that starts with https://",
        })}
      />
    </div>
  );
}
