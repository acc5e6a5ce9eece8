import type { App } from "#server/platform/app.ts";
import { text } from "#words/say.ts";
import { notifyCustomer } from "./order-notifications.ts";

/** Notifies customers of the progress of their returns and of refunds. */
export function notifyOnReturnEvents({ events }: App) {
  const steps = {
    approved: text("Return {number} is approved. You can send your items now."),
    rejected: text("Return {number} was declined"),
    closed: text("Return {number} is closed"),
    received: text("Return {number} was received"),
  } as const;
  for (const [step, says] of Object.entries(steps) as [keyof typeof steps, string][])
    events.on(`order.return_${step}`, (tx, event) =>
      notifyCustomer(tx, { ...event, number: event.returnNumber }, `return_${step}`, says, event.returnId),
    );
  events.on("order.refunded", (tx, event) => {
    const title = event.onCards
      ? text("Refund for order {number} added to your gift card")
      : text("Refund for order {number} is on its way");
    return notifyCustomer(tx, event, "order_refunded", title, `${event.orderId}:${event.cause}`);
  });
}
