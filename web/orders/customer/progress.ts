import { isDelivered } from "#contract/orders/order-transitions.ts";
import type { Order } from "#contract/orders/orders.ts";
import { say, text } from "#words/say.ts";

export interface Step {
  /** English; translate with `say`. */
  label: string;
  /** ISO 8601; null when it hasn't happened or is unknown. */
  at: string | null;
  state: "done" | "now" | "ahead";
}

type ProgressOrder = Pick<
  Order,
  "status" | "payment_status" | "fulfilment_status" | "fulfilments" | "timeline" | "placed_at"
>;

const endStatuses = new Set<Order["status"]>(["cancelled", "expired", "closed_returned"]);

/** The steps of an order from placed to delivered; undefined when it ended before. */
export function getProgress(order: ProgressOrder): Step[] | undefined {
  if (endStatuses.has(order.status)) return undefined;
  const at = (type: string) => order.timeline.find((event) => event.type === type)?.at ?? null;
  // Cancelled shipments have not left.
  const left = order.fulfilments.find(({ status }) => status !== "cancelled")?.shipped_at ?? null;
  const shipped = order.fulfilment_status !== "unfulfilled";
  const passed = [
    { label: text("Placed"), at: order.placed_at, isDone: true },
    {
      label: text("Confirmed"),
      at: at("confirmed"),
      isDone: order.status !== "pending_payment" && !(order.status === "on_hold" && !at("confirmed")),
    },
    { label: text("Packed"), at: order.status === "confirmed" ? null : at("started"), isDone: shipped },
    {
      label: order.fulfilment_status === "partial" ? text("Partially shipped") : text("Shipped"),
      at: left,
      isDone: order.fulfilment_status === "fulfilled" || isDelivered(order),
    },
    { label: text("Delivered"), at: at("delivered"), isDone: isDelivered(order) },
  ];
  const now = passed.findIndex(({ isDone }) => !isDone);
  return passed.map(({ isDone, ...step }, index) => ({
    ...step,
    at: isDone || index === now ? step.at : null,
    state: isDone ? "done" : index === now ? "now" : "ahead",
  }));
}

/** The progress in a sentence for screen readers. */
export function progressText(steps: Step[]) {
  const done = steps.filter(({ state }) => state === "done").length;
  const last = say(steps[done - 1]?.label ?? "");
  return done === steps.length
    ? say("{last}. All steps complete.", { last })
    : say("Current status: {last}. Next: {next}.", { last, next: say(steps[done]?.label ?? "").toLowerCase() });
}
