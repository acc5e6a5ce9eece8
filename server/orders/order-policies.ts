import { findOrderPolicyVersion } from "#server/orders/orders.sql.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { findPolicyVersion, type PolicyVersion } from "#server/shop/shop.ts";

/** The policies an order was placed under; undefined if the shop had written none, or kept none yet. */
export async function findOrderPolicies(db: Db | Tx, orderId: string): Promise<PolicyVersion | undefined> {
  const id = await findOrderPolicyVersion(db, orderId);
  return id === null || id === undefined ? undefined : findPolicyVersion(db, id);
}
