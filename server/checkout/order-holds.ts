import type { Order } from "#contract/orders/orders.ts";
import { isBlockedGuest } from "#server/accounts/accounts.ts";
import { getOrder, holdOrder } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { resemblesCompany } from "#server/taxes/taxes.ts";

/** Holds confirmed orders that staff should look at before anything is shipped. The reason is in their timeline. */
export const holdOrdersForReview = (app: App) =>
  app.events.on("order.confirmed", async (tx, { orderId, userId }) => {
    if (userId === null) return;
    const order = await getOrder(tx, orderId, { kind: "admin" }, app.now());
    const { customer } = order;
    const isBlocked = await isBlockedGuest(tx, userId, customer.email ?? customer.unconfirmed_email);
    // They are taken like others, as a refusal would tell strangers which emails are blocked, and anybody can enter any email.
    const reasons = [...(isBlocked ? ["The email belongs to a blocked customer."] : []), ...differentName(order)];
    if (reasons.length > 0) await holdOrder(app, tx, orderId, { type: "system", id: null }, reasons.join(" "));
  });

/**
 * Anybody can enter a company's VAT ID. What VIES has no name for can't be compared. A trader without a company may be
 * registered with their own name.
 */
function differentName({ reverse_charge: proof, billing_address: { company, fullname } }: Order): string[] {
  if (!proof?.name) return [];
  const { name, vat_id } = proof;
  if ([company, fullname].some((one) => one && resemblesCompany(one, name))) return [];
  return [
    `VIES has VAT ID ${vat_id} for ${name}, not for ${company || fullname}. Ask the customer, or cancel the order.`,
  ];
}
