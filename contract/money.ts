import { z } from "zod";

/** An amount in minor units (cents of EUR, whole JPY) with its ISO 4217 currency. */
export const Money = z.object({ amount: z.int(), currency: z.string().length(3) });
export type Money = z.infer<typeof Money>;

/** An amount sent by a client: a non-negative integer in minor units, small enough for exact arithmetic. */
export const Amount = z.int().min(0).max(1_000_000_000_000);

/** Maximum subtotal of an order, before discounts and tax: keeps sums of orders exact. */
export const maxOrderAmount = 1_000_000_000_000;
