import { z } from "zod";
import { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import { endpoint, Id, Instant, one, UuidParams, wholeNumber } from "#contract/endpoint.ts";
import { Items } from "./orders.ts";

/** An order as the page to withdraw from it shows it, by the key of its link. */
export const WithdrawableOrder = z.object({
  number: z.int(),
  /** Null if the link went to an address that its reader has not confirmed. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  items: z.array(
    z.object({
      order_item_id: Id,
      name: z.string(),
      thumbnail: z.string(),
      options: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Units that can be withdrawn from; those that already are, are left out. */
      quantity: z.int(),
      /** The length of the period, in days after the last delivery. */
      days: z.int(),
      /** The last day of the period, in the shop's time zone; null while it hasn't begun. */
      until: z.iso.date().nullable(),
      /** Whether its period is over, so that the merchant decides. */
      is_late: z.boolean(),
      exclusion: WithdrawalExclusion,
    }),
  ),
});
export type WithdrawableOrder = z.infer<typeof WithdrawableOrder>;

/** The key in a link to withdraw from an order. */
export const WithdrawalKey = z.string().max(200);

export const NewWithdrawal = z.object({
  name: z
    .string("Enter your name.")
    .trim()
    .min(1, "Enter your name.")
    .max(200)
    .regex(/^\P{Cc}*$/u, "Don't use control characters, such as tabs or line breaks."),
  order_number: wholeNumber(1, 2_147_483_647),
  email: z.email("Enter a valid email address, such as name@example.com.").max(254),
  /** The units withdrawn from; without them, and without a `note`, the whole order. Needs the `key`. */
  items: Items.optional(),
  /** The goods withdrawn from in words, which staff read: without `items` nothing is done by itself. */
  note: z
    .string()
    .trim()
    .max(1000)
    .regex(/^(\P{Cc}|[\n\r\t])*$/u, "Don't use control characters.")
    .optional(),
  key: WithdrawalKey.optional(),
});
export type NewWithdrawal = z.infer<typeof NewWithdrawal>;

export const withdrawalsApi = {
  "POST /withdrawals": endpoint({
    summary:
      "Withdraw from the contract of an order, or from some of its items. " +
      "The answer doesn't say whether the order exists: the receipt goes to its address.",
    caller: "anyone",
    idempotency: "accepted",
    body: NewWithdrawal,
    reply: one(z.object({ received_at: Instant })),
    status: 202,
    limit: "alert",
  }),
  "GET /orders/:id/withdrawal": endpoint({
    summary:
      "Retrieve the key to withdraw from an order of the caller's; null if none of it can be withdrawn from in time.",
    caller: "customer",
    params: UuidParams,
    reply: one(z.object({ key: WithdrawalKey.nullable() })),
  }),
  "POST /withdrawals/order": endpoint({
    summary: "Retrieve the items of an order that can be withdrawn from, by the key of a link.",
    caller: "anyone",
    body: z.object({ key: WithdrawalKey }),
    reply: one(WithdrawableOrder),
    problems: ["link_expired"],
    limit: "write",
  }),
};
