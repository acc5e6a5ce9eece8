import { createElement as h, type ReactNode } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { button, detailsTable, type EmailContent, note, paragraph } from "#server/emails/layout.ts";
import { wantsEmail } from "#server/notifications/notifications.ts";
import { orderFor } from "#server/orders/orders.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { formatMoney, getSettings } from "#server/shop/shop.ts";
import { say, sayCount, splitMessage, text } from "#words/say.ts";
import { type BankTransferInput, bankTransferInstructions } from "./bank-transfer.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/**
 * Order emails; undefined for other templates, for orders without an email address, and if the customer has opted out.
 */
export async function orderEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, facts: given, user_id: userId } = waiting;
  const orderTemplate = templates[template];
  if (!orderTemplate || given.order_id === undefined) return undefined;
  if (orderTemplate.preference && userId !== null && !(await wantsEmail(app.db, userId, orderTemplate.preference)))
    return undefined;
  const order = await orderFor(app.db, String(given.order_id), { kind: "admin" }, app.now()).catch(undefinedIfProblem);
  if (!order?.customer.email || (orderTemplate.onlyInStatus && orderTemplate.onlyInStatus !== order.status))
    return undefined;
  const money = ({ amount, currency }: Money) => formatMoney(amount, currency);
  const { bank_account: account, timezone } = await getSettings(app.db);
  const hasAccount = userId !== null && (await getProfile(app.db, userId).catch(undefinedIfProblem)) !== undefined;
  const link = `${base}/account/orders/${order.id}`;
  const words = orderTemplate.write({ order, facts: given, money, base, link, account, timezone, hasAccount });
  return words && { to: order.customer.email, content: words };
}

const undefinedIfProblem = (error: unknown) => {
  if (error instanceof Problem) return undefined;
  throw error;
};

interface OrderEmailInput extends BankTransferInput {
  facts: Record<string, string | number>;
  base: string;
  link: string;
  /** Open orders still get emails after the account is deleted. */
  hasAccount: boolean;
}
interface OrderTemplate {
  /** The email preference that can turn it off; undefined if it is always sent. */
  preference?: "order_updates" | "review_invitations";
  /** Sent only while the order has this status. */
  onlyInStatus?: Order["status"];
  /** Undefined if the email is obsolete. */
  write: (given: OrderEmailInput) => EmailContent | undefined;
}

const templates: Record<string, OrderTemplate> = {
  order_confirmed: {
    write: (about) => ({
      subject: say("Order {number} is confirmed", { number: about.order.number }),
      preview: say("Thank you! Here is what you ordered."),
      heading: say("Thank you for your order"),
      parts: [
        paragraph(say("We have your order {number} and begin to pack it.", { number: about.order.number })),
        ...orderSummary(about),
        ...shippingDetails(about.order),
        button(say("See your order"), about.link),
      ],
    }),
  },
  order_waiting: {
    write: (about) => ({
      subject: say("How to pay order {number}", { number: about.order.number }),
      preview: say("{amount} to transfer.", { amount: about.money(about.order.totals.due) }),
      heading: say("Confirm your new email address"),
      parts: [
        paragraph(
          say("Your order {number} waits for your transfer. We begin to pack it as soon as the money is here.", {
            number: about.order.number,
          }),
        ),
        ...bankTransferInstructions(about),
        ...orderSummary(about),
        button(say("See your order"), about.link),
      ],
    }),
  },
  order_expired: {
    onlyInStatus: "expired",
    write: ({ order: { number }, base, hasAccount }) => ({
      subject: say("Order {number} expired because no transfer arrived", { number }),
      preview: say("We waited for your transfer."),
      heading: say("Your order has ended"),
      parts: [
        paragraph(say("No transfer for order {number} came in time, so it has ended.", { number })),
        ...(hasAccount ? [paragraph(say("Its items are in your cart again, as far as they are still sold."))] : []),
        paragraph(
          say(
            "Have you sent the money already? It is not lost: we look at it once it is here. Write to us if in doubt.",
          ),
        ),
        ...(hasAccount ? [button(say("Go to cart"), `${base}/cart`)] : []),
      ],
    }),
  },
  order_shipped: {
    preference: "order_updates",
    write: (about) =>
      findShipment(about)?.status === "cancelled"
        ? undefined
        : {
            subject: say("Order {number} is on its way", { number: about.order.number }),
            preview: say("Your parcel has left."),
            heading: say("Your parcel has left"),
            parts: [
              ...shipmentDetails(about),
              ...shippingDetails(about.order),
              button(say("See your order"), about.link),
            ],
          },
  },
  parcel_cancelled: {
    preference: "order_updates",
    write: (about) => ({
      subject: say("Order {number}: your parcel was not sent after all", { number: about.order.number }),
      preview: say("We noted it as sent by mistake."),
      heading: say("Your parcel was not sent after all"),
      parts: [
        paragraph(
          say("We wrote to you that a parcel of order {number} had left. That was our mistake: it is still with us.", {
            number: about.order.number,
          }),
        ),
        detailsTable(shipmentItems(about)),
        note(say("Its items are kept for you. We write to you again when they are on their way.")),
        button(say("See your order"), about.link),
      ],
    }),
  },
  order_delivered: {
    preference: "review_invitations",
    write: ({ order, base, link }) => ({
      subject: say("How do you like it? Order {number} has arrived", { number: order.number }),
      preview: say("A few words of yours help others choose."),
      heading: say("Your parcel has arrived"),
      parts: [
        paragraph(say("We hope you like what you found in it. Would you tell others? A few words are enough.")),
        button(say("Write a review"), `${base}/account/reviews`),
        note(
          ...splitMessage(text("Something is not right with it? {link}.")).map((piece) =>
            piece === "link" ? h("a", { href: link, className: "muted" }, say("Go to your order")) : piece,
          ),
        ),
      ],
    }),
  },
  order_cancelled: {
    write: (about) => ({
      subject: say("Order {number} is cancelled", { number: about.order.number }),
      preview: say("What you paid goes back to you."),
      heading: say("Your order is cancelled"),
      parts: [
        paragraph(
          say("Order {number} is cancelled. If you paid already, the money goes back the way it came.", {
            number: about.order.number,
          }),
        ),
        ...orderSummary(about),
        button(say("See your order"), about.link),
      ],
    }),
  },
  order_refunded: {
    write: (about) => (about.facts.on_cards === undefined ? refundEmail(about) : giftCardRefundEmail(about)),
  },
  return_requested: {
    write: (about) =>
      returnEmail(about, say("We have your return"), say("We look at it and write to you what to do next.")),
  },
  return_approved: {
    write: (about) =>
      returnEmail(
        about,
        say("Your return is approved"),
        say("Please send the items back; your order says where to and until when."),
      ),
  },
  return_rejected: {
    write: (about) =>
      returnEmail(
        about,
        say("We can't take this return"),
        say("Your order says why. Write to us if you see it differently."),
      ),
  },
  return_closed: {
    write: (about) =>
      returnEmail(
        about,
        say("Your return is closed"),
        say("Your order says why. Write to us if you see it differently."),
      ),
  },
  return_received: {
    write: (about) =>
      returnEmail(
        about,
        say("Your return has arrived"),
        say("We look at it, and what you are owed goes back the way it came."),
      ),
  },
};

const refundEmail = ({ order, facts: given, money, link }: OrderEmailInput): EmailContent => ({
  subject: say("Money back for order {number}", { number: order.number }),
  preview: say("It goes back the way it came."),
  heading: say("Money is on its way back"),
  parts: [
    paragraph(
      given.amount === undefined
        ? say("We send back money for order {number}, the way it came.", { number: order.number })
        : say("We send back {amount} for order {number}, the way it came.", {
            amount: money({ amount: Number(given.amount), currency: order.total.currency }),
            number: order.number,
          }),
    ),
    note(say("Depending on your bank this takes a few days.")),
    button(say("See your order"), link),
  ],
});

const giftCardRefundEmail = ({ order, facts: given, money, link }: OrderEmailInput): EmailContent => ({
  subject: say("Money back for order {number}", { number: order.number }),
  preview: say("It is on your gift card again."),
  heading: say("Your gift card has it back"),
  parts: [
    paragraph(
      say("{amount} of order {number} is on the gift card again that paid for it.", {
        amount: money({ amount: Number(given.amount), currency: order.total.currency }),
        number: order.number,
      }),
    ),
    button(say("See your order"), link),
  ],
});

const returnEmail = ({ order, link }: OrderEmailInput, heading: string, whatNow: string): EmailContent => ({
  subject: say("{heading}: order {number}", { heading, number: order.number }),
  preview: whatNow,
  heading,
  parts: [paragraph(whatNow), button(say("See your order"), link)],
});

/** Items and totals of the order. */
function orderSummary({ order, money }: OrderEmailInput): ReactNode[] {
  const rest: [string, Money | undefined][] = [
    [say("Discount"), order.totals.discount.amount > 0 ? negative(order.totals.discount) : undefined],
    [say("Delivery"), order.totals.shipping],
    [order.prices_include_tax ? say("Tax included") : say("Tax"), order.totals.tax],
  ];
  return [
    detailsTable([
      ...order.items.map(({ name, options, quantity, total }) => ({
        name: `${quantity} × ${[name, ...options.map(({ value }) => value)].join(", ")}`,
        value: money(total),
      })),
      ...rest.flatMap(([name, value]) => (value ? [{ name, value: money(value) }] : [])),
      { name: say("Total"), value: money(order.totals.total), strong: true },
    ]),
  ];
}

const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });

function shippingDetails({ shipping_address: to, shipping_method: method }: Order): ReactNode[] {
  const lines = [to.fullname, to.company, to.line1, to.line2, `${to.postal_code} ${to.city}`.trim(), to.country];
  return [
    note(
      say("Delivered to {address}.", { address: lines.filter(Boolean).join(", ") }),
      ...(method ? [` ${shippingMethodText(method)}`] : []),
    ),
  ];
}

const shippingMethodText = ({ name, min_days, max_days }: NonNullable<Order["shipping_method"]>) =>
  sayCount("{way}, {from} to 1 day.", "{way}, {from} to {n} days.", max_days, { way: name, from: min_days });

/** The shipment of an email. */
const findShipment = ({ order, facts: given }: OrderEmailInput) =>
  order.fulfilments.find(({ id }) => id === Number(given.part)) ?? order.fulfilments.at(-1);

/** Items of the shipment. */
const shipmentItems = (about: OrderEmailInput) =>
  (findShipment(about)?.items ?? []).map(({ order_item_id, quantity }) => {
    const name = about.order.items.find(({ id }) => id === order_item_id)?.name ?? say("Item");
    return { name, value: `× ${quantity}` };
  });

function shipmentDetails(about: OrderEmailInput): ReactNode[] {
  const { order } = about;
  const sent = findShipment(about);
  if (!sent) return [];
  const { carrier, tracking_number: number, tracking_url: url } = sent;
  const safe = url && /^https?:\/\//.test(url) ? url : undefined;
  return [
    paragraph(shipmentIntro({ order: order.number, carrier: carrier ?? "", tracking: number ?? "" })),
    detailsTable(shipmentItems(about)),
    ...(safe ? [button(say("Follow the parcel"), safe)] : []),
  ];
}

function shipmentIntro(about: { order: number; carrier: string; tracking: string }) {
  if (about.carrier && about.tracking)
    return say("Part of order {order}, with {carrier}, tracking number {tracking}:", about);
  if (about.carrier) return say("Part of order {order}, with {carrier}:", about);
  if (about.tracking) return say("Part of order {order}, tracking number {tracking}:", about);
  return say("Part of order {order}:", about);
}
