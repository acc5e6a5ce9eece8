import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { type BoughtTogetherPair, replacePairs } from "./bought-together.sql.ts";

/** Replaces all pairs of products bought together; each pair is given in both directions. */
export async function setBoughtTogether(tx: Tx, pairs: readonly BoughtTogetherPair[]): Promise<void> {
  if (await replacePairs(tx, pairs)) await invalidate(tx, "catalogue");
}
