import { createElement as h, type ReactNode } from "react";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import { wantsLetter } from "#server/notifications/notifications.ts";
import { orderFor } from "#server/orders/orders.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { moneyWords, type Settings, shopSettings } from "#server/shop/shop.ts";
import type { About } from "./account-letters.ts";
import type { Composed } from "./composing.ts";
import { action, facts, note, says, type Words } from "./look.ts";

/** Letters about orders; undefined for any other, for an order without an address to write to, and for what its customer does not want. */
export async function orderWords({ house, waiting, base }: About): Promise<Composed | undefined> {
  const { template, facts: given, user_id: userId } = waiting;
  const letter = letters[template];
  if (!letter || given.order_id === undefined) return undefined;
  if (letter.choice && userId !== null && !(await wantsLetter(house.db, userId, letter.choice))) return undefined;
  const order = await orderFor(house.db, String(given.order_id), { kind: "admin" }, house.now()).catch(orNone);
  if (!order?.customer.email) return undefined;
  const money = ({ amount, currency }: Money) => moneyWords(amount, currency);
  const { bank_account: account } = await shopSettings(house.db);
  const link = `${base}/account/orders/${order.id}`;
  return { to: order.customer.email, words: letter.write({ order, given, money, base, link, account }) };
}

const orNone = (error: unknown) => {
  if (error instanceof Refusal) return undefined;
  throw error;
};

interface Given {
  order: Order;
  given: Record<string, string | number>;
  money: (money: Money) => string;
  base: string;
  link: string;
  account: Settings["bank_account"];
}
interface OrderLetter {
  /** What a customer may do without; undefined for what everybody is told. */
  choice?: "order_updates" | "review_invitations";
  write: (given: Given) => Words;
}

const letters: Record<string, OrderLetter> = {
  order_confirmed: {
    write: (about) => ({
      subject: `Order ${about.order.number} is confirmed`,
      preview: "Thank you! Here is what you ordered.",
      heading: "Thank you for your order",
      parts: [
        says(`We have your order ${about.order.number} and begin to pack it.`),
        ...contents(about),
        ...whereTo(about.order),
        action("See your order", about.link),
      ],
    }),
  },
  order_waiting: {
    write: (about) => ({
      subject: `How to pay order ${about.order.number}`,
      preview: `${about.money(due(about.order))} to transfer.`,
      heading: "One step left",
      parts: [
        says(
          `Your order ${about.order.number} waits for your transfer. We begin to pack it as soon as the money is here.`,
        ),
        ...transfer(about),
        ...contents(about),
        action("See your order", about.link),
      ],
    }),
  },
  order_shipped: {
    choice: "order_updates",
    write: (about) => ({
      subject: `Order ${about.order.number} is on its way`,
      preview: "Your parcel has left.",
      heading: "Your parcel has left",
      parts: [...parcel(about), ...whereTo(about.order), action("See your order", about.link)],
    }),
  },
  order_delivered: {
    choice: "review_invitations",
    write: ({ order, base, link }) => ({
      subject: `How do you like it? Order ${order.number} has arrived`,
      preview: "A few words of yours help others choose.",
      heading: "Your parcel has arrived",
      parts: [
        says("We hope you like what you found in it. Would you tell others? A few words are enough."),
        action("Write a review", `${base}/account/reviews`),
        note("Something is not right with it? ", h("a", { href: link, className: "muted" }, "Go to your order"), "."),
      ],
    }),
  },
  order_cancelled: {
    write: (about) => ({
      subject: `Order ${about.order.number} is cancelled`,
      preview: "What you paid goes back to you.",
      heading: "Your order is cancelled",
      parts: [
        says(`Order ${about.order.number} is cancelled. If you paid already, the money goes back the way it came.`),
        ...contents(about),
        action("See your order", about.link),
      ],
    }),
  },
  order_refunded: {
    write: ({ order, given, money, link }) => ({
      subject: `Money back for order ${order.number}`,
      preview: "It goes back the way it came.",
      heading: "Money is on its way back",
      parts: [
        says(
          given.amount === undefined
            ? `We send back money for order ${order.number}, the way it came.`
            : `We send back ${money({ amount: Number(given.amount), currency: order.total.currency })} for order ${order.number}, the way it came.`,
        ),
        note("Depending on your bank this takes a few days."),
        action("See your order", link),
      ],
    }),
  },
  return_requested: {
    write: (about) => returned(about, "We have your return", "We look at it and write to you what to do next."),
  },
  return_approved: {
    write: (about) =>
      returned(
        about,
        "Your return is approved",
        "Please send the items back; your order says where to and until when.",
      ),
  },
  return_rejected: {
    write: (about) =>
      returned(about, "We can't take this return", "Your order says why. Write to us if you see it differently."),
  },
  return_received: {
    write: (about) =>
      returned(about, "Your return has arrived", "We look at it, and what you are owed goes back the way it came."),
  },
};

const returned = ({ order, link }: Given, heading: string, text: string): Words => ({
  subject: `${heading}: order ${order.number}`,
  preview: text,
  heading,
  parts: [says(text), action("See your order", link)],
});

/** What was ordered and what it comes to. */
function contents({ order, money }: Given): ReactNode[] {
  const rest: [string, Money | undefined][] = [
    ["Discount", order.totals.discount.amount > 0 ? negative(order.totals.discount) : undefined],
    ["Delivery", order.totals.shipping],
    [order.prices_include_tax ? "Tax included" : "Tax", order.totals.tax],
  ];
  return [
    facts([
      ...order.items.map(({ name, options, quantity, total }) => ({
        name: `${quantity} × ${[name, ...options.map(({ value }) => value)].join(", ")}`,
        value: money(total),
      })),
      ...rest.flatMap(([name, value]) => (value ? [{ name, value: money(value) }] : [])),
      { name: "Total", value: money(order.totals.total), strong: true },
    ]),
  ];
}

const negative = ({ amount, currency }: Money): Money => ({ amount: -amount, currency });

function whereTo({ shipping_address: to, shipping_method: method }: Order): ReactNode[] {
  const lines = [to.fullname, to.company, to.line1, to.line2, `${to.postal_code} ${to.city}`, to.country];
  return [
    note(
      "Delivered to ",
      lines.filter(Boolean).join(", "),
      ...(method ? [`. ${method.name}, ${method.min_days} to ${method.max_days} days.`] : ["."]),
    ),
  ];
}

function parcel({ order, given }: Given): ReactNode[] {
  const sent = order.fulfilments.find(({ id }) => id === Number(given.part)) ?? order.fulfilments.at(-1);
  if (!sent) return [];
  const inIt = sent.items.map(({ order_item_id, quantity }) => {
    const name = order.items.find(({ id }) => id === order_item_id)?.name ?? "Item";
    return { name, value: `× ${quantity}` };
  });
  const { carrier, tracking_number: number, tracking_url: url } = sent;
  const safe = url && /^https?:\/\//.test(url) ? url : undefined;
  return [
    says(
      `Part of order ${order.number}${carrier ? `, with ${carrier}` : ""}${number ? `, tracking number ${number}` : ""}:`,
    ),
    facts(inIt),
    ...(safe ? [action("Follow the parcel", safe)] : []),
  ];
}

const due = ({ totals }: Order): Money => totals.due;

/** What the bank transfer of an order needs. */
function transfer({ order, money, account }: Given): ReactNode[] {
  const rows = [
    ["Account holder", account?.account_holder],
    ["IBAN", account?.iban],
    ["BIC", account?.bic],
    ["Bank", account?.bank_name],
    ["Reference", String(order.number)],
    ["Amount", money(due(order))],
  ] as const;
  return [facts(rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])))];
}
