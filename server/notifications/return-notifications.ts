import type { App } from "#server/platform/app.ts";
import { say, text } from "#words/say.ts";
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
      notifyCustomer(tx, event, `return_${step}`, say(says, { number: event.returnNumber }), event.returnId),
    );
  events.on("order.refunded", (tx, event) => {
    const title = event.onCards
      ? say("Refund for order {number} added to your gift card", { number: event.number })
      : say("Refund for order {number} is on its way", { number: event.number });
    return notifyCustomer(tx, event, "order_refunded", title, `${event.orderId}:${event.cause}`);
  });
}
