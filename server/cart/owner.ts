import type { Caller } from "#server/platform/auth/caller.ts";
import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { findCart, type Owner, type StoredCart } from "./cart.sql.ts";

/** The cart owner of a request. Throws `guest_cart_unknown` without a session or guest id. */
export function getOwner(caller: Caller): Owner {
  if (caller.kind === "user") return { userId: caller.id };
  if (caller.kind === "guest") return { guestHash: hashSecret(caller.guestId) };
  throw new Problem("guest_cart_unknown");
}

/**
 * The active cart; a customer may have none. Throws `guest_cart_unknown` if the guest cart is unknown, expired or
 * merged.
 */
export async function findActiveCart(db: Db | Tx, owner: Owner): Promise<StoredCart | undefined> {
  const cart = await findCart(db, owner);
  if (!cart && "guestHash" in owner) throw new Problem("guest_cart_unknown");
  return cart;
}
