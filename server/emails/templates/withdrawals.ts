import type { ReactNode } from "react";
import { addressBlock, detailsTable, type EmailContent, inlineLink, note, paragraph } from "#server/emails/layout.ts";
import { formatDateTime, formatDay } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { type OrderEmailInput, viewOrder } from "./order-email.ts";
import { refundAccountRequest, withoutLinks } from "./order-parts.ts";

/** The receipt of a withdrawal: what was declared and when (directive 2011/83/EU, article 11a), and what follows. */
export function withdrawalEmail(about: OrderEmailInput): EmailContent {
  const { order, values, timezone, withdrawal } = about;
  const received = formatDateTime(new Date(withdrawal?.received_at ?? order.placed_at), timezone);
  const heading = say("We've received your withdrawal");
  const intro = say("We received your withdrawal from the contract of order {number} on {date}.", {
    number: order.number,
    date: received,
  });
  return {
    subject: say("{heading}: order {number}", { heading, ...values }),
    preview: intro,
    heading,
    intro,
    parts: [
      ...declaration(about),
      ...consequences(about),
      ...refundAccountRequest(order),
      note(say("Keep this email as a receipt.")),
      viewOrder(about),
    ],
  };
}

type Units = NonNullable<OrderEmailInput["withdrawal"]>["units"];

/** Who withdrew from which items, as they said it. */
function declaration({ order, withdrawal, isConfirmedAddress }: OrderEmailInput): ReactNode[] {
  const units = withdrawal?.units ?? sampleUnits(order);
  const { name = null, note: written = null } = withdrawal ?? {};
  return [
    ...(withdrawal?.is_whole ? [paragraph(say("You withdrew from the whole order."))] : []),
    ...(isConfirmedAddress && name ? [paragraph(`${say("Name")}: ${withoutLinks(name)}`)] : []),
    ...(units.length > 0 ? [detailsTable(rowsOf(order, units))] : []),
    ...(isConfirmedAddress && written
      ? [paragraph(say("Items you named: {text}", { text: withoutLinks(written) }))]
      : []),
  ];
}

const sampleUnits = ({ items }: OrderEmailInput["order"]): Units =>
  items.map(({ id, quantity }) => ({ order_item_id: id, quantity, outcome: "return" as const, done_qty: 0 }));

function rowsOf({ items }: OrderEmailInput["order"], units: Units) {
  const byLine = Map.groupBy(units, ({ order_item_id }) => order_item_id);
  return [...byLine].map(([id, same]) => ({
    name: items.find((item) => item.id === id)?.name ?? say("Item"),
    value: `× ${same.reduce((sum, { quantity }) => sum + quantity, 0)}`,
  }));
}

/** What happens with the items: those not shipped are cancelled, the others sent back, and the merchant answers the rest. */
function consequences({ order, withdrawal, returned, timezone }: OrderEmailInput): ReactNode[] {
  const units = withdrawal?.units ?? sampleUnits(order);
  const has = (outcome: Units[number]["outcome"]) => units.some((unit) => unit.outcome === outcome);
  const sendBy = withdrawal ? withdrawal.send_by : (returned?.send_by ?? null);
  const isReturned = withdrawal ? sendBy !== null : has("return");
  const address = returned?.return_address ?? null;
  const needsAnswer = has("left") || Boolean(withdrawal?.note) || (units.length === 0 && !isReturned);
  return [
    ...(has("cancelled") ? [paragraph(say("What we hadn't shipped is cancelled."))] : []),
    ...(isReturned
      ? [
          paragraph(
            sendBy
              ? say("Send the items back by {date}.", { date: formatDay(new Date(sendBy), timezone) })
              : say("Please send the items back."),
          ),
          address
            ? addressBlock(say("Return address"), address.split("\n"))
            : paragraph(say("Ask us where to send them.")),
        ]
      : []),
    ...((has("cancelled") || isReturned) && isPaid(order)
      ? [
          paragraph(
            say("We'll refund you within 14 days. For items you send back, we may wait until we've received them."),
          ),
        ]
      : []),
    ...(needsAnswer ? [paragraph(say("We'll check the rest of your withdrawal and answer you by email."))] : []),
  ];
}

/** Whether there is something to refund: not of an order that is paid on delivery or by transfer later. */
const isPaid = ({ paid, totals }: OrderEmailInput["order"]) => paid.amount + totals.gift_cards.amount > 0;

/** Where the reader of an email about an order withdraws from its contract. */
export const withdrawalLink = (base: string, key: string) =>
  note(inlineLink(say("Withdraw from contract here"), `${base}/withdraw#token=${key}`));
