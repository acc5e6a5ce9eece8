import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import {
  addressBlock,
  button,
  detailsTable,
  type EmailContent,
  inlineLink,
  note,
  paragraph,
} from "#server/emails/layout.ts";
import { toSampleOrder } from "#server/emails/sample-order.ts";
import { wantsEmail } from "#server/notifications/notifications.ts";
import {
  findOrderPolicies,
  findWithdrawal,
  findWithdrawalKey,
  getOrder,
  getReturn,
  getWithdrawalRight,
} from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { formatDay, formatMoney, getCachedSettings, getShopName } from "#server/shop/shop.ts";
import { say, splitMessage, text } from "#words/say.ts";
import { amountToPay, bankTransferInstructions, reservedUntil } from "./bank-transfer.ts";
import { type Contract, contractParts, termsFile } from "./contract.ts";
import { confirmationText, onHoldText } from "./on-hold.ts";
import { type OrderEmailInput, viewOrder } from "./order-email.ts";
import {
  cancelledMoney,
  dueOnDelivery,
  findShipment,
  orderSummary,
  refundAccountRequest,
  shipmentDetails,
  shipmentItems,
  shippingDetails,
  withoutLinks,
} from "./order-parts.ts";
import { giftCardRefundEmail, refundAccountChangedEmail, refundAccountEmail, refundEmail } from "./refunds.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";
import { unconfirmedRecipient } from "./unconfirmed-recipient.ts";
import { withdrawalEmail, withdrawalLink } from "./withdrawals.ts";

/** Order emails; undefined for other templates, orders without an email address, and customers who opted out. */
export async function orderEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, facts, user_id: userId } = waiting;
  const orderTemplate = templates[template];
  if (!orderTemplate || facts.order_id === undefined) return undefined;
  if (orderTemplate.preference && userId !== null && !(await wantsEmail(app.db, userId, orderTemplate.preference)))
    return undefined;
  const order = await getOrder(app.db, String(facts.order_id), { kind: "admin" }, app.now()).catch(undefinedIfProblem);
  if (!order || (orderTemplate.onlyInStatus && orderTemplate.onlyInStatus !== order.status)) return undefined;
  const { email, unconfirmed_email } = order.customer;
  if (!(email ?? unconfirmed_email)) return undefined;
  const returned = template.startsWith("return_")
    ? await getReturn(app.db, String(facts.part)).catch(undefinedIfProblem)
    : undefined;
  const withdrawal = template === "withdrawal_received" ? await findWithdrawal(app.db, String(facts.part)) : undefined;
  const input = await inputOf(app, order, base, email !== null);
  const contract = orderTemplate.isConfirmation ? await contractOf(app, order.id) : undefined;
  const about = { ...input, facts, returned: withdrawal ? input.returned : returned, withdrawal, contract };
  const written = orderTemplate.write(about);
  if (!written) return undefined;
  const key = await findWithdrawalKey(app, app.db, order.id);
  const content = key === null ? written : { ...written, parts: [...written.parts, withdrawalLink(base, key)] };
  const to = email ?? (await unconfirmedRecipient(app, order, userId));
  const canUnsubscribe = orderTemplate.preference === "review_invitations" && userId !== null;
  return { to, content, values: about.values, canUnsubscribe, attachments: contract ? termsFile(contract, base) : [] };
}

/** What the confirmation of an order says of its contract. */
async function contractOf(app: App, orderId: string): Promise<Contract> {
  const settings = await getCachedSettings(app);
  return {
    shopName: await getShopName(app),
    seller: settings,
    sendDays: Math.max(minSendDays, settings.return_send_days),
    right: await getWithdrawalRight(app.db, orderId),
    policies: await findOrderPolicies(app.db, orderId),
  };
}

/** Days in which consumers have to send goods back (directive 2011/83/EU, article 14). */
const minSendDays = 14;

/**
 * The content of an email about an order, whatever its status and the customer's preferences; `asSample` without what it
 * says about the customer.
 */
export async function previewOrderEmail(
  app: App,
  template: string,
  orderId: string,
  { base, asSample }: { base: string; asSample: boolean },
) {
  const found = await getOrder(app.db, orderId, { kind: "admin" }, app.now());
  const order = asSample ? toSampleOrder(found) : found;
  const real = templates[template]?.isConfirmation ? await contractOf(app, orderId) : undefined;
  // Its exceptions name items of the order.
  const sample = { isSeveral: false, exceptions: [] };
  const contract = real && asSample ? { ...real, right: { ...real.right, ...sample } } : real;
  const about = { ...(await inputOf(app, order, base, true)), facts: {}, contract };
  const content = templates[template]?.write(about);
  return { order, composed: content && { content, values: about.values } };
}

/** `isConfirmedAddress`: whether the recipient has confirmed it; others read nothing that the buyer typed. */
async function inputOf(app: App, order: Order, base: string, isConfirmedAddress: boolean) {
  const settings = await getCachedSettings(app);
  const { bank_account: account, timezone } = settings;
  const money = ({ amount, currency }: Money) => formatMoney(amount, currency);
  const values = {
    number: String(order.number),
    customer: isConfirmedAddress
      ? withoutLinks(order.shipping_address.fullname)
      : (order.customer.unconfirmed_email ?? ""),
    total: money(order.totals.total),
  };
  const link = `${base}/account/orders/${order.id}`;
  const sendBy = new Date(app.now().getTime() + settings.return_send_days * 86_400_000).toISOString();
  const returned = { send_by: sendBy, return_address: settings.return_address };
  return { order, values, money, base, link, account, timezone, returned, isConfirmedAddress };
}

const undefinedIfProblem = (error: unknown) => {
  if (error instanceof Problem) return undefined;
  throw error;
};

interface OrderTemplate {
  /** The email preference that can turn it off; undefined if it is always sent. */
  preference?: "order_updates" | "review_invitations";
  /** Sent only while the order has this status. */
  onlyInStatus?: Order["status"];
  /** Whether it confirms the order or its receipt, with all that the law asks for. */
  isConfirmation?: true;
  /** Undefined if the email is obsolete. */
  write: (input: OrderEmailInput) => EmailContent | undefined;
}

const templates: Record<string, OrderTemplate> = {
  order_confirmed: {
    isConfirmation: true,
    write: (about) => ({
      subject: say("Order {number} is confirmed", about.values),
      preview: say("Thanks for your order. Here are the details."),
      heading: say("Thank you for your order"),
      intro: greeting(about, confirmationText(about)),
      parts: [
        ...orderSummary(about),
        ...shippingDetails(about.order, about),
        viewOrder(about),
        ...contractParts(about),
      ],
    }),
  },
  order_waiting: {
    isConfirmation: true,
    onlyInStatus: "pending_payment",
    write: (about) => ({
      subject: say("Payment instructions for order {number}", about.values),
      preview: say("Transfer {amount}.", { amount: about.money(amountToPay(about.order)) }),
      heading: say("We've received your order"),
      intro: greeting(
        about,
        say(
          "Thank you. We've received order {number}. It's awaiting your transfer, and we'll get it ready as soon as your payment arrives.",
          about.values,
        ),
      ),
      parts: [
        ...bankTransferInstructions(about),
        ...orderSummary(about),
        ...shippingDetails(about.order, about),
        viewOrder(about),
        ...contractParts(about),
      ],
    }),
  },
  order_transfer_due: {
    onlyInStatus: "pending_payment",
    write: (about) => ({
      subject: say("Reminder: payment for order {number}", about.values),
      preview: say("Transfer {amount}.", { amount: about.money(amountToPay(about.order)) }),
      heading: say("We haven't received your transfer yet"),
      intro: say(
        "We're still waiting for your transfer for order {number}. If you've already sent it, you don't need to do anything.",
        about.values,
      ),
      parts: [...bankTransferInstructions(about), ...orderSummary(about), viewOrder(about)],
    }),
  },
  order_payment_link: {
    onlyInStatus: "pending_payment",
    write: (about) => ({
      subject: say("Pay for order {number}", about.values),
      preview: say("Pay {amount}.", { amount: about.money(amountToPay(about.order)) }),
      heading: say("Your order is awaiting payment"),
      intro: greeting(about, say("Order {number} is ready to be paid.", about.values)),
      parts: [
        ...orderSummary(about),
        ...reservedUntil(about),
        note(
          say(
            "So that nobody else sees your order, we'll ask for this email address and send you a code. You don't need a password.",
          ),
        ),
        button(
          say("Pay {amount}", { amount: about.money(amountToPay(about.order)) }),
          `${about.base}/payment/${about.order.id}`,
        ),
      ],
    }),
  },
  order_expired: {
    onlyInStatus: "expired",
    write: ({ order, values, base }) => ({
      subject: say("Order {number} expired because no transfer arrived", values),
      preview: say("We didn't receive your transfer in time."),
      heading: say("Your order has expired"),
      intro: say("We didn't receive a transfer for order {number} in time, so the order has expired.", values),
      parts: [
        ...(order.from_cart ? [paragraph(say("Available items are back in your cart."))] : []),
        paragraph(
          say(
            "Already paid? Your money is safe. We'll process your payment when it arrives. Contact us if you have questions.",
          ),
        ),
        ...(order.from_cart ? [button(say("Go to cart"), `${base}/cart`)] : []),
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
            parts: [
              ...shipmentDetails(about),
              ...dueOnDelivery(about),
              ...shippingDetails(about.order, about),
              viewOrder(about),
            ],
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
  order_on_hold: {
    onlyInStatus: "on_hold",
    write: (about) => ({
      subject: say("Order {number} is on hold", about.values),
      preview: say("We're reviewing your payment."),
      heading: say("We're reviewing your order"),
      intro: greeting(about, onHoldText(about)),
      parts: [...orderSummary(about), viewOrder(about)],
    }),
  },
  order_cancelled: {
    write: (about) => {
      const returned = cancelledMoney(about);
      return {
        subject: say("Order {number} is cancelled", about.values),
        preview: returned || say("Order {number} is cancelled.", about.values),
        heading: say("Your order is cancelled"),
        intro: greeting(about, `${say("Order {number} is cancelled.", about.values)} ${returned}`.trim()),
        parts: [...orderSummary(about), ...refundAccountRequest(about.order), viewOrder(about)],
      };
    },
  },
  order_items_cancelled: {
    write: (about) => {
      const what = say("We cancelled items of order {number}.", about.values);
      const items =
        about.facts.items === undefined ? undefined : say("Cancelled: {items}.", { items: about.facts.items });
      return {
        subject: say("Items of order {number} were cancelled", about.values),
        preview: what,
        heading: say("Items of your order were cancelled"),
        intro: greeting(about, what),
        parts: [...(items ? [paragraph(items)] : []), ...orderSummary(about), viewOrder(about)],
      };
    },
  },
  order_refunded: {
    write: (about) => (about.facts.on_cards === undefined ? refundEmail(about) : giftCardRefundEmail(about)),
  },
  refund_account_needed: {
    write: (about) => (about.order.refund_iban === null ? refundAccountEmail(about) : undefined),
  },
  refund_account_changed: { write: (about) => refundAccountChangedEmail(about) },
  withdrawal_received: { write: withdrawalEmail },
  return_requested: returnTemplate(
    text("We've received your return request"),
    text("We'll review it and email you the next steps."),
  ),
  return_approved: {
    write: (about) => {
      const { send_by: until = null, return_address: address = null } = about.returned ?? {};
      const what = until
        ? say("Send the items back by {date}.", { date: formatDay(new Date(until), about.timezone) })
        : say("Please send the items back.");
      return {
        subject: say("{heading}: order {number}", { heading: say("Your return is approved"), ...about.values }),
        preview: what,
        heading: say("Your return is approved"),
        intro: what,
        parts: [
          address
            ? addressBlock(say("Return address"), address.split("\n"))
            : paragraph(say("Ask us where to send them.")),
          viewOrder(about),
        ],
      };
    },
  },
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
    text("We've checked the items. Your order shows what is refunded."),
  ),
};

/** An email about a return: what happened, and what comes next. */
function returnTemplate(happened: string, next: string): OrderTemplate {
  const write = (about: OrderEmailInput) => ({
    subject: say("{heading}: order {number}", { heading: say(happened), ...about.values }),
    preview: say(next),
    heading: say(happened),
    intro: say(next),
    parts: [...refundAccountRequest(about.order), viewOrder(about)],
  });
  return { write };
}

const greeting = (
  { values, isConfirmedAddress }: Pick<OrderEmailInput, "values" | "isConfirmedAddress">,
  rest: string,
) => (isConfirmedAddress && values?.customer ? `${say("Hello {name},", { name: values.customer })}\n\n${rest}` : rest);
