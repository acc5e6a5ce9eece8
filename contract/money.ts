import { z } from "zod";

/** An amount in minor units (cents of EUR, whole JPY) with its ISO 4217 currency. */
export const Money = z.object({ amount: z.int(), currency: z.string().length(3) });
export type Money = z.infer<typeof Money>;

/** What a client may send as an amount: whole minor units, never negative, small enough for exact arithmetic. */
export const Amount = z.int().min(0).max(1_000_000_000_000);

/** The most the goods of one order may come to, discounts and tax aside: sums of orders stay exact as well. */
export const maxOrderAmount = 1_000_000_000_000;
