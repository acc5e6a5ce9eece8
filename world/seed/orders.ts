import { v7 as uuid } from "uuid";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { priceQuote } from "#server/checkout/quotes.ts";
import { findCustomerCoupon, redeemCoupon } from "#server/coupons/coupons.ts";
import { issueDocuments } from "#server/invoices/invoices.ts";
import { cancelOrder, deliver, getOrder, placeOrder, ship } from "#server/orders/orders.ts";
import { beginPayment } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { ordersUpTo, type WorldOrder } from "#world/orders.ts";
import { spentCoupon } from "#world/prices.ts";
import { analyze, backdateNotifications, insertOrderedCart, variationIds } from "./backdating.sql.ts";
import type { SeededPerson } from "./people.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const admin = { type: "admin" as const, id: null };

/** Units of each variation in past orders, by `slug index`. */
export function unitsSold(today: Date): Map<string, number> {
  const sold = new Map<string, number>();
  for (const { lines, state } of ordersUpTo(today))
    for (const { slug, variationIndex, quantity } of lines)
      if (state !== "cancelled")
        sold.set(`${slug} ${variationIndex}`, (sold.get(`${slug} ${variationIndex}`) ?? 0) + quantity);
  return sold;
}

/** Sixty days of orders, created by the shop's own functions with the clock of the shop set back. */
export async function seedOrders(app: App, people: Map<string, SeededPerson>): Promise<void> {
  const clock = app.now;
  const today = clock();
  const variations = await variationIds(app.db);
  try {
    for (const order of ordersUpTo(today)) {
      const person = people.get(order.person);
      if (person?.address)
        await inTransaction(app.db, (tx) => seedOrder(app, tx, order, { person, variations, today }));
    }
  } finally {
    app.now = clock;
  }
  await inTransaction(app.db, backdateNotifications);
  await app.jobs.drain();
  await analyze(app.db);
}

interface SeedContext {
  person: SeededPerson;
  variations: Map<string, number[]>;
  today: Date;
}

/** Places an order and processes it up to its state. */
async function seedOrder(app: App, tx: Tx, order: WorldOrder, { person, variations, today }: SeedContext) {
  const placedAt = momentOf(order, today);
  const setClock = (ms: number) => {
    app.now = () => new Date(Math.min(placedAt.getTime() + ms, today.getTime()));
  };
  const items = order.lines.map(({ slug, variationIndex, quantity }, index) => ({
    item_id: index,
    variation_id: variations.get(slug)?.[variationIndex] ?? 0,
    quantity,
  }));
  setClock(0);
  const id = await place(app, tx, person, items);
  if (id === undefined || order.state === "pending") return;
  const total = await getOrder(tx, id, { kind: "admin" }, today);
  setClock(90_000);
  await beginPayment(app, tx, {
    orderId: id,
    orderNumber: total.number,
    amount: total.totals.due.amount,
    currency: total.total.currency,
    provider: "demo",
    outcome: "approve",
    earlier: [],
  });
  await issueDocuments(app, tx, id);
  if (order.state === "cancelled") {
    setClock(2 * hourMs);
    await cancelOrder(app, tx, id, {
      actor: { type: "customer", id: person.id },
      ownerId: person.id,
      reason: "Ordered by mistake.",
    });
    await issueDocuments(app, tx, id);
    return;
  }
  if (order.state === "confirmed") return;
  setClock(20 * hourMs);
  await ship(app, tx, id, parcelOf(total.number), admin);
  if (order.state === "shipped") return;
  setClock(3 * dayMs);
  const [shipment] = (await getOrder(tx, id, { kind: "admin" }, today)).fulfilments;
  if (shipment) await deliver(app, tx, shipment.id, admin);
}

const parcelOf = (orderNumber: number) => ({
  carrier: "DHL",
  tracking_number: `00340${orderNumber}`,
  tracking_url: `https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode=00340${orderNumber}`,
});

async function place(
  app: App,
  tx: Tx,
  person: SeededPerson,
  items: { item_id: number; variation_id: number; quantity: number }[],
) {
  const address = { fullname: person.name, ...person.address! }; // callers pass people with an address only
  const forSale = await getVariationsForSale(
    tx,
    items.map((item) => item.variation_id),
  );
  const sellable = items.filter((item) => (forSale.get(item.variation_id)?.available ?? 0) >= item.quantity);
  if (sellable.length === 0) return undefined;
  const { quote, totals, taxParts, lines, method, currency, holdMinutes, reasons, couponId } = await priceQuote(
    app,
    tx,
    {
      items: sellable,
      adjustments: {
        coupon_code: spentCoupon,
        coupon: await findCustomerCoupon(tx, spentCoupon, person.id),
        cards: [],
      },
      country: address.country,
      postalCode: address.postal_code,
      methodId: undefined,
    },
  );
  const cartId = uuid();
  await insertOrderedCart(tx, cartId, person.id);
  const placed = await placeOrder(app, tx, {
    userId: person.id,
    actor: { type: "customer", id: person.id },
    email: person.email,
    cartId,
    currency,
    pricesIncludeTax: quote.prices_include_tax,
    isTaxFreeExport: false,
    reverseCharge: null,
    totals,
    couponCode: couponId === null ? null : spentCoupon,
    reasons,
    shippingTaxes: totals.shipping_taxes,
    taxParts,
    lines,
    shippingAddress: address,
    billingAddress: null,
    shippingMethod: method,
    note: null,
    holdMinutes,
  });
  if (placed.kind !== "placed") return undefined;
  const orderId = placed.order.id;
  if (couponId !== null) await redeemCoupon(tx, { couponId, userId: person.id, orderId }, app.now());
  return orderId;
}

function momentOf({ daysAgo, minuteOfDay, state }: WorldOrder, today: Date): Date {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  // An order awaiting payment is recent, otherwise it would have expired.
  const at = state === "pending" ? today.getTime() - 5 * 60_000 : midnight - daysAgo * dayMs + minuteOfDay * 60_000;
  return new Date(Math.min(at, today.getTime()));
}
