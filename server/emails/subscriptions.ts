import { listAdministratorIds } from "#server/accounts/accounts.ts";
import { getOrder } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { DomainEvents, Events } from "#server/platform/events.ts";
import { getSettings } from "#server/shop/shop.ts";
import { languageOf, shopLanguage } from "#words/say.ts";
import * as rows from "./outbox.sql.ts";

const suppressed = new WeakSet<Events>();

/** Stops queueing emails on these events, for seeding demo data. */
export const suppressEmails = ({ events }: Pick<App, "events">) => void suppressed.add(events);

type Queue = (tx: Tx, email: rows.NewEmail) => Promise<void>;

/** Queues the emails for domain events, in their transaction. */
export function queueEmailsOnEvents(app: App) {
  const { events } = app;
  const put: Queue = async (tx, email) => {
    if (!suppressed.has(events)) await rows.queueEmail(tx, email);
  };
  events.on("account.email_requested", (tx, { kind, to, userId, tokenId, cause }) => {
    // Who has no account reads the language of this request; staff the shop's.
    const hasLanguage = userId === null && kind !== "staff_invitation";
    const facts = {
      ...(tokenId ? { token_id: tokenId } : {}),
      ...(hasLanguage ? { language: languageOf(shopLanguage()) } : {}),
    };
    return put(tx, { template: kind, to, userId, facts, dedupeKey: cause });
  });
  events.on("account.email_confirmed", async (tx, { userId }) => void (await rows.requeueUnaddressed(tx, userId)));
  events.on("account.merged", async (tx, { fromId, intoId }) => void (await rows.moveEmails(tx, fromId, intoId)));
  events.on("order.customer_changed", async (tx, { fromId, intoId, orderIds }) => {
    await rows.moveEmails(tx, fromId, intoId, orderIds);
  });
  events.on("account.deleted", async (tx, { userId, email }) => void (await rows.deleteRecipient(tx, userId, email)));
  events.on("account.data_requested", async (tx, { userId, email, data }) => {
    data.emails = await rows.listEmailsOf(tx, userId, email);
  });
  queueConfirmations(app, put);
  events.on("order.cancelled", async (tx, { orderId, userId, version, refund, toEdit }) => {
    if (toEdit) return;
    await put(tx, {
      template: "order_cancelled",
      userId,
      facts: { order_id: orderId, refund: refund.payments, on_cards: refund.giftCards, by_hand: refund.byHand ? 1 : 0 },
      dedupeKey: ["order_cancelled", orderId, ...(version === undefined ? [] : [version])].join(":"),
    });
  });
  events.on("order.payment_held", queueOrderEmail(put, "order_on_hold"));
  events.on("order.expired", async (tx, { provider, ...event }) => {
    // Only customers who chose a bank transfer expect an answer.
    if (provider === "bank") await queueOrderEmail(put, "order_expired")(tx, event);
  });
  queueShipmentEmails(events, put);
  events.on("order.withdrawn", queueOrderEmail(put, "withdrawal_received", "withdrawalId"));
  for (const step of ["requested", "approved", "rejected", "closed", "received"] as const)
    events.on(`order.return_${step}`, queueOrderEmail(put, `return_${step}`, "returnId"));
  events.on("order.refunded", (tx, { orderId, userId, amount, cause, onCards, byHand }) =>
    put(tx, {
      template: "order_refunded",
      userId,
      facts: { order_id: orderId, amount, ...(onCards ? { on_cards: 1 } : {}), ...(byHand ? { by_hand: 1 } : {}) },
      dedupeKey: `order_refunded:${orderId}:${cause}`,
    }),
  );
  queueRefundAccountEmails(events, put);
  events.on("payment.alert_raised", async (tx, { key, orderId, message }) => {
    if (suppressed.has(events)) return;
    const link = orderId === null ? "/dashboard/orders" : `/dashboard/orders/${orderId}`;
    await emailAdministrators(tx, { text: message, link, cause: key });
  });
  queuePaymentEmails(app, put);
  queueProductEmails(events, put);
  events.on("shop.protected_settings_changed", emailProtectedChange);
  events.on("account.administrators_changing", emailAdministratorChange);
}

/** Queues the emails about an order that is confirmed: to its buyer, again at request, and to the team. */
function queueConfirmations(app: App, put: Queue) {
  const { events } = app;
  events.on("order.confirmed", queueOrderEmail(put, "order_confirmed"));
  events.on("order.confirmed", (tx, { orderId }) => queueNewOrder(app, tx, put, orderId));
  events.on("order.confirmation_requested", (tx, { orderId, userId, cause }) =>
    put(tx, {
      template: "order_confirmed",
      userId,
      facts: { order_id: orderId },
      dedupeKey: `order_confirmed:${orderId}:${cause}`,
    }),
  );
}

/** Queues the emails about what is shipped, delivered or cancelled of an order. */
function queueShipmentEmails(events: Events, put: Queue) {
  events.on("order.shipped", queueOrderEmail(put, "order_shipped", "fulfilmentId"));
  events.on("order.delivered", async (tx, { isWhole, ...event }) => {
    if (isWhole) await queueOrderEmail(put, "order_delivered")(tx, event);
  });
  events.on("order.items_cancelled", (tx, { orderId, userId, cause, items }) =>
    put(tx, {
      template: "order_items_cancelled",
      userId,
      facts: { order_id: orderId, items },
      dedupeKey: `order_items_cancelled:${orderId}:${cause}`,
    }),
  );
  events.on("order.shipment_cancelled", async (tx, event) => {
    // The cancellation is sent only if the shipment email was.
    if (!(await rows.dropUnsentEmail(tx, `order_shipped:${event.fulfilmentId}`)))
      await queueOrderEmail(put, "shipment_cancelled", "fulfilmentId")(tx, event);
  });
}

/** Queues the emails about the account that staff transfer a refund to. */
function queueRefundAccountEmails(events: Events, put: Queue) {
  events.on("order.refund_account_needed", (tx, { orderId, userId, cause }) =>
    put(tx, {
      template: "refund_account_needed",
      userId,
      facts: { order_id: orderId },
      dedupeKey: `refund_account_needed:${cause}`,
    }),
  );
  events.on("order.refund_account_changed", (tx, { orderId, userId, cause, ending, former }) =>
    put(tx, {
      template: "refund_account_changed",
      userId,
      facts: { order_id: orderId, ending, ...(former === null ? {} : { former }) },
      dedupeKey: `refund_account_changed:${orderId}:${cause}`,
    }),
  );
}

/** Queues the emails that ask customers to pay. */
function queuePaymentEmails(app: App, put: Queue) {
  const { events, now } = app;
  events.on("payment.requested", async (tx, { orderId, paymentId, provider }) => {
    if (provider !== "bank") return;
    const { customer } = await getOrder(tx, orderId, { kind: "admin" }, now());
    const facts = { order_id: orderId };
    await queueNewOrder(app, tx, put, orderId);
    await put(tx, { template: "order_waiting", userId: customer.id, facts, dedupeKey: `order_waiting:${paymentId}` });
  });
  events.on("order.transfer_due", queueOrderEmail(put, "order_transfer_due"));
  events.on("order.payment_link_requested", (tx, { orderId, userId, email: to }) =>
    // The customer has just entered this address, so it need not be confirmed for this one email.
    put(tx, {
      template: "order_payment_link",
      to,
      userId,
      facts: { order_id: orderId },
      dedupeKey: `order_payment_link:${orderId}`,
    }),
  );
}

/** Queues the email of a new order to those of the team who want it, once. */
async function queueNewOrder(app: App, tx: Tx, put: Queue, orderId: string) {
  const { order_recipients: recipients } = await getSettings(tx);
  for (const to of recipients)
    await put(tx, { template: "new_order", to, facts: { order_id: orderId }, dedupeKey: `new_order:${orderId}:${to}` });
}

/** Queues the emails about products that customers wait for or wish for. */
function queueProductEmails(events: Events, put: Queue) {
  events.on("wishlist.price_dropped", async (tx, { product: { id, price }, cause, userIds }) => {
    if (suppressed.has(events)) return;
    for (const userId of userIds) {
      const dedupeKey = `price_drop:${id}:${cause}:${userId}`;
      await rows.queuePriceDrop(tx, { userId, productId: id, price: price.amount, dedupeKey });
    }
  });
  events.on("stock.replenished", async (tx, { waiting }) => {
    for (const { id, variation_id, user_id: userId, email: to } of waiting)
      await put(tx, {
        template: "back_in_stock",
        to,
        userId,
        facts: { variation_id },
        dedupeKey: `back_in_stock:${id}`,
      });
  });
}

/** Tells administrators that protected settings changed, by the mail server before. */
const emailProtectedChange = (
  tx: Tx,
  { what, cause, sealedServer: server }: DomainEvents["shop.protected_settings_changed"],
) => {
  const text = `An administrator has changed: ${what.join(", ")}. If nobody of you did, set new passwords and check the settings at once.`;
  return emailAdministrators(tx, { text, link: "/dashboard/audit", cause, server, isForFormer: true });
};

/** Tells administrators, also one who is about to be none, of a change of who is one. */
const emailAdministratorChange = (tx: Tx, { what, cause }: DomainEvents["account.administrators_changing"]) =>
  emailAdministrators(tx, {
    text: `${what}. If none of you did this, set new passwords and check the staff at once.`,
    link: "/dashboard/audit",
    cause,
    isForFormer: true,
  });

/** Queues an email to the customer of an order, one for each shipment or return that the field `part` identifies. */
function queueOrderEmail<Part extends string = never>(put: Queue, template: string, part?: Part) {
  return (tx: Tx, event: DomainEvents["order.confirmed"] & { [K in Part]: string | number }): Promise<void> => {
    const about: string | number | undefined = part && event[part];
    return put(tx, {
      template,
      userId: event.userId,
      facts: { order_id: event.orderId, ...(about === undefined ? {} : { part: about }) },
      dedupeKey: [template, about ?? event.orderId, ...(event.version === undefined ? [] : [event.version])].join(":"),
    });
  };
}

interface AdminAlert {
  text: string;
  link: string;
  cause: string;
  server?: string | undefined;
  isForFormer?: boolean;
}

/**
 * Emails every administrator about something that costs money; `link` is a path, `cause` identifies it, `server` the
 * sealed mail server that sends it instead of the current one. `isForFormer`: also those who are demoted before it is sent.
 */
export async function emailAdministrators(tx: Tx, { text, link, cause, server, isForFormer = false }: AdminAlert) {
  for (const userId of await listAdministratorIds(tx))
    await rows.queueEmail(tx, {
      template: "admin_alert",
      userId,
      facts: { text, link, ...(server === undefined ? {} : { server }), ...(isForFormer ? { is_for_former: 1 } : {}) },
      dedupeKey: `admin_alert:${cause}:${userId}`,
    });
}
