import { describe, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { customerStatusLabel, holdReasonText } from "#web/orders/order-labels.tsx";
import { getProgress, progressText } from "./progress.ts";

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;
const event = (type: string, hour: number) => ({ type, at: at(hour), text: type, by: null });
const order = (parts: Partial<Order>) =>
  ({
    status: "pending_payment",
    payment_status: "unpaid",
    fulfilment_status: "unfulfilled",
    placed_at: at(8),
    timeline: [event("placed", 8)],
    fulfilments: [],
    ...parts,
  }) as Order;
const states = (parts: Partial<Order>) => getProgress(order(parts))?.map(({ label, state }) => `${label}: ${state}`);

describe("the progress of an order", () => {
  test("waits for the confirmation of an unpaid order", () => {
    expect(states({})).toEqual([
      "Placed: done",
      "Confirmed: now",
      "Packed: ahead",
      "Shipped: ahead",
      "Delivered: ahead",
    ]);
  });
  test("has the time at which packing began", () => {
    const steps = getProgress(
      order({ status: "processing", timeline: [event("placed", 8), event("confirmed", 9), event("started", 10)] }),
    );
    expect(steps?.[2]).toEqual({ label: "Packed", at: at(10), state: "now" });
    expect(progressText(steps ?? [])).toBe("Current status: Confirmed. Next: packed.");
  });
  test("names a partial shipment", () => {
    expect(states({ status: "processing", fulfilment_status: "partial" })?.[3]).toBe("Partially shipped: now");
  });
  test("ignores cancelled shipments", () => {
    const sent = (status: string, hour: number) => ({ status, shipped_at: at(hour) });
    const shipment = {
      status: "processing" as const,
      timeline: [event("placed", 8), event("shipped", 9), event("shipment_cancelled", 10), event("shipped", 11)],
    };
    const shipped = (parts: object) => getProgress(order({ ...shipment, ...parts }))?.[3];
    const taken = sent("cancelled", 9);
    expect(shipped({ fulfilments: [taken] })).toEqual({ label: "Shipped", at: null, state: "ahead" });
    expect(shipped({ fulfilments: [taken, sent("shipped", 11)], fulfilment_status: "fulfilled" })).toEqual({
      label: "Shipped",
      at: at(11),
      state: "done",
    });
  });
  test("is done when delivered", () => {
    const steps = getProgress(order({ status: "completed", fulfilment_status: "delivered" }));
    expect(steps?.every(({ state }) => state === "done")).toBe(true);
    expect(progressText(steps ?? [])).toBe("Delivered. All steps complete.");
  });
  test.each(["cancelled", "expired", "closed_returned"] as const)("has no steps for %s orders", (status) => {
    expect(getProgress(order({ status }))).toBeUndefined();
  });
});

test("a customer sees the status of the shipment, once there is one", () => {
  const labelOf = (parts: Partial<Order>) => customerStatusLabel(order(parts)).label;
  expect(labelOf({})).toBe("Pending payment");
  expect(labelOf({ status: "processing" })).toBe("Being packed");
  expect(labelOf({ status: "processing", fulfilment_status: "fulfilled" })).toBe("On its way");
  expect(labelOf({ status: "completed", fulfilment_status: "delivered" })).toBe("Delivered");
  expect(labelOf({ status: "cancelled" })).toBe("Cancelled");
});

test("known hold reasons are explained, others are shown as written", () => {
  expect(holdReasonText("paid_no_stock")).toContain("out of stock");
  expect(holdReasonText("Asked for another color")).toBe("Asked for another color");
  expect(holdReasonText(null)).toBe("No reason given.");
});
