import { isDeepStrictEqual } from "node:util";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import { orderCan } from "#contract/orders/order-transitions.ts";
import { getPricingTerms, hasImportTaxes } from "#server/cart/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { addTimelineEvent, publishOrder } from "#server/orders/status/transitions.ts";
import { anonymizeWithdrawals } from "#server/orders/withdrawals/withdrawals.sql.ts";
import { deleteBankReferences, sumRefundsToSend } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction, notifyClients } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getShippingTerms, haveSameMethods } from "#server/shipping/shipping.ts";
import {
  assertVatCompany,
  assertVatId,
  getSettings,
  localDay,
  ordersRetainedFrom,
  parseVatId,
  writeVatId,
} from "#server/shop/shop.ts";
import {
  getGoodsShippingTax,
  getGoodsTax,
  getShippingTax,
  isCrossBorder,
  listTaxRates,
  type TaxRates,
} from "#server/taxes/taxes.ts";
import { collectOrders } from "./data-copy.ts";
import {
  anonymizeOrders,
  confirmOrderEmail,
  countOrdersFor,
  deleteOtherNotes,
  deleteRefundIbans,
  listOrdersWithRefundIban,
  listReturnIds,
  lockOrdersToAnonymize,
  moveOrders,
  moveOrdersFor,
  type OrderDetails,
  type OrderNote,
  requestAnonymization,
  requestAnonymizationOfOld,
  requestAnonymizationOfOrphans,
  restoreNotes,
  updateOrderDetails,
} from "./editing.sql.ts";

/**
 * Edits addresses, email and note of an order that is not shipped in full; what is as before stays untouched. Throws
 * `stale` for an outdated `version`, and `order_country`, `order_tax` or `order_delivery` if the new address has another
 * country, tax or delivery.
 */
export async function editOrder(
  app: App,
  tx: Tx,
  orderId: string,
  { version, actor, ...change }: OrderDetails & { version: number; actor: Actor },
): Promise<void> {
  const order = assertFound(await lockOrder(tx, orderId));
  if (order.version !== version) throw new Problem("stale");
  if (!orderCan.edit(order)) throw new Problem("order_state");
  assertVatIds(order, change);
  assertSameBuyer(order, change);
  if (change.shipping_address) await assertSameCharges(app, tx, order, change.shipping_address);
  await correct(app, tx, order, changedDetails(order, change), actor);
}

/** Throws for a wrong VAT ID that is new to the order, and for one that an address gets or keeps without a company. */
function assertVatIds(order: OrderHead, change: OrderDetails) {
  const known = [order.shipping_address.vat_id, order.billing_address?.vat_id];
  for (const field of ["shipping_address", "billing_address"] as const) {
    const to = change[field];
    if (!known.includes(to?.vat_id)) assertVatId(to?.vat_id, `${field}.vat_id`);
    const isSame = (name: "company" | "vat_id") => (to?.[name] ?? "") === (order[field]?.[name] ?? "");
    if (!isSame("company") || !isSame("vat_id")) assertVatCompany(to, `${field}.`);
  }
}

/**
 * Throws `order_tax` if an order without VAT would get another VAT ID than the confirmed one, which is the reason, or be
 * delivered where VAT is charged: in the seller's own member state, or outside the EU.
 */
function assertSameBuyer(order: OrderHead, { shipping_address: shipping, billing_address: billing }: OrderDetails) {
  if (!order.reverse_charge) return;
  const to = (billing === undefined ? order.billing_address : billing) ?? shipping ?? order.shipping_address;
  const id = parseVatId(to.vat_id);
  if (!id || writeVatId(id) !== order.reverse_charge.vat_id) throw new Problem("order_tax");
  if (!shipping || shipping.postal_code === order.shipping_address.postal_code) return;
  const seller = parseVatId(order.reverse_charge.seller_vat_id);
  const { country, postal_code: postalCode } = shipping;
  if (!seller || !isCrossBorder(seller, { country, postalCode })) throw new Problem("order_tax");
}

/** Sets back what a correction has changed. Throws `order_state` once all is shipped, and `order_tax` as `editOrder`. */
export async function setDetails(app: App, tx: Tx, orderId: string, details: Required<OrderDetails>, actor: Actor) {
  const order = assertFound(await lockOrder(tx, orderId));
  const { shipping_address, billing_address, email, requested_email, customer_note } = details;
  const { requested_email: requested, ...changed } = changedDetails(order, {
    shipping_address,
    billing_address,
    email,
    requested_email,
    customer_note,
  });
  // An email is always written with the one that waits to be confirmed.
  const emails = "email" in changed || requested !== undefined ? { email, requested_email } : {};
  const change = { ...changed, ...emails };
  if (Object.keys(change).length > 0 && !orderCan.edit(order)) throw new Problem("order_state");
  if ("shipping_address" in change || "billing_address" in change) assertSameBuyer(order, change);
  await correct(app, tx, order, change, actor);
}

/** The fields that are not as they are stored. */
function changedDetails(order: OrderHead, details: OrderDetails): OrderDetails {
  const isNew = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(withoutBlanks(value), withoutBlanks(order[name as keyof OrderDetails]));
  return Object.fromEntries(Object.entries(details).filter(isNew));
}

async function correct(app: App, tx: Tx, order: OrderHead, changed: OrderDetails, actor: Actor): Promise<void> {
  if (Object.keys(changed).length === 0) return;
  if (!(await updateOrderDetails(tx, order.id, order.version, changed))) throw new Problem("stale");
  const fields = editedFields.filter((field) => changed[field] !== undefined);
  await addTimelineEvent(app, tx, order, actor, { type: "edited", data: { fields } });
}

/** Addresses are the same if only fields without a value differ. */
const withoutBlanks = (value: unknown) =>
  value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== ""))
    : (value ?? null);

const editedFields = ["shipping_address", "billing_address", "email", "customer_note"] as const;

/** The totals are agreed and may be invoiced, so the new address must have the same. */
async function assertSameCharges(app: App, tx: Tx, order: OrderHead, to: NewAddress) {
  const { country, postal_code: postalCode } = order.shipping_address;
  if (to.country !== country) throw new Problem("order_country");
  if (!(await haveSameTaxes(app, tx, order, to))) throw new Problem("order_tax");
  if (to.postal_code === postalCode) return;
  if (order.tax_free_export && !(await isExport(app, to))) throw new Problem("order_tax");
  if (order.shipping_method === null) return;
  if (!haveSameMethods(await getShippingTerms(tx, country), postalCode, to.postal_code))
    throw new Problem("order_delivery");
}

/** Whether an order to a place is an export, of which no tax is due where the shop has no rates. */
const isExport = async (app: App, { country, postal_code: postalCode }: NewAddress) =>
  hasImportTaxes(await getPricingTerms(app, country), { country, postalCode });

/** Adds a note that only administrators see. */
export async function addOrderNote(app: App, tx: Tx, orderId: string, actor: Actor, text: string): Promise<void> {
  const order = assertFound(await lockOrder(tx, orderId));
  await addTimelineEvent(app, tx, order, actor, { type: "note", text, data: {} });
}

/** Deletes the notes that are not among `wanted`, and adds those again that are missing. */
export async function setNotes(tx: Tx, orderId: string, wanted: OrderNote[]): Promise<void> {
  const order = assertFound(await lockOrder(tx, orderId));
  await deleteOtherNotes(tx, orderId, valuesOf(wanted, "id"));
  await restoreNotes(tx, orderId, wanted);
  await publishOrder(tx, order);
}

/**
 * Sends emails about orders to an address once it is confirmed. Anonymizes the orders of deleted accounts once they have
 * ended, because open ones still have to be delivered. Invoices keep the name, as the law requires.
 */
export function registerAccountEvents(app: App) {
  app.events.on("account.email_confirmed", async (tx, { userId, email }) => {
    await confirmOrderEmail(tx, userId, email);
  });
  app.events.on("account.deleted", async (tx, { userId }) => {
    await requestAnonymization(tx, userId, app.now());
    await anonymizeEndedOrders(app, tx);
  });
  app.events.on("account.merged", async (tx, { fromId, intoId, moved }) => {
    Object.assign(moved, await moveOrders(tx, fromId, intoId));
    await notifyClients(tx, "orders");
  });
  app.events.on("account.joining", async (tx, asked) => {
    for (const [id, orders] of await countOrdersFor(tx, asked.userIds, asked.email)) asked.orders.set(id, orders);
  });
  app.events.on("account.orders_joined", async (tx, { moved, ...join }) => {
    const { orderIds, returns } = await moveOrdersFor(tx, join);
    Object.assign(moved, { orders: orderIds.length, returns });
    await app.events.emit(tx, "order.customer_changed", { ...join, orderIds, moved });
    await notifyClients(tx, "orders");
  });
  app.events.on("account.data_requested", (tx, asked) => collectOrders(app, tx, asked));
  app.jobs.schedule("orders.anonymize", "23 4 * * *", () =>
    inTransaction(app.db, async (tx) => {
      await requestAnonymizationOfOrphans(tx, app.now());
      const from = await ordersRetainedFrom(app);
      if (from) await requestAnonymizationOfOld(tx, { before: from, at: app.now(), limit: mostOfANight });
      await anonymizeEndedOrders(app, tx);
    }),
  );
}

/** Old orders lose their customer's data a number a night, as a shop may have very many when it first says how long. */
const mostOfANight = 2000;

/** Anonymizes ended orders, after other modules have saved what they need. */
export async function anonymizeEndedOrders({ events, now }: Pick<App, "events" | "now">, tx: Tx) {
  const orderIds = await lockOrdersToAnonymize(tx);
  if (orderIds.length > 0) {
    await events.emit(tx, "order.anonymized", { orderIds, returnIds: await listReturnIds(tx, orderIds) });
    await deleteBankReferences(tx, orderIds);
    await anonymizeOrders(tx, orderIds);
    await anonymizeWithdrawals(tx, orderIds);
  }
  await deleteUnneededIbans(tx, now());
}

/** Deletes the accounts for refunds of anonymized orders, but those that staff still have to send a refund to. */
async function deleteUnneededIbans(tx: Tx, now: Date) {
  const orderIds = await listOrdersWithRefundIban(tx, now);
  const toSend = await sumRefundsToSend(tx, orderIds);
  await deleteRefundIbans(
    tx,
    orderIds.filter((id) => !toSend.get(id)),
    now,
  );
}

/** Whether an order would have had the same taxes at another address in its country, on the day it was placed. */
async function haveSameTaxes(app: App, tx: Tx, order: OrderHead, to: NewAddress): Promise<boolean> {
  const from = order.shipping_address;
  if (from.postal_code === to.postal_code && (from.region_code ?? null) === (to.region_code ?? null)) return true;
  const rates = await listTaxRates(tx, to.country);
  if (rates.length === 0) return true;
  const { timezone, shipping_tax: rule } = await getSettings(tx);
  const followsGoods = rule !== "default_class";
  const input = { rates, classes: await classesOf(tx, order.id), delivered: order.shipping_amount > 0, followsGoods };
  const day = localDay(new Date(order.placed_at), timezone);
  return JSON.stringify(taxesAt(from, day, input)) === JSON.stringify(taxesAt(to, day, input));
}

/** The tax classes of the lines; deleted variations have the default class. */
async function classesOf(tx: Tx, orderId: string) {
  const lines = await listLines(tx, orderId);
  const sold = await getVariationsForSale(
    tx,
    lines.flatMap(({ variation_id }) => variation_id ?? []),
  );
  return lines.map(({ variation_id }) => sold.get(variation_id ?? 0)?.tax_class_id ?? null);
}

function taxesAt(
  { postal_code: postalCode, region_code: region }: NewAddress,
  day: string,
  { rates, classes, delivered, followsGoods }: TaxInput,
) {
  const place = { postalCode, region, today: () => day };
  const goods = classes.map((id) => getGoodsTax(rates, id, place));
  if (!delivered) return goods;
  const shipping = followsGoods ? classes.map((id) => getGoodsShippingTax(rates, id, place)) : [];
  return [...goods, ...shipping, getShippingTax(rates, place)];
}

interface TaxInput {
  rates: TaxRates;
  classes: (number | null)[];
  delivered: boolean;
  /** Whether the tax on shipping follows the goods. */
  followsGoods: boolean;
}
