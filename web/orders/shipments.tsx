import { ExternalLink, Package } from "lucide-react";
import type { ReactNode } from "react";
import type { Order } from "#contract/orders/orders.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { formatShopNumber, say, text } from "#words/say.ts";
import { StatusBadge } from "./order-labels.tsx";

type Shipment = Order["fulfilments"][number];

type Props = {
  order: Pick<Order, "items" | "fulfilments">;
  isAdmin?: boolean;
  action?: (shipment: Shipment, number: number) => ReactNode;
};

/** The shipments with tracking, including undone ones. `action` renders actions of a shipment. */
export const Shipments = ({ order, isAdmin = false, action }: Props) => (
  <ul aria-label={isAdmin ? "Shipments" : say("Shipments")} className="grid gap-4">
    {order.fulfilments.map((shipment, index) => (
      <li key={shipment.id} className="flex flex-wrap items-start gap-3 text-sm">
        <Package className="mt-0.5 size-4.5 shrink-0 text-muted" />
        <div className="grid min-w-48 flex-1 gap-0.5">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {isAdmin ? `Shipment ${index + 1}` : say("Shipment {number}", { number: formatShopNumber(index + 1) })}
            <StatusBadge label={(isAdmin ? adminShipmentLabels : shipmentLabels)[shipment.status]} />
          </p>
          <p className="text-muted">
            <ShipmentDates shipment={shipment} isAdmin={isAdmin} />
          </p>
          <p className="text-muted">
            <InlineList of={shipment.items.map((item) => itemText(order, item))} between=", " />
          </p>
        </div>
        {shipment.tracking_url && shipment.status !== "cancelled" && (
          <a
            href={shipment.tracking_url}
            target="_blank"
            rel="noreferrer"
            className="touch-target inline-flex items-center gap-1 text-link underline underline-offset-4 max-sm:ms-7.5"
          >
            {isAdmin
              ? `Track shipment ${index + 1}`
              : say("Track shipment {number}", { number: formatShopNumber(index + 1) })}{" "}
            <ExternalLink className="size-3.5" />
          </a>
        )}
        {action?.(shipment, index + 1)}
      </li>
    ))}
  </ul>
);

const shipmentLabels: Record<Shipment["status"], StatusLabel> = {
  shipped: { label: text("On its way"), tone: "accent" },
  delivered: { label: text("Delivered"), tone: "success" },
  cancelled: { label: text("Not sent yet"), tone: "neutral" },
};

const adminShipmentLabels: Record<Shipment["status"], StatusLabel> = {
  shipped: { label: "Shipped", tone: "neutral" },
  delivered: { label: "Delivered", tone: "neutral" },
  cancelled: { label: "Undone", tone: "neutral" },
};

function ShipmentDates({ shipment, isAdmin }: { shipment: Shipment; isAdmin: boolean }) {
  if (shipment.cancelled_at && isAdmin) return `Recorded by mistake, undone ${formatDay(shipment.cancelled_at)}`;
  if (shipment.cancelled_at)
    return say("Marked as sent by mistake. Corrected on {date}.", { date: formatDay(shipment.cancelled_at) });
  const known = [
    say("Shipped {date}", { date: formatDay(shipment.shipped_at) }),
    shipment.delivered_at ? say("delivered {date}", { date: formatDay(shipment.delivered_at) }) : "",
    [shipment.carrier, shipment.tracking_number].filter(Boolean).join(" "),
  ];
  return <InlineList of={known.filter(Boolean)} />;
}

const itemText = (order: Pick<Order, "items">, { order_item_id, quantity }: Shipment["items"][number]) =>
  `${formatShopNumber(quantity)} × ${order.items.find(({ id }) => id === order_item_id)?.name ?? say("item")}`;
