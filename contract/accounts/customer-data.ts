import { z } from "zod";
import { Id, IdParams, one } from "#contract/endpoint.ts";
import { customer } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";

/** How many of each kind move from one customer to the other. */
export const MergedCounts = z.object({
  orders: z.int(),
  returns: z.int(),
  coupon_uses: z.int(),
  reviews: z.int(),
  review_votes: z.int(),
  cart_units: z.int(),
  wishlist_items: z.int(),
  stock_alerts: z.int(),
  notifications: z.int(),
  addresses: z.int(),
  notes: z.int(),
  tags: z.int(),
});
export type MergedCounts = z.infer<typeof MergedCounts>;
const Merge = z.object({ into_id: Id });

export const customerDataApi = {
  "GET /customers/:id/merge": customer.write({
    summary: "Count what a merge would move to another customer.",
    isRead: true,
    params: IdParams,
    query: Merge,
    reply: one(MergedCounts),
    problems: ["staff_account", "merge_self"],
  }),
  "POST /customers/:id/merge": customer.update(
    "Move everything of a customer to another one and delete the emptied account. Can't be undone.",
    Merge,
    MergedCounts,
    ["staff_account", "merge_self"],
    notUndone.deleted,
  ),
  "POST /customers/:id/data": customer.write({
    summary:
      "Collect the personal data of a customer: everything stored about them but what staff noted and secrets, with the " +
      "orders placed with their confirmed email alone. Needs access to orders too.",
    undo: { none: "It has shown personal data." },
    params: IdParams,
    reply: one(z.record(z.string(), z.unknown())),
    secret: true,
    problems: ["staff_account"],
  }),
  "POST /customers/:id/erasure": customer.write({
    summary:
      "Delete the account of a customer as its owner can, with the provisional accounts of its confirmed email; confirmed " +
      "with its username, or its email without one.",
    undo: notUndone.deleted,
    params: IdParams,
    body: z.object({ confirmation: z.string().trim().max(254) }),
    status: 204,
    problems: ["staff_account"],
  }),
};
