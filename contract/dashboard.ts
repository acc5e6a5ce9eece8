import { z } from "zod";
import { endpoint, list, one, wholeNumber } from "./endpoint.ts";
import { Money } from "./money.ts";

const Change = z.object({ now: z.int(), before: z.int() });

/** Figures of a period, each with the previous period of the same length. */
export const DashboardSummary = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  currency: z.string(),
  revenue: Change,
  orders: Change,
  users: Change,
  average_order: Change,
  days: z.array(z.object({ day: z.iso.date(), revenue: z.int(), orders: z.int(), users: z.int() })),
  by_status: z.array(z.object({ status: z.string(), count: z.int() })),
  best_sellers: z.array(
    z.object({
      product_id: z.int().nullable(),
      name: z.string(),
      thumbnail: z.string(),
      quantity: z.int(),
      revenue: Money,
    }),
  ),
  low_stock: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      variation: z.string(),
      sku: z.string().nullable(),
      left: z.int(),
    }),
  ),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

/** What a new shop needs before it sells, in this order. */
export const SetupStep = z.enum([
  "name",
  "currency",
  "country",
  "taxes",
  "product",
  "shipping",
  "payment",
  "email",
  "policies",
  "order",
]);
export type SetupStep = z.infer<typeof SetupStep>;

export const dashboardApi = {
  "GET /dashboard/setup": endpoint({
    summary: "List the steps from an empty shop to the first order, and which are done. A demo shop has none.",
    caller: "admin",
    reply: list(z.object({ step: SetupStep, is_done: z.boolean() })),
  }),
  "GET /dashboard/summary": endpoint({
    summary: "Retrieve revenue, orders and customers of a period and the one before, per day.",
    caller: "admin",
    query: z.object({ days: wholeNumber(1, 366).default(30) }),
    reply: one(DashboardSummary),
  }),
};
