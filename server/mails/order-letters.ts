import { createElement as h, type ReactNode } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import { profileOf } from "#server/accounts/accounts.ts";
import { wantsLetter } from "#server/notifications/notifications.ts";
import { orderFor } from "#server/orders/orders.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { formatMoney, getSettings } from "#server/shop/shop.ts";
import { saidInPieces, say, sayCount, text } from "#words/say.ts";
import type { About } from "./account-letters.ts";
import type { Composed } from "./composing.ts";
import { action, facts, note, says, type Words } from "./look.ts";
import { howToTransfer, type Transfer } from "./transfer-parts.ts";

/** Letters about orders; undefined for any other, for an order without an address to write to, and for what its customer does not want. */
export async function orderWords({ app, waiting, base }: About): Promise<Composed | undefined> {
  const { template, facts: given, user_id: userId } = waiting;
  const letter = letters[template];
  if (!letter || given.order_id === undefined) return undefined;
  if (letter.choice && userId !== null && !(await wantsLetter(app.db, userId, letter.choice))) return undefined;
  const order = await orderFor(app.db, String(given.order_id), { kind: "admin" }, app.now()).catch(orNone);
  if (!order?.customer.email || (letter.while && letter.while !== order.status)) return undefined;
  const money = ({ amount, currency }: Money) => formatMoney(amount, currency);
  const { bank_account: account, timezone } = await getSettings(app.db);
  const hasAccount = userId !== null && (await profileOf(app.db, userId).catch(orNone)) !== undefined;
  const link = `${base}/account/orders/${order.id}`;
  const words = letter.write({ order, given, money, base, link, account, timezone, hasAccount });
  return words && { to: order.customer.email, words };
}

const orNone = (error: unknown) => {
  if (error instanceof Problem) return undefined;
  throw error;
};

interface Given extends Transfer {
  given: Record<string, string | number>;
  base: string;
  link: string;
  /** What is under way is still written about once an account is deleted. */
  hasAccount: boolean;
}
interface OrderLetter {
  /** What a customer may do without; undefined for what everybody is told. */
  choice?: "order_updates" | "review_invitations";
  /** The status of which it tells, where it would be wrong once the order is in another. */
  while?: Order["status"];
  /** Undefined when things have moved on and it says nothing true any more. */
  write: (given: Given) => Words | undefined;
}

const letters: Record<string, OrderLetter> = {
  order_confirmed: {
    write: (about) => ({
      subject: say("Order {number} is confirmed", { number: about.order.number }),
      preview: say("Thank you! Here is what you ordered."),
      heading: say("Thank you for your order"),
      parts: [
        says(say("We have your order {number} and begin to pack it.", { number: about.order.number })),
        ...contents(about),
        ...whereTo(about.order),
        action(say("See your order"), about.link),
      ],
    }),
  },
  order_waiting: {
    write: (about) => ({
      subject: say("How to pay order {number}", { number: about.order.number }),
      preview: say("{amount} to transfer.", { amount: about.money(about.order.totals.due) }),
      heading: say("One step left"),
      parts: [
        says(
          say("Your order {number} waits for your transfer. We begin to pack it as soon as the money is here.", {
            number: about.order.number,
          }),
        ),
        ...howToTransfer(about),
        ...contents(about),
        action(say("See your order"), about.link),
      ],
    }),
  },
  order_expired: {
    while: "expired",
    write: ({ order: { number }, base, hasAccount }) => ({
      subject: say("Order {number} has ended: no transfer came", { number }),
      preview: say("We waited for your transfer."),
      heading: say("Your order has ended"),
      parts: [
        says(say("No transfer for order {number} came in time, so it has ended.", { number })),
        ...(hasAccount ? [says(say("Its items are in your cart again, as far as they are still sold."))] : []),
        says(
          say(
            "Have you sent the money already? It is not lost: we look at it once it is here. Write to us if in doubt.",
          ),
        ),
        ...(hasAccount ? [action(say("Go to the cart"), `${base}/cart`)] : []),
      ],
    }),
  },
  order_shipped: {
    choice: "order_updates",
    write: (about) =>
      sentOf(about)?.status === "cancelled"
        ? undefined
        : {
            subject: say("Order {number} is on its way", { number: about.order.number }),
            preview: say("Your parcel has left."),
            heading: say("Your parcel has left"),
            parts: [...parcel(about), ...whereTo(about.order), action(say("See your order"), about.link)],
          },
  },
  parcel_cancelled: {
    choice: "order_updates",
    write: (about) => ({
      subject: say("Order {number}: your parcel was not sent after all", { number: about.order.number }),
      preview: say("We noted it as sent by mistake."),
      heading: say("Your parcel was not sent after all"),
      parts: [
        says(
          say("We wrote to you that a parcel of order {number} had left. That was our mistake: it is still with us.", {
            number: about.order.number,
          }),
        ),
        facts(inIt(about)),
        note(say("Its items are kept for you. We write to you again when they are on their way.")),
        action(say("See your order"), about.link),
      ],
    }),
  },
  order_delivered: {
    choice: "review_invitations",
    write: ({ order, base, link }) => ({
      subject: say("How do you like it? Order {number} has arrived", { number: order.number }),
      preview: say("A few words of yours help others choose."),
      heading: say("Your parcel has arrived"),
      parts: [
        says(say("We hope you like what you found in it. Would you tell others? A few words are enough.")),
        action(say("Write a review"), `${base}/account/reviews`),
        note(
          ...saidInPieces(text("Something is not right with it? {link}.")).map((piece) =>
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
        says(
          say("Order {number} is cancelled. If you paid already, the money goes back the way it came.", {
            number: about.order.number,
          }),
        ),
        ...contents(about),
        action(say("See your order"), about.link),
      ],
    }),
  },
  order_refunded: {
    write: (about) => (about.given.on_cards === undefined ? moneyBack(about) : cardsBack(about)),
  },
  return_requested: {
    write: (about) =>
      returned(about, say("We have your return"), say("We look at it and write to you what to do next.")),
  },
  return_approved: {
    write: (about) =>
      returned(
        about,
        say("Your return is approved"),
        say("Please send the items back; your order says where to and until when."),
      ),
  },
  return_rejected: {
    write: (about) =>
      returned(
        about,
        say("We can't take this return"),
        say("Your order says why. Write to us if you see it differently."),
      ),
  },
  return_closed: {
    write: (about) =>
      returned(about, say("Your return is closed"), say("Your order says why. Write to us if you see it differently.")),
  },
  return_received: {
    write: (about) =>
      returned(
        about,
        say("Your return has arrived"),
        say("We look at it, and what you are owed goes back the way it came."),
      ),
  },
};

const moneyBack = ({ order, given, money, link }: Given): Words => ({
  subject: say("Money back for order {number}", { number: order.number }),
  preview: say("It goes back the way it came."),
  heading: say("Money is on its way back"),
  parts: [
    says(
      given.amount === undefined
        ? say("We send back money for order {number}, the way it came.", { number: order.number })
        : say("We send back {amount} for order {number}, the way it came.", {
            amount: money({ amount: Number(given.amount), currency: order.total.currency }),
            number: order.number,
          }),
    ),
    note(say("Depending on your bank this takes a few days.")),
    action(say("See your order"), link),
  ],
});

const cardsBack = ({ order, given, money, link }: Given): Words => ({
  subject: say("Money back for order {number}", { number: order.number }),
  preview: say("It is on your gift card again."),
  heading: say("Your gift card has it back"),
  parts: [
    says(
      say("{amount} of order {number} is on the gift card again that paid for it.", {
        amount: money({ amount: Number(given.amount), currency: order.total.currency }),
        number: order.number,
      }),
    ),
    action(say("See your order"), link),
  ],
});

const returned = ({ order, link }: Given, heading: string, whatNow: string): Words => ({
  subject: say("{heading}: order {number}", { heading, number: order.number }),
  preview: whatNow,
  heading,
  parts: [says(whatNow), action(say("See your order"), link)],
});

/** What was ordered and what it comes to. */
function contents({ order, money }: Given): ReactNode[] {
  const rest: [string, Money | undefined][] = [
    [say("Discount"), order.totals.discount.amount > 0 ? negative(order.totals.discount) : undefined],
    [say("Delivery"), order.totals.shipping],
    [order.prices_include_tax ? say("Tax included") : say("Tax"), order.totals.tax],
  ];
  return [
    facts([
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

function whereTo({ shipping_address: to, shipping_method: method }: Order): ReactNode[] {
  const lines = [to.fullname, to.company, to.line1, to.line2, `${to.postal_code} ${to.city}`.trim(), to.country];
  return [
    note(
      say("Delivered to {address}.", { address: lines.filter(Boolean).join(", ") }),
      ...(method ? [` ${wayWords(method)}`] : []),
    ),
  ];
}

const wayWords = ({ name, min_days, max_days }: NonNullable<Order["shipping_method"]>) =>
  sayCount("{way}, {from} to 1 day.", "{way}, {from} to {n} days.", max_days, { way: name, from: min_days });

/** The parcel a letter is about. */
const sentOf = ({ order, given }: Given) =>
  order.fulfilments.find(({ id }) => id === Number(given.part)) ?? order.fulfilments.at(-1);

/** What is in that parcel. */
const inIt = (about: Given) =>
  (sentOf(about)?.items ?? []).map(({ order_item_id, quantity }) => {
    const name = about.order.items.find(({ id }) => id === order_item_id)?.name ?? say("Item");
    return { name, value: `× ${quantity}` };
  });

function parcel(about: Given): ReactNode[] {
  const { order } = about;
  const sent = sentOf(about);
  if (!sent) return [];
  const { carrier, tracking_number: number, tracking_url: url } = sent;
  const safe = url && /^https?:\/\//.test(url) ? url : undefined;
  return [
    says(partWords({ order: order.number, carrier: carrier ?? "", tracking: number ?? "" })),
    facts(inIt(about)),
    ...(safe ? [action(say("Follow the parcel"), safe)] : []),
  ];
}

function partWords(about: { order: number; carrier: string; tracking: string }) {
  if (about.carrier && about.tracking)
    return say("Part of order {order}, with {carrier}, tracking number {tracking}:", about);
  if (about.carrier) return say("Part of order {order}, with {carrier}:", about);
  if (about.tracking) return say("Part of order {order}, tracking number {tracking}:", about);
  return say("Part of order {order}:", about);
}
