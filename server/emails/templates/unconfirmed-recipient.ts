import type { Order } from "#contract/orders/orders.ts";
import { countSentAbout } from "#server/emails/outbox.sql.ts";
import { countEarlierOrders } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";

/**
 * The address a customer gave but has not confirmed: a buyer must get the confirmation of a contract (directive
 * 2011/83/EU, article 8). Null for more than three orders a day of one customer, and for an unpaid one after nine unpaid ones
 * of others, which wait for its confirmation: strangers who enter an address can't have it flooded, and what they don't pay
 * for doesn't take the emails of its owner's orders. Null too for more than twenty emails about one order, whatever is
 * done with it to have them sent.
 */
export async function unconfirmedRecipient(
  app: App,
  { id, customer }: Order,
  userId: number | null,
): Promise<string | null> {
  const address = customer.unconfirmed_email;
  if (!address) return null;
  if (userId !== null && (await countSentAbout(app.db, userId, id)) >= maxOfOrder) return null;
  const { own, unpaid_of_others, is_paid } = await countEarlierOrders(app.db, id, address);
  return own < maxOfCustomer && (is_paid || unpaid_of_others < maxUnpaidOfOthers) ? address : null;
}

const maxOfCustomer = 3;
const maxUnpaidOfOthers = 9;
const maxOfOrder = 20;
