import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import { addLinesToCart, applyCouponIfUnused, findActiveCart } from "#server/cart/cart.ts";
import { resendConfirmation } from "#server/orders/placement/confirmation.ts";
import { sumRefundsToSend, syncOrderPayments } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { type Caller, userId } from "#server/platform/auth/caller.ts";
import { amountCell, type Columns, fields, sendTable } from "#server/platform/csv.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings, localMoment } from "#server/shop/shop.ts";
import { cancelOrder, linesStillKnown, registerExpiryJobs } from "./cancellation/cancellation.ts";
import { registerTransferReminders } from "./cancellation/transfer-reminders.ts";
import { assertUnchanged, orCurrentOrder } from "./decided-on.ts";
import { registerAccountEvents } from "./editing/editing.ts";
import { registerUnusedAccountsJob } from "./editing/unused-accounts.ts";
import { amountCredited, amountReserved, amountToPay, amountToRefund } from "./ledger/balance.ts";
import { listBalances, noBalance } from "./ledger/ledger.sql.ts";
import { recordDeclined } from "./order-changes.ts";
import {
  countViews,
  type ExportRow,
  type ItemExportRow,
  listItemsForExport,
  listOrders,
  listOrdersForExport,
  maxOrdersFound,
} from "./order-list.sql.ts";
import { listOrderPolicies } from "./order-policies.ts";
import { summaryOf } from "./order-view.ts";
import { ordersAdminRoutes } from "./orders.admin.ts";
import { findOrder, hasOrders, isOrdered, lockOrder, type OrderRow } from "./orders.sql.ts";
import { getOrder, viewerOf } from "./orders.ts";
import { undoRefundEffects } from "./refunds/declined-refunds.ts";
import { setRefundAccount } from "./refunds/refund-account.ts";
import { notifyRefundSent } from "./refunds/refund-notices.ts";
import { returnsRoutes } from "./returns/returns.api.ts";
import { payRoutes } from "./settlement/pay.api.ts";
import { settle } from "./settlement/settlement.ts";
import { customerListRoutes } from "./statistics/customer-list.ts";
import { registerOss } from "./statistics/oss.ts";
import { listCustomerValues, registerStatisticsJobs } from "./statistics/statistics.ts";
import { withdrawalsRoutes } from "./withdrawals/withdrawals.api.ts";

/** Endpoints, jobs and event listeners of orders. */
export function ordersRoutes(app: App) {
  app.events.on("payment.changing", async (tx, { orderId }) => void (await lockOrder(tx, orderId)));
  app.events.on("payment.changed", (tx, { orderId, transactions }) => settle(app, tx, orderId, transactions));
  app.events.on("payment.capture_declined", (tx, { orderId: id, amount }) =>
    recordDeclined(app, tx, { id, action: "order.capture_declined", amount }),
  );
  app.events.on("payment.refund_failed", (tx, refund) => undoRefundEffects(app, tx, refund));
  app.events.on("payment.refunded", (tx, refund) => notifyRefundSent(app, tx, refund));
  app.events.on("shop.currency_changing", async (tx) => {
    if (await hasOrders(tx)) throw new Problem("currency_in_use");
  });
  app.events.on("product.reverting", async (tx, removed) => {
    if (await isOrdered(tx, removed)) throw new Problem("in_use", { message: "It was ordered." });
  });
  registerExpiryJobs(app);
  registerTransferReminders(app);
  registerAccountEvents(app);
  registerStatisticsJobs(app);
  registerOss(app);
  registerUnusedAccountsJob(app);
  customerListRoutes(app);
  app.sockets.forward("order_changed", orderUpdates);
  customerRoutes(app);
  confirmationRoute(app);
  payRoutes(app);
  ordersAdminRoutes(app);
  returnsRoutes(app);
  withdrawalsRoutes(app);
}

function customerRoutes(app: App) {
  app.handle("GET /orders", async ({ query }, { caller }) => {
    const viewer = viewerOf(caller);
    const { timezone } = await getCachedSettings(app);
    const filters = { ...query, timezone, ...(viewer.kind === "admin" ? {} : { customer_id: viewer.userId }) };
    const limit = query.name ? maxOrdersFound : maxCounted;
    const { rows, total } = await listOrders(app.db, filters, limit);
    const ids = rows.map(({ id }) => id);
    const [toSend, balances] = await Promise.all([sumRefundsToSend(app.db, ids), listBalances(app.db, ids)]);
    const data = rows.map((row) =>
      summaryOf({ ...row, ...(balances.get(row.id) ?? noBalance) }, toSend.get(row.id) ?? 0),
    );
    return { data, meta: pageMeta(query, total, limit) };
  });
  app.answer("GET /orders/counts", () => countViews(app.db));
  app.handle("GET /orders/export", async ({ query }, call) => {
    const filters = { ...query, timezone: (await getCachedSettings(app)).timezone };
    return sendTable(call, "orders", orderColumns(filters.timezone), async (after, limit) =>
      withInvoices(app, await listOrdersForExport(app.db, filters, after, limit)),
    );
  });
  app.handle("GET /orders/items/export", async ({ query }, call) => {
    const filters = { ...query, timezone: (await getCachedSettings(app)).timezone };
    return sendTable(call, "order-items", itemColumns(filters.timezone), (after, limit) =>
      listItemsForExport(app.db, filters, after, limit),
    );
  });
  app.answer("GET /orders/by-customer", ({ query }) => listCustomerValues(app.db, query.customer_id));
  app.answer("GET /orders/:id", ({ params }, { caller }) => getOrder(app.db, params.id, viewerOf(caller), app.now()));
  app.answer("GET /orders/:id/policies", async ({ params: { id } }, { caller }) => {
    assertFound(await findOrder(app.db, id, ownerOf(caller)));
    return listOrderPolicies(app.db, id);
  });
  app.write(
    "POST /orders/:id/cancel",
    async (tx, { params: { id }, body }, { caller }) => {
      const actor = { type: viewerOf(caller).kind, id: userId(caller) };
      const ownerId = ownerOf(caller);
      await assertUnchanged(tx, id, body, ownerId);
      await cancelOrder(app, tx, id, { actor, ownerId, reason: body.reason, toCart: body.to_cart });
    },
    {
      around: ({ params: { id } }, { caller }, run) =>
        orCurrentOrder(app, id, viewerOf(caller), async () => {
          await syncIfUnpaid(app, id, ownerOf(caller));
          return run();
        }),
      answer: (_saved, { params: { id } }, { caller }) => getOrder(app.db, id, viewerOf(caller), app.now()),
    },
  );
  app.answer("PUT /orders/:id/refund-account", async ({ params: { id }, body: { iban } }, { caller }) => {
    const viewer = { kind: "customer", userId: userId(caller) } as const;
    await inTransaction(app.db, (tx) => setRefundAccount(app, tx, { orderId: id, userId: viewer.userId, iban }));
    return getOrder(app.db, id, viewer, app.now());
  });
  app.handle("POST /orders/:id/reorder", async ({ params }, { caller }) => {
    const order = assertFound(await findOrder(app.db, params.id, userId(caller)));
    return reorder(app, userId(caller), order);
  });
}

/** Sends the confirmation again, for its customer and for staff. */
function confirmationRoute(app: App) {
  app.write(
    "POST /orders/:id/confirmation",
    (tx, { params: { id } }, { caller }) => {
      const actor = { type: viewerOf(caller).kind, id: userId(caller) };
      return resendConfirmation(app, tx, { orderId: id, actor, ownerId: ownerOf(caller) });
    },
    { answer: (_saved, { params: { id } }, { caller }) => getOrder(app.db, id, viewerOf(caller), app.now()) },
  );
}

/** Whose orders these have to be; null for those of anybody. */
function ownerOf(caller: Caller): number | null {
  const viewer = viewerOf(caller);
  return viewer.kind === "customer" ? viewer.userId : null;
}

/**
 * Retrieves the payments of an unpaid order from their providers: one that was paid a moment ago has changed since its
 * cancellation was decided on. Without an answer it is cancelled, and a late payment is handled as such.
 */
async function syncIfUnpaid(app: App, id: string, ownerId: number | null) {
  const { status } = assertFound(await findOrder(app.db, id, ownerId));
  if (status === "pending_payment") await syncOrderPayments(app, id);
}

/** Adds an order's items to the customer's cart, only missing ones if it is unpaid, and its coupon if valid. */
async function reorder(app: App, customer: number, order: OrderRow) {
  const cart = order.confirmed_at === null ? await findActiveCart(app.db, { userId: customer }) : undefined;
  const inCart = Map.groupBy(cart?.lines ?? [], ({ variation_id }) => variation_id);
  const missing = linesStillKnown(order.lines).flatMap(({ variation_id, quantity }) => {
    const present = (inCart.get(variation_id) ?? []).reduce((units, line) => units + line.quantity, 0);
    return quantity > present ? [{ variation_id, quantity: quantity - present }] : [];
  });
  const filled = await addLinesToCart(app, customer, missing);
  return order.coupon_code === null ? filled : applyCouponIfUnused(app, customer, order.coupon_code);
}

function orderUpdates(topic: string) {
  const [name, user, order, status] = topic.split(":");
  // A newer version of the shop may know more statuses.
  const known = OrderStatus.safeParse(status).data;
  if (name !== "order_changed" || !order || !known) return undefined;
  return { userId: Number(user), payload: { order_id: order, status: known } };
}

type NumberedRow = ExportRow & { invoice: string | null; to_send: number };

/** Rows with the number of the latest invoice of each order, which invoices know, and the refunds to send. */
async function withInvoices(app: App, rows: ExportRow[]): Promise<NumberedRow[]> {
  const numbers = new Map<number, string>();
  const orderIds = rows.map(({ order_id }) => order_id);
  await inTransaction(app.db, (tx) => app.events.emit(tx, "order.invoice_numbers_requested", { orderIds, numbers }));
  const toSend = await sumRefundsToSend(app.db, orderIds);
  return rows.map((row) => ({
    ...row,
    invoice: numbers.get(row.id) ?? null,
    to_send: toSend.get(row.order_id) ?? 0,
  }));
}

/** The columns of the export; times are those of the shop's time zone. */
const orderColumns = (timezone: string): Columns<NumberedRow> => ({
  number: "number",
  placed_at: ({ placed_at }) => localMoment(new Date(placed_at), timezone),
  ...fields("status", "payment_status", "fulfilment_status"),
  payment_method: "payment_method",
  name: "fullname",
  email: ({ email, requested_email }) => email ?? requested_email,
  items: "quantity",
  currency: "currency",
  subtotal: ({ subtotal_amount, currency }) => amountCell(subtotal_amount, currency),
  discount: ({ discount_amount, currency }) => amountCell(discount_amount, currency),
  shipping: ({ shipping_amount, currency }) => amountCell(shipping_amount, currency),
  tax: ({ tax_amount, currency }) => amountCell(tax_amount, currency),
  // Subtotal, discount and shipping include it, or it comes on top.
  prices_include_tax: "prices_include_tax",
  reverse_charge_vat_id: ({ reverse_charge }) => reverse_charge?.vat_id ?? null,
  total: ({ total_amount, currency }) => amountCell(total_amount, currency),
  credited: (row) => amountCell(amountCredited(row), row.currency),
  gift_cards: ({ gift_card_amount, currency }) => amountCell(gift_card_amount, currency),
  gift_cards_refunded: ({ gift_card_refunded_amount, currency }) => amountCell(gift_card_refunded_amount, currency),
  paid: ({ paid_amount, currency }) => amountCell(paid_amount, currency),
  refunded: ({ refunded_amount, to_send, currency }) => amountCell(refunded_amount - to_send, currency),
  // Of a card, until it is captured: neither paid nor due.
  authorized: (row) => amountCell(amountReserved(row), row.currency),
  due: (row) => amountCell(amountToPay(row), row.currency),
  refunds_to_send: ({ to_send, currency }) => amountCell(to_send, currency),
  // Overpaid, or refunded without an answer of the provider.
  to_refund: (row) => amountCell(amountToRefund(row), row.currency),
  invoice: "invoice",
  coupon: "coupon_code",
  shipping_method: ({ shipping_method }) => shipping_method?.name ?? null,
  shipping_name: ({ shipping_address }) => shipping_address.fullname,
  shipping_line1: ({ shipping_address }) => shipping_address.line1,
  shipping_line2: ({ shipping_address }) => shipping_address.line2 ?? null,
  shipping_postal_code: ({ shipping_address }) => shipping_address.postal_code,
  shipping_city: ({ shipping_address }) => shipping_address.city,
  shipping_region: ({ shipping_address }) => shipping_address.region_code ?? null,
  shipping_country: ({ shipping_address }) => shipping_address.country,
  shipping_phone: ({ shipping_address }) => shipping_address.phone ?? null,
});

/** The columns of the export of items; amounts are of all ordered units. */
const itemColumns = (timezone: string): Columns<ItemExportRow> => ({
  order: "number",
  placed_at: ({ placed_at }) => localMoment(new Date(placed_at), timezone),
  ...fields("status", "sku", "name"),
  options: ({ options }) => options.map(({ name, value }) => `${name}: ${value}`).join(", "),
  quantity: "quantity",
  cancelled: "cancelled_qty",
  returned: "returned_qty",
  currency: "currency",
  unit_price: ({ unit_price_amount, currency }) => amountCell(unit_price_amount, currency),
  discount: ({ discount_amount, currency }) => amountCell(discount_amount, currency),
  tax_percent: ({ tax_rate_ppm }) => tax_rate_ppm / 10_000,
  tax: ({ tax_amount, currency }) => amountCell(tax_amount, currency),
  total: ({ total_amount, currency }) => amountCell(total_amount, currency),
  credited: ({ credited_amount, currency }) => amountCell(credited_amount, currency),
  prices_include_tax: "prices_include_tax",
});
