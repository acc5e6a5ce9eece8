import type { ReactNode } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { button, detailsTable, type EmailContent, inlineLink, note, paragraph } from "#server/emails/layout.ts";
import { wantsEmail } from "#server/notifications/notifications.ts";
import { getOrder } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { formatMoney, getSettings } from "#server/shop/shop.ts";
import { say, sayCount, splitMessage, text } from "#words/say.ts";
import { type BankTransferInput, bankTransferInstructions } from "./bank-transfer.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/** Order emails; undefined for other templates, orders without an email address, and customers who opted out. */
export async function orderEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, facts, user_id: userId } = waiting;
  const orderTemplate = templates[template];
  if (!orderTemplate || facts.order_id === undefined) return undefined;
  if (orderTemplate.preference && userId !== null && !(await wantsEmail(app.db, userId, orderTemplate.preference)))
    return undefined;
  const order = await getOrder(app.db, String(facts.order_id), { kind: "admin" }, app.now()).catch(undefinedIfProblem);
  const { email: to = null, unconfirmed_email = null } = order?.customer ?? {};
  if (
    !order ||
    !(to ?? unconfirmed_email) ||
    (orderTemplate.onlyInStatus && orderTemplate.onlyInStatus !== order.status)
  )
    return undefined;
  const hasAccount = userId !== null && (await getProfile(app.db, userId).catch(undefinedIfProblem)) !== undefined;
  const about = { ...(await inputOf(app, order, base)), facts, hasAccount };
  const content = orderTemplate.write(about);
  return content && { to, content, values: about.values };
}

/** The content of an email about an order, whatever its status and the customer's preferences. */
export async function previewOrderEmail(app: App, template: string, orderId: string, base: string) {
  const order = await getOrder(app.db, orderId, { kind: "admin" }, app.now());
  const about = { ...(await inputOf(app, order, base)), facts: {}, hasAccount: true };
  const content = templates[template]?.write(about);
  return { order, composed: content && { content, values: about.values } };
}

async function inputOf(app: App, order: Order, base: string) {
  const { bank_account: account, timezone } = await getSettings(app.db);
  const money = ({ amount, currency }: Money) => formatMoney(amount, currency);
  const values = {
    number: String(order.number),
    customer: withoutLinks(order.customer.fullname ?? order.shipping_address.fullname),
    total: money(order.totals.total),
  };
  return { order, values, money, base, link: `${base}/account/orders/${order.id}`, account, timezone };
}

const undefinedIfProblem = (error: unknown) => {
  if (error instanceof Problem) return undefined;
  throw error;
};

interface OrderEmailInput extends BankTransferInput {
  /** For placeholders, of a merchant's texts as well. */
  values: ComposedEmail["values"];
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
  write: (input: OrderEmailInput) => EmailContent | undefined;
}

const templates: Record<string, OrderTemplate> = {
  order_confirmed: {
    write: (about) => ({
      subject: say("Order {number} is confirmed", about.values),
      preview: say("Thanks for your order. Here are the details."),
      heading: say("Thank you for your order"),
      intro: say("We've received order {number} and are getting it ready.", about.values),
      parts: [...orderSummary(about), ...shippingDetails(about.order), viewOrder(about)],
    }),
  },
  order_waiting: {
    write: (about) => ({
      subject: say("Payment instructions for order {number}", about.values),
      preview: say("Transfer {amount}.", { amount: about.money(about.order.totals.due) }),
      heading: say("Complete your payment"),
      intro: say(
        "Order {number} is awaiting your transfer. We'll get it ready as soon as your payment arrives.",
        about.values,
      ),
      parts: [...bankTransferInstructions(about), ...orderSummary(about), viewOrder(about)],
    }),
  },
  order_payment_link: {
    onlyInStatus: "pending_payment",
    write: (about) => ({
      subject: say("Pay for order {number}", about.values),
      preview: say("Pay {amount}.", { amount: about.money(about.order.totals.due) }),
      heading: say("Your order is awaiting payment"),
      intro: say(
        "We've reserved the items of order {number} for you. Sign in with this email address to pay.",
        about.values,
      ),
      parts: [...orderSummary(about), button(say("Pay now"), `${about.base}/payment/${about.order.id}`)],
    }),
  },
  order_expired: {
    onlyInStatus: "expired",
    write: ({ values, base, hasAccount }) => ({
      subject: say("Order {number} expired because no transfer arrived", values),
      preview: say("We didn't receive your transfer in time."),
      heading: say("Your order has expired"),
      intro: say("We didn't receive a transfer for order {number} in time, so the order has expired.", values),
      parts: [
        ...(hasAccount ? [paragraph(say("Available items are back in your cart."))] : []),
        paragraph(
          say(
            "Already paid? Your money is safe. We'll process your payment when it arrives. Contact us if you have questions.",
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
            subject: say("Order {number} is on its way", about.values),
            preview: say("Your shipment is on its way."),
            heading: say("Your shipment is on its way"),
            parts: [...shipmentDetails(about), ...shippingDetails(about.order), viewOrder(about)],
          },
  },
  shipment_cancelled: {
    preference: "order_updates",
    write: (about) => ({
      subject: say("Order {number}: your shipment hasn't been sent yet", about.values),
      preview: say("We marked it as sent by mistake."),
      heading: say("Your shipment hasn't been sent yet"),
      intro: say(
        "We told you that a shipment of order {number} was on its way. That was a mistake. It hasn't been sent yet.",
        about.values,
      ),
      parts: [
        detailsTable(shipmentItems(about)),
        note(say("Its items are reserved for you. We'll email you when they ship.")),
        viewOrder(about),
      ],
    }),
  },
  order_delivered: {
    preference: "review_invitations",
    write: ({ values, base, link }) => ({
      subject: say("Order {number} has been delivered. How was it?", values),
      preview: say("Your review helps other customers decide."),
      heading: say("Your order has been delivered"),
      intro: say("We hope you like your order. Share your experience in a short review."),
      parts: [
        button(say("Write a review"), `${base}/account/reviews`),
        note(
          ...splitMessage(text("Is something wrong with your order? {link}.")).map((piece) =>
            piece === "link" ? inlineLink(say("View your order"), link) : piece,
          ),
        ),
      ],
    }),
  },
  order_cancelled: {
    write: (about) => ({
      subject: say("Order {number} is cancelled", about.values),
      preview: say("We'll refund what you paid."),
      heading: say("Your order is cancelled"),
      intro: say(
        "Order {number} is cancelled. If you've already paid, we'll refund your original payment method.",
        about.values,
      ),
      parts: [...orderSummary(about), viewOrder(about)],
    }),
  },
  order_refunded: {
    write: (about) => (about.facts.on_cards === undefined ? refundEmail(about) : giftCardRefundEmail(about)),
  },
  return_requested: returnTemplate(
    text("We've received your return request"),
    text("We'll review it and email you the next steps."),
  ),
  return_approved: returnTemplate(
    text("Your return is approved"),
    text("Send the items back. Your order shows the return address and deadline."),
  ),
  return_rejected: returnTemplate(
    text("Your return was declined"),
    text("See your order for the reason. Contact us if you have questions."),
  ),
  return_closed: returnTemplate(
    text("Your return is closed"),
    text("See your order for the reason. Contact us if you have questions."),
  ),
  return_received: returnTemplate(
    text("We've received your return"),
    text("We'll check the items and refund your original payment method."),
  ),
};

const refundEmail = ({ order, values, facts, money, link }: OrderEmailInput): EmailContent => ({
  subject: say("Refund for order {number}", values),
  preview: say("The refund goes to your original payment method."),
  heading: say("Your refund is on its way"),
  intro:
    facts.amount === undefined
      ? say("We've sent a refund for order {number} to your original payment method.", values)
      : say("We've sent a refund of {amount} for order {number} to your original payment method.", {
          ...values,
          amount: money({ amount: Number(facts.amount), currency: order.total.currency }),
        }),
  parts: [note(say("It can take a few days to arrive, depending on your bank.")), viewOrder({ link })],
});

const giftCardRefundEmail = ({ order, values, facts, money, link }: OrderEmailInput): EmailContent => ({
  subject: say("Refund for order {number}", values),
  preview: say("The amount is back on your gift card."),
  heading: say("Refunded to your gift card"),
  intro: say("We've refunded {amount} for order {number} to the gift card you paid with.", {
    ...values,
    amount: money({ amount: Number(facts.amount), currency: order.total.currency }),
  }),
  parts: [viewOrder({ link })],
});

/** An email about a return: what happened, and what comes next. */
function returnTemplate(happened: string, next: string): OrderTemplate {
  const write = (about: OrderEmailInput) => ({
    subject: say("{heading}: order {number}", { heading: say(happened), ...about.values }),
    preview: say(next),
    heading: say(happened),
    intro: say(next),
    parts: [viewOrder(about)],
  });
  return { write };
}

const viewOrder = ({ link }: Pick<OrderEmailInput, "link">) => button(say("View your order"), link);

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
      say("Delivery address: {address}.", { address: withoutLinks(lines.filter(Boolean).join(", ")) }),
      ...(method ? [` ${shippingMethodText(method)}`] : []),
    ),
  ];
}

/** Text a customer typed, so that no mail program makes a link of it: a word joiner breaks what looks like an address. */
const withoutLinks = (typed: string) => typed.replace(/(?<=\S)([.:@])(?=\S)/g, "$1\u2060");

const shippingMethodText = ({ name, min_days, max_days }: NonNullable<Order["shipping_method"]>) =>
  sayCount("{way}, {from} to 1 business day.", "{way}, {from} to {n} business days.", max_days, {
    way: name,
    from: min_days,
  });

const findShipment = ({ order, facts }: OrderEmailInput) =>
  order.fulfilments.find(({ id }) => id === Number(facts.part)) ?? order.fulfilments.at(-1);

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
    ...(safe ? [button(say("Track shipment"), safe)] : []),
  ];
}

function shipmentIntro(about: { order: number; carrier: string; tracking: string }) {
  if (about.carrier && about.tracking)
    return say("Part of order {order}, with {carrier}, tracking number {tracking}:", about);
  if (about.carrier) return say("Part of order {order}, with {carrier}:", about);
  if (about.tracking) return say("Part of order {order}, tracking number {tracking}:", about);
  return say("Part of order {order}:", about);
}
