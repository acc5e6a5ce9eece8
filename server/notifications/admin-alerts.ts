import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { getLevels } from "#server/stock/stock.ts";
import { notifyAdministrators } from "./notifications.ts";

/** Alerts administrators to what needs a decision: payments, returns, reviews, low stock, failed imports, changed settings. */
export function alertOnEvents(app: App) {
  const { events, now } = app;
  alertOnSettings(app);
  events.on("payment.alert_raised", (tx, { key, orderId, message }) => {
    const link = orderId === null ? "/dashboard/orders" : `/dashboard/orders/${orderId}`;
    return notifyAdministrators(tx, { type: "payment_alert", title: message, link, cause: key });
  });
  events.on("order.return_requested", (tx, { returnId, returnNumber, number, orderId }) =>
    notifyAdministrators(tx, {
      type: "return_requested",
      title: `Return ${returnNumber} requested for order ${number}`,
      link: `/dashboard/orders/${orderId}`,
      cause: returnId,
    }),
  );
  events.on("order.withdrawn", (tx, { withdrawalId, needsAnswer, owesDelivery, receiptTo, number, orderId }) =>
    notifyAdministrators(tx, {
      type: "withdrawal_received",
      title: `Withdrawal from order ${number}${needsAnswer || receiptTo !== null ? ": answer the customer" : ""}`,
      ...withdrawalBody({ needsAnswer, owesDelivery, receiptTo }),
      link: `/dashboard/orders/${orderId}`,
      cause: withdrawalId,
    }),
  );
  events.on("order.withdrawal_failed", (tx, { withdrawalId, number, email }) =>
    notifyAdministrators(tx, {
      type: "withdrawal_received",
      title: `A withdrawal from order ${number} could not be recorded: answer the customer`,
      body: `The shop tries again by itself; its log says why it failed. Until then ${email} has no receipt.`,
      link: `/dashboard/orders?name=${number}`,
      cause: `failed:${withdrawalId}`,
    }),
  );
  events.on("review.waiting", (tx, { reviewId, isReported, cause }) =>
    notifyAdministrators(tx, {
      type: "review_waiting",
      title: isReported ? "A review was reported" : "A review waits to be published",
      link: `/dashboard/reviews?view=${isReported ? "reported" : "pending"}`,
      cause: `${reviewId}:${cause}`,
    }),
  );
  events.on("import.failed", (tx, { id, kind, message }) =>
    notifyAdministrators(tx, {
      type: "import_failed",
      title: kind === "products" ? "An import of products failed" : "An import of categories failed",
      body: message,
      link: `/dashboard/${kind === "products" ? "products" : "category"}/import?job=${id}`,
      cause: id,
    }),
  );
  events.on("stock.changed", (tx, { moves }) => alertLowStock(tx, moves, now().toISOString().slice(0, 10)));
}

/** Alerts administrators to changes that nobody may make in secret, and to the OSS threshold. */
function alertOnSettings({ events }: App) {
  events.on("shop.protected_settings_changed", (tx, { what, cause }) =>
    notifyAdministrators(tx, {
      type: "settings_changed",
      title: `An administrator has changed: ${what.join(", ")}`,
      body: "If nobody of you did, set new passwords and check the settings at once.",
      link: "/dashboard/audit",
      cause,
    }),
  );
  events.on("account.administrators_changing", (tx, { what, cause }) =>
    notifyAdministrators(tx, {
      type: "settings_changed",
      title: what,
      body: "If none of you did this, set new passwords and check the staff at once.",
      link: "/dashboard/audit",
      cause,
    }),
  );
  events.on("order.oss_threshold_reached", (tx, { year, percent, amount }) =>
    notifyAdministrators(tx, {
      type: "oss_threshold",
      title: `Sales to other EU countries: ${amount} in ${year}, ${percent === 100 ? "over" : "near"} the OSS threshold`,
      body: "Above €10,000 a year without tax, the VAT of each destination is due. Ask your tax adviser about OSS.",
      link: "/dashboard/settings/legal",
      cause: `${year}:${percent}`,
    }),
  );
}

/** Alerts to variations that have just become low in stock, at most once a day each. */
async function alertLowStock(tx: Tx, moves: { variation_id: number; before: number; after: number }[], day: string) {
  const sunk = moves.filter(({ before, after }) => after < before);
  const levels = await getLevels(tx, valuesOf(sunk, "variation_id"));
  const low = sunk.filter(({ variation_id, before, after }) => {
    const { low_below = 0 } = levels.get(variation_id) ?? {};
    return before >= low_below && after < low_below;
  });
  if (low.length === 0) return;
  const sold = await getVariationsForSale(tx, valuesOf(low, "variation_id"));
  for (const { variation_id, after } of low) {
    const variation = sold.get(variation_id);
    if (!variation?.for_sale) continue;
    const name = [variation.name, ...variation.options.map(({ value }) => value)].join(", ");
    await notifyAdministrators(tx, {
      type: "low_stock",
      title: after > 0 ? `${name} is low in stock: ${after} left` : `${name} is out of stock`,
      link: `/dashboard/products/create/${variation.product_id}`,
      cause: `${variation_id}:${day}`,
    });
  }
}

type Withdrawal = Pick<DomainEvents["order.withdrawn"], "needsAnswer" | "owesDelivery" | "receiptTo">;

function withdrawalBody({ needsAnswer, owesDelivery, receiptTo }: Withdrawal) {
  const said = [
    ...(receiptTo === null ? [] : [`The order has no email address, so no receipt was sent. Answer ${receiptTo}.`]),
    ...(needsAnswer && receiptTo === null ? ["Not all of it could be cancelled or returned by itself."] : []),
    ...(owesDelivery ? ["The delivery cost is refunded too: receiving the return offers it."] : []),
  ];
  return said.length > 0 ? { body: said.join(" ") } : {};
}
