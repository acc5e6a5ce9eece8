import { z } from "zod";
import { Id, list } from "#contract/endpoint.ts";
import { order } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";

/** The result for one order of a bulk action: done, or the problem. */
export const BulkOrderOutcome = z.object({
  /** Null for an unknown order. */
  id: z.uuid().nullable(),
  number: z.int(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type BulkOrderOutcome = z.infer<typeof BulkOrderOutcome>;

export const BulkShipment = z.object({
  /** The order number. */
  number: Id,
  carrier: z.string().trim().max(60).optional(),
  tracking_number: z.string().trim().max(100).optional(),
});
export type BulkShipment = z.infer<typeof BulkShipment>;

export const bulkOrdersApi = {
  "POST /orders/bulk": order.write({
    summary: "Mark several orders as in progress or packed, with a result for each.",
    undo: notUndone.ofEachObject,
    idempotency: "accepted",
    body: z.object({ action: z.enum(["start", "pack"]), numbers: z.array(Id).min(1).max(100) }),
    reply: list(BulkOrderOutcome),
  }),
  "POST /orders/bulk/shipments": order.write({
    summary: "Ship everything unshipped of several orders, with a result for each.",
    undo: notUndone.moved,
    idempotency: "required",
    body: z.object({ shipments: z.array(BulkShipment).min(1, "Enter at least one order.").max(100) }),
    reply: list(BulkOrderOutcome),
  }),
};
