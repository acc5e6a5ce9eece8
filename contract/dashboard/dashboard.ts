import { z } from "zod";
import { one } from "#contract/endpoint.ts";
import { Money } from "#contract/money.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import { resource } from "#contract/resources/resource.ts";

const Change = z.object({ now: z.int(), before: z.int() });

const Day = z.iso.date();
const dayMs = 86_400_000;
const maxDays = 366;
const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** A period of days of the shop's time zone, both included; without one the last 30 days. */
export const SummaryQuery = z
  .object({
    from: Day.optional(),
    to: Day.optional(),
    /** The same number of days before, or the same days a year earlier. */
    compare: z.enum(["previous", "year"]).default("previous"),
  })
  .superRefine(({ from, to }, context) => {
    const fail = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
    if ((from === undefined) !== (to === undefined)) fail("Enter both the first and the last day.");
    if (from === undefined || to === undefined) return;
    if (lengthOf({ from, to }) < 1) fail("The last day is before the first.");
    if (lengthOf({ from, to }) > maxDays) fail(`Choose at most ${maxDays} days.`);
  });
export type SummaryQuery = z.infer<typeof SummaryQuery>;

/** Figures of a period, each with those of the period it is compared with. */
export const DashboardSummary = z.object({
  from: Day,
  to: Day,
  /** If `to` is today it ends at the same time of day. */
  compared_with: z.object({ from: Day, to: Day }),
  currency: z.string(),
  /** Payments less refunds and lost chargebacks, at the time the provider moved the money. */
  revenue: Change,
  /** Refunds and lost chargebacks less those that came back: what the list of orders refunded in the period shows. */
  refunds: Change,
  /** Sold orders: confirmed and not cancelled. */
  orders: Change,
  /** The totals of these orders, as placed, however they are paid; their average is by the number of orders. */
  sales: Change,
  average_order: Change,
  units: Change,
  /** New customers. */
  customers: Change,
  /** Carts begun in the period, and how many of them were ordered. */
  carts: Change,
  ordered_carts: Change,
  days: z.array(
    z.object({
      day: Day,
      revenue: z.int(),
      /** Of the corresponding day of the other period. */
      revenue_before: z.int(),
      orders: z.int(),
      sales: z.int(),
      units: z.int(),
      refunds: z.int(),
      customers: z.int(),
      carts: z.int(),
      ordered_carts: z.int(),
    }),
  ),
  by_status: z.array(z.object({ status: OrderStatus, count: z.int() })),
  best_sellers: z.array(
    z.object({ product_id: z.int(), name: z.string(), thumbnail: z.string(), quantity: z.int(), revenue: Money }),
  ),
  /** The variations on sale that run out first. */
  low_stock: z.array(
    z.object({
      product_id: z.int(),
      variation_id: z.int(),
      name: z.string(),
      variation: z.string(),
      sku: z.string().nullable(),
      left: z.int(),
      /** For how many days this lasts at the pace of the last 30 days; null without sales. */
      days_left: z.int().nullable(),
    }),
  ),
  /** Active products with a variation that is low in stock, up to 10,000. */
  low_stock_products: z.int(),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

/** What a new shop needs before it sells, in this order. */
export const SetupStep = z.enum([
  "name",
  "currency",
  "country",
  "taxes",
  "product",
  "returns",
  "return_address",
  "shipping",
  "payment",
  "domain",
  "email",
  "imprint",
  "policies",
  "order",
]);
export type SetupStep = z.infer<typeof SetupStep>;

const summary = resource("summary", ["orders"]);
const setup = resource("setup", ["settings"]);

export const dashboardApi = {
  "GET /dashboard/setup": setup.list(
    "List the steps from an empty shop to the first order, and which are done. A demo shop has none.",
    z.object({ step: SetupStep, is_done: z.boolean() }),
  ),
  "GET /dashboard/summary": summary.read({
    summary: "Retrieve the figures of a period, by day, and those of the period before or a year before.",
    query: SummaryQuery,
    reply: one(DashboardSummary),
  }),
};
