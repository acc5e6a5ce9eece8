import type { OrderPolicy } from "#contract/orders/orders-api.ts";
import { policies } from "#contract/shop/settings.ts";
import { findOrderLanguage, findOrderPolicyVersion } from "#server/orders/orders.sql.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { findPolicyVersion, type KeptPolicies } from "#server/shop/shop.ts";

/** The policies an order was placed under, in its language; undefined if the shop had written none, or kept none yet. */
export async function findOrderPolicies(db: Db | Tx, orderId: string): Promise<KeptPolicies | undefined> {
  const id = await findOrderPolicyVersion(db, orderId);
  return id === null || id === undefined ? undefined : findPolicyVersion(db, id, await findOrderLanguage(db, orderId));
}

/** Those of them that have a text. */
export async function listOrderPolicies(db: Db | Tx, orderId: string): Promise<OrderPolicy[]> {
  const kept = await findOrderPolicies(db, orderId);
  return policies.flatMap((policy) => (kept?.[policy] ? [{ policy, html: kept[policy] }] : []));
}
