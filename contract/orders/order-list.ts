import { z } from "zod";
import { Country, Flag, Id, many, PageQuery, wholeNumber } from "#contract/endpoint.ts";
import { PaymentProvider } from "#contract/payments.ts";
import { FulfilmentStatus, OrderPaymentStatus, OrderStatus } from "./orders.ts";

/**
 * The views of the order list: `unpaid` awaits payment, `to_ship` has units to ship, `returns` a requested return,
 * `refunds_to_send` a refund that staff send.
 */
export const OrderView = z.enum(["unpaid", "to_ship", "on_hold", "returns", "refunds_to_send", "completed"]);
export type OrderView = z.infer<typeof OrderView>;

const OrderAmount = wholeNumber(0, 1_000_000_000_000);

export const OrderFilters = z.object({
  /** Only these orders. */
  id: many(z.uuid()).optional(),
  number: many(Id).optional(),
  status: OrderStatus.optional(),
  view: OrderView.optional(),
  /** Order number, name, email, or name or SKU of a product. */
  name: z.string().max(100).optional(),
  customer_id: Id.optional(),
  /** First and last day of the order date, in the shop's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Confirmed and neither cancelled nor expired: what the figures of the dashboard count as orders. */
  sold: Flag.optional(),
  /** First and last day on which money was paid or paid back. */
  moved_from: z.iso.date().optional(),
  moved_to: z.iso.date().optional(),
  /** First and last day on which money was paid back. */
  refunded_from: z.iso.date().optional(),
  refunded_to: z.iso.date().optional(),
  payment_status: OrderPaymentStatus.optional(),
  /** The payment method chosen last. */
  payment_method: PaymentProvider.optional(),
  shipping_method: Id.optional(),
  fulfilment_status: FulfilmentStatus.optional(),
  product_id: Id.optional(),
  sku: z.string().trim().min(1).max(100).optional(),
  /** The country of the shipping address. */
  country: Country.optional(),
  /** Smallest and largest total, in minor units. */
  total_min: OrderAmount.optional(),
  total_max: OrderAmount.optional(),
});
export type OrderFilters = z.infer<typeof OrderFilters>;

export const OrderQuery = PageQuery.extend({
  ...OrderFilters.shape,
  sort: z.enum(["-placed_at", "placed_at", "-total", "total"]).default("-placed_at"),
});
export type OrderQuery = z.infer<typeof OrderQuery>;

/** The number of orders of each view, counted up to `maxCounted`. */
export const OrderViewCounts = z.record(OrderView, z.int());
export type OrderViewCounts = z.infer<typeof OrderViewCounts>;
