import type { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import { withdrawalDays } from "#contract/formats/withdrawal-days.ts";
import { findOrder } from "#server/orders/orders.sql.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { isExcluded } from "./withdrawals.ts";

/** What the buyer of an order is told about the right of withdrawal. */
export interface WithdrawalRight {
  /** Days after the last delivery; null if none of its items can be withdrawn from. */
  days: number | null;
  /** Whether it has several units, which may arrive one after the other. */
  isSeveral: boolean;
  /** Items without the right, or whose right ends once they are opened. */
  exceptions: { name: string; exclusion: WithdrawalExclusion }[];
}

/** The right of withdrawal from an order, for the shortest period of its items. Throws `not_found`. */
export async function getWithdrawalRight(db: Db | Tx, orderId: string): Promise<WithdrawalRight> {
  const { lines, quantity } = assertFound(await findOrder(db, orderId, null));
  const periods = lines.filter((line) => !isExcluded(line)).map(({ return_days }) => withdrawalDays(return_days));
  return {
    days: periods.length > 0 ? Math.min(...periods) : null,
    isSeveral: quantity > 1,
    exceptions: lines
      .filter(({ withdrawal_exclusion }) => withdrawal_exclusion !== "none")
      .map(({ name, withdrawal_exclusion: exclusion }) => ({ name, exclusion })),
  };
}
