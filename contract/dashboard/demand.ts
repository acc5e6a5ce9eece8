import { z } from "zod";
import { resource } from "#contract/resources/resource.ts";

/**
 * What shoppers want: `order_more`, more units are needed; `waiting`, back-in-stock alerts are open; `refused`, units were
 * refused for lack of stock; `wishes`, it is on wishlists and runs low; `searches`, a search without results.
 */
export const DemandSignal = z.enum(["order_more", "waiting", "refused", "wishes", "searches"]);
export type DemandSignal = z.infer<typeof DemandSignal>;

export const DemandSort = z.enum(["-needed", "-waiting", "-refused", "-wishes", "-sold", "available", "-searches"]);
export type DemandSort = z.infer<typeof DemandSort>;

/** A variation that shoppers want, or a search that found nothing. */
export const Demand = z.object({
  /** Null for a search. */
  variation_id: z.int().nullable(),
  product_id: z.int().nullable(),
  /** The product's name, or what was searched. */
  name: z.string(),
  variation: z.string(),
  sku: z.string().nullable(),
  thumbnail: z.string().nullable(),
  /** Open back-in-stock alerts. */
  waiting: z.int(),
  /** Units refused for lack of stock in the last 30 days. */
  refused: z.int(),
  /** Customers who have the product on their wishlist. */
  wishes: z.int(),
  /** Units sold in the last 30 days. */
  sold: z.int(),
  /** Units that can be sold now. */
  available: z.int(),
  /** Units to order: `waiting` and `sold` less `available`, for the next 30 days. */
  needed: z.int(),
  /** How often it was searched in the last 30 days. */
  searches: z.int(),
});
export type Demand = z.infer<typeof Demand>;

export const DemandFilters = z.object({
  signal: DemandSignal.optional(),
  /** Part of the product's name, SKU or search. */
  name: z.string().max(100).optional(),
  sort: DemandSort.default("-needed"),
});
export type DemandFilters = z.infer<typeof DemandFilters>;

const demand = resource("demand", ["catalogue"]);

export const demandApi = {
  "GET /dashboard/demand": demand.page(
    "List demand: variations with back-in-stock alerts, wishlists, refused units or fast sales, and searches.",
    DemandFilters,
    Demand,
  ),
  "GET /dashboard/demand/export": demand.export("Download the demand list as CSV.", DemandFilters),
};
