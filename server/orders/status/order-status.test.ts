import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "#contract/orders/order-shares.ts";
import { type OrderTransition, orderTransitions } from "#contract/orders/order-transitions.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import { actionsOf, destination, fulfilmentStatusOf, isComplete, isFullyReturned } from "./order-status.ts";

const lawful: Record<OrderTransition, Partial<Record<OrderStatus, OrderStatus>>> = {
  confirm: { pending_payment: "confirmed" },
  hold_mismatch: { pending_payment: "on_hold" },
  expire: { pending_payment: "expired" },
  cancel: { pending_payment: "cancelled", confirmed: "cancelled", processing: "cancelled", on_hold: "cancelled" },
  reopen: { expired: "confirmed", cancelled: "confirmed" },
  hold_late_payment: { expired: "on_hold", cancelled: "on_hold" },
  start: { confirmed: "processing" },
  undo_start: { processing: "confirmed" },
  hold: { confirmed: "on_hold", processing: "on_hold" },
  release: { on_hold: "processing" },
  fulfil: { confirmed: "processing", processing: "processing" },
  complete: { confirmed: "completed", processing: "completed" },
  undo_delivery: { completed: "processing" },
  close: { completed: "closed_returned" },
};

test("C11 the order state machine: each status and each transition, allowed or not", () => {
  for (const move of Object.keys(orderTransitions) as OrderTransition[])
    for (const status of OrderStatus.options)
      expect([move, status, destination({ status, held_from: "processing" }, move)]).toEqual([
        move,
        status,
        lawful[move][status],
      ]);
});

test("C11 an order on hold is released to its previous status, and to none if that is unknown", () => {
  expect(destination({ status: "on_hold", held_from: "confirmed" }, "release")).toBe("confirmed");
  expect(destination({ status: "on_hold", held_from: null }, "release")).toBeUndefined();
});

test.each([
  ["delivered", "paid", true, false],
  ["delivered", "unpaid", false, false],
  ["delivered", "refunded", true, true],
  ["fulfilled", "paid", false, false],
  ["returned", "paid", true, true],
  ["returned", "unpaid", false, true],
] as const)(
  "C11 an order that is %s and %s is complete: %s, undone: %s",
  (fulfilment_status, payment_status, done, undone) => {
    const order = { fulfilment_status, payment_status };
    expect([isComplete(order), isFullyReturned(order, 0)]).toEqual([done, undone]);
  },
);

test("a delivered order whose payment was charged back is owed again, and not fully returned", () => {
  expect(isFullyReturned({ fulfilment_status: "delivered", payment_status: "refunded" }, 1490)).toBe(false);
});

test.each([
  [0, 0, "unfulfilled"],
  [1, 0, "partial"],
  [1, 1, "partial"],
  [3, 2, "fulfilled"],
  [3, 3, "delivered"],
])("C11 of three units %i shipped and %i delivered is %s", (shipped, delivered, status) => {
  expect(fulfilmentStatusOf({ ordered: 3, shipped, delivered, returned: 0 })).toBe(status);
});

test.each([
  [3, 3, 1, "partially_returned"],
  [3, 3, 3, "returned"],
  [3, 1, 1, "fulfilled"],
  [2, 2, 1, "partial"],
])("C11 of three units %i shipped, %i delivered and %i returned is %s", (shipped, delivered, returned, status) => {
  expect(fulfilmentStatusOf({ ordered: 3, shipped, delivered, returned })).toBe(status);
});

test.each([
  [1000, 3],
  [1, 5],
  [999, 7],
  [0, 4],
])(
  "C11 a line of %i minor units in %i parts: the shares lose no cent, in whatever steps they are credited",
  (total, quantity) => {
    for (let first = 0; first <= quantity; first++) {
      const parts = [shareOf({ total, quantity }, 0, first), shareOf({ total, quantity }, first, quantity - first)];
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }
  },
);

test("C11 the shares of a line sum to it, whatever was credited, restored and credited again", () => {
  const steps = fc.array(fc.record({ give: fc.boolean(), at: fc.nat(9), units: fc.integer({ min: 1, max: 3 }) }));
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 1, max: 9 }), steps, (total, quantity, tries) => {
      const given: { units: number; amount: number }[] = [];
      const units = () => given.reduce((sum, one) => sum + one.units, 0);
      const amount = () => given.reduce((sum, one) => sum + one.amount, 0);
      const give = (some: number) => {
        const share = shareOf({ total, quantity, given: amount() }, units(), some);
        expect(share).toBeGreaterThanOrEqual(0);
        given.push({ units: some, amount: share });
      };
      for (const { give: gives, at, units: some } of tries) {
        if (!gives) given.splice(at, 1);
        else if (units() + some <= quantity) give(some);
      }
      while (units() < quantity) give(1);
      expect(amount()).toBe(total);
    }),
  );
});

test("C11 the actions of customers and administrators depend on the order alone", () => {
  const now = new Date("2026-03-01T09:00:00Z");
  const order = (status: OrderStatus, fulfilment_status = "unfulfilled" as const) => ({
    status,
    fulfilment_status,
    expires_at: "2026-03-01T09:30:00Z",
  });
  expect(actionsOf(order("pending_payment"), "customer", now)).toEqual(["pay", "cancel", "reorder"]);
  expect(actionsOf(order("pending_payment"), "customer", new Date("2026-03-01T09:30:00Z"))).toEqual([
    "cancel",
    "reorder",
  ]);
  expect(actionsOf(order("confirmed"), "customer", now)).toEqual(["cancel", "reorder"]);
  expect(actionsOf(order("processing"), "customer", now)).toEqual(["reorder"]);
  expect(actionsOf(order("confirmed"), "admin", now)).toEqual([
    "start",
    "pack",
    "hold",
    "fulfil",
    "cancel",
    "cancel_lines",
    "edit",
  ]);
  expect(actionsOf({ ...order("processing"), packed_at: now.toISOString() }, "admin", now)).not.toContain("pack");
  const onHold = { status: "on_hold", fulfilment_status: "partial" } as const;
  expect(actionsOf(onHold, "admin", now)).toEqual(["release", "deliver", "cancel_lines", "edit"]);
  expect(actionsOf({ ...onHold, status: "cancelled" }, "admin", now)).toEqual([]);
  const shipped = { status: "processing", fulfilment_status: "fulfilled" } as const;
  expect(actionsOf(shipped, "admin", now)).toEqual(["hold", "deliver"]);
  expect(actionsOf(order("on_hold"), "admin", now)).toEqual(["release", "cancel", "cancel_lines", "edit"]);
  expect(actionsOf({ status: "processing", fulfilment_status: "partial" }, "admin", now)).toEqual([
    "hold",
    "fulfil",
    "deliver",
    "cancel_lines",
    "edit",
  ]);
  const done = { status: "completed", fulfilment_status: "delivered" } as const;
  expect(actionsOf(done, "customer", now)).toEqual(["review", "reorder"]);
  const paid = { ...done, confirmed_at: "2026-03-01T08:00:00Z", refundable: 1000, returnable: 2 };
  expect(actionsOf(paid, "customer", now)).toEqual(["review", "return", "invoice", "reorder"]);
  const known = { ...paid, email: "ann@example.com" };
  expect(actionsOf(known, "customer", now)).toEqual(["review", "return", "invoice", "resend_confirmation", "reorder"]);
  expect(actionsOf(paid, "admin", now)).toEqual(["refund", "invoice", "resend_confirmation"]);
});
