import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { type BoughtTogetherPair, replacePairs } from "./bought-together.sql.ts";

/** Sets which products were ordered together, in both directions of each pair; what is not named is forgotten. */
export async function setBoughtTogether(tx: Tx, pairs: readonly BoughtTogetherPair[]): Promise<void> {
  if (await replacePairs(tx, pairs)) await invalidate(tx, "catalogue");
}
