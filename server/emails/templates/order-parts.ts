import type { ReactNode } from "react";
import { addressLines } from "#contract/formats/address-format.ts";
import { emailFormat } from "#contract/formats/image-sizes.ts";
import { failedImage } from "#contract/images.ts";
import type { Money } from "#contract/money.ts";
import { lineAmount, sumFigures, summarizeOrder } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { isSentByHand, needsAccount } from "#contract/payments.ts";
import { addressBlock, button, detailsTable, note, paragraph } from "#server/emails/layout.ts";
import { countryName } from "#server/shop/shop.ts";
import { arrivalAfterPayment } from "#words/arrival-after-payment.ts";
import { formatDeliveryDates } from "#words/delivery-dates.ts";
import { reverseChargeText } from "#words/reverse-charge.ts";
import { say } from "#words/say.ts";
import { summaryLabel } from "#words/summary-labels.ts";
import { unitPriceText } from "#words/unit-prices.ts";

interface SummaryInput {
  order: Order;
  money: (money: Money) => string;
  /** The address of the shop. */
  base: string;
}

/** The items of an order at their prices before discounts, and its figures, as the order's page shows them. */
export function orderSummary({ order, money, base }: SummaryInput): ReactNode[] {
  const valueOf = (figure: string, amount: Money) =>
    figure === "shipping" && amount.amount === 0 ? say("Free") : money(amount);
  const unitPrice = ({ price_per_measure: price }: Order["items"][number]) =>
    price ? ` (${unitPriceText(money(price), price.base)})` : "";
  return [
    detailsTable([
      ...order.items.map((item) => ({
        image: thumbnailUrl(item.thumbnail, base),
        name: `${item.quantity} × ${[item.name, ...item.options.map(({ value }) => value)].join(", ")}${unitPrice(item)}`,
        value: money(lineAmount(item)),
      })),
      ...summarizeOrder(order).map(({ figure, money: amount }) => ({
        name: summaryLabel(figure, order.shipping_method),
        value: valueOf(figure, amount),
        strong: sumFigures.includes(figure),
      })),
    ]),
    ...(order.reverse_charge ? [note(reverseChargeText(order.reverse_charge))] : []),
  ];
}

/** An image of the shop in a format and size for emails; undefined for an item without an image. */
const thumbnailUrl = (url: string, base: string) =>
  url === failedImage ? undefined : new URL(url.replace(/\/\d+\.webp$/, `/150.${emailFormat}`), base).href;

/** Where an order goes and when it arrives; without the address (which the buyer typed) for an unconfirmed recipient. */
export function shippingDetails(
  { shipping_address: to, shipping_method: method, confirmed_at }: Order,
  { timezone, isConfirmedAddress }: { timezone: string; isConfirmedAddress: boolean },
): ReactNode[] {
  if (!method) return [];
  const arrives = note(
    confirmed_at
      ? say("{method}. Arrives {dates}.", {
          method: method.name,
          dates: formatDeliveryDates(method, confirmed_at, timezone),
        })
      : `${method.name}. ${arrivalAfterPayment(method)}`,
  );
  if (!isConfirmedAddress) return [arrives];
  const lines = addressLines(to, countryName(to.country)).map(withoutLinks);
  return [addressBlock(say("Delivery address"), lines), arrives];
}

/** Text a customer typed, so that no mail program makes a link of it: a word joiner breaks what looks like an address. */
export const withoutLinks = (typed: string) => typed.replace(/(?<=\S)([.:@])(?=\S)/g, "$1\u2060");

type ShipmentInput = { order: Order; facts: Record<string, string | number> };

/** The shipment an email is about. */
export const findShipment = ({ order, facts }: ShipmentInput) =>
  order.fulfilments.find(({ id }) => id === Number(facts.part)) ?? order.fulfilments.at(-1);

export const shipmentItems = (about: ShipmentInput) =>
  (findShipment(about)?.items ?? []).map(({ order_item_id, quantity }) => {
    const name = about.order.items.find(({ id }) => id === order_item_id)?.name ?? say("Item");
    return { name, value: `× ${quantity}` };
  });

/** What has to be paid when an order arrives: with its last shipment, as the others would be paid twice. */
export function dueOnDelivery(about: ShipmentInput & Pick<SummaryInput, "money">): ReactNode[] {
  const { order, money } = about;
  const due = summarizeOrder(order).find(({ figure }) => figure === "due_on_delivery");
  if (!due) return [];
  const amount = { amount: money(due.money) };
  return [
    paragraph(
      isLastShipment(about)
        ? say("{amount} is due on delivery.", amount)
        : say("{amount} is due on delivery of the last shipment of your order.", amount),
    ),
  ];
}

/** Whether all units have been shipped, with this shipment as the last. */
function isLastShipment(about: ShipmentInput): boolean {
  const { order } = about;
  const sent = order.fulfilments.filter(({ status }) => status !== "cancelled");
  const shipped = Map.groupBy(
    sent.flatMap(({ items }) => items),
    ({ order_item_id }) => order_item_id,
  );
  const isWhole = order.items.every(
    ({ id, quantity, cancelled_qty }) =>
      (shipped.get(id) ?? []).reduce((sum, item) => sum + item.quantity, 0) >= quantity - cancelled_qty,
  );
  return isWhole && sent.at(-1)?.id === findShipment(about)?.id;
}

/** Items, carrier and tracking link of a shipment. */
export function shipmentDetails(about: ShipmentInput): ReactNode[] {
  const { order } = about;
  const sent = findShipment(about);
  if (!sent) return [];
  const { carrier, tracking_number: number, tracking_url: url } = sent;
  const safe = url && /^https?:\/\//.test(url) ? url : undefined;
  const isPart = order.fulfilments.filter(({ status }) => status !== "cancelled").length > 1 || !shipsAll(order, sent);
  return [
    paragraph(
      isPart
        ? say("This shipment has part of order {number}:", { number: order.number })
        : say("This shipment has all items of order {number}:", { number: order.number }),
    ),
    detailsTable([
      ...shipmentItems(about),
      ...(carrier ? [{ name: say("Carrier"), value: carrier }] : []),
      ...(number ? [{ name: say("Tracking number"), value: number }] : []),
    ]),
    ...(safe ? [button(say("Track shipment"), safe)] : []),
  ];
}

const shipsAll = (order: Order, sent: Order["fulfilments"][number]) =>
  order.items.every(
    ({ id, quantity, cancelled_qty }) =>
      (sent.items.find(({ order_item_id }) => order_item_id === id)?.quantity ?? 0) >= quantity - cancelled_qty,
  );

/** Of what a cancellation refunds, as emails queued earlier and previews don't say it. */
const isRefundedByHand = ({ payments }: Order) =>
  payments.some(({ provider, captured }) => captured.amount > 0 && isSentByHand(provider));

/** Whether staff still have to transfer a refund and don't know where to. */
const needsRefundAccount = ({ refunds, refund_iban }: Order): boolean =>
  refund_iban === null && refunds.some(needsAccount);

/** Asks the customer where a refund that staff transfer themselves should go. */
export const refundAccountRequest = (order: Order): ReactNode[] =>
  needsRefundAccount(order) ? [note(say("Tell us in your order which account we should transfer the refund to."))] : [];

/** What happens with the money of a cancelled order; `facts` say what went back because of that, and nothing earlier. */
export function cancelledMoney({ order, facts, money }: ShipmentInput & { money: (money: Money) => string }): string {
  const { currency } = order.total;
  const refund: Money = { amount: Number(facts.refund ?? order.paid.amount), currency };
  const cards: Money = { amount: Number(facts.on_cards ?? order.totals.gift_cards.amount), currency };
  const isByHand = facts.by_hand === undefined ? isRefundedByHand(order) : facts.by_hand === 1;
  if (refund.amount > 0 && cards.amount > 0)
    return say("We'll refund {paid}, and {cards} goes back to your gift card.", {
      paid: money(refund),
      cards: money(cards),
    });
  if (refund.amount > 0)
    return isByHand
      ? say("We'll refund {paid}.", { paid: money(refund) })
      : say("We'll refund {paid} to your original payment method.", { paid: money(refund) });
  if (order.paid.amount > 0)
    return cards.amount > 0 ? say("{cards} goes back to your gift card.", { cards: money(cards) }) : "";
  if (cards.amount > 0)
    return say("{cards} goes back to your gift card. You haven't been charged anything else.", { cards: money(cards) });
  return order.totals.gift_cards.amount > 0 ? "" : say("You haven't been charged anything.");
}
