import type { Order } from "#contract/orders/orders.ts";
import { giveUp, type Sale } from "./order-model.ts";
import { firstOf, isHeld, isOpen, isPaid, isSent, key, meant, of, step } from "./sequence-step.ts";

// Steps of administrators in a sequence.

/** Ships all that is left of an order, or one unit of its first line. */
export const ship = (order: number, all: boolean) =>
  step(all ? "ship all" : "ship one item", true, async ({ orders, stock }, { shop, admin: { token } }) => {
    const sale = meant(orders, order, isOpen);
    const body = all ? {} : { items: [{ order_item_id: firstOf(sale).id, quantity: 1 }] };
    const answer = await shop.ask(`POST /orders/${sale.id}/fulfilments`, { token, body });
    if (answer.status < 400)
      for (const line of all ? sale.lines : [firstOf(sale)]) {
        const units = all ? line.quantity - line.cancelled - line.shipped : 1;
        line.shipped += units;
        stock.set(line.variationId, (stock.get(line.variationId) ?? 0) - units);
      }
    return answer;
  });

/** Marks a shipment as delivered. */
export const deliver = (order: number) =>
  step("deliver", true, async ({ orders }, { shop, admin: { token } }) => {
    const { fulfilments } = (await shop.ask(`GET /orders/${meant(orders, order, isSent).id}`, { token })).body
      .data as Order;
    const shipment = fulfilments.find(({ status }) => status === "shipped");
    if (shipment) return shop.ask(`POST /fulfilments/${shipment.id}/deliver`, { token });
  });

/** Cancels a shipment: its units are in stock again. */
export const cancelShipment = (order: number) =>
  step("cancel a shipment", true, async ({ orders, stock }, { shop, admin: { token } }) => {
    const sale = meant(orders, order, isSent);
    const { fulfilments } = (await shop.ask(`GET /orders/${sale.id}`, { token })).body.data as Order;
    // The last one in any status: some are rejected.
    const shipment = fulfilments.at(-1);
    if (!shipment) return;
    const answer = await shop.ask(`POST /fulfilments/${shipment.id}/cancel`, { token, headers: key(), body: {} });
    if (answer.status < 400)
      for (const { order_item_id, quantity } of shipment.items) {
        const line = sale.lines.find(({ id }) => id === order_item_id);
        if (!line) throw new Error(`shipment ${shipment.id} holds what was not sold`);
        line.shipped -= quantity;
        stock.set(line.variationId, (stock.get(line.variationId) ?? 0) + quantity);
      }
    return answer;
  });

/** A customer returns a unit: requested, approved and received at once. */
export const returnItems = (order: number) =>
  step("send back", true, async ({ orders, stock }, { shop, admin: { token } }) => {
    const sale = meant(orders, order, isSent);
    const line = firstOf(sale);
    const unit = { order_item_id: line.id, quantity: 1 };
    const wish = { order_id: sale.id, items: [{ ...unit, reason_code: "other" }] };
    const asked = await shop.ask("POST /returns", { token: sale.buyer.token, body: wish });
    if (asked.status >= 400) return asked;
    await shop.ask(`POST /returns/${asked.body.data.id}/approve`, { token, body: {} });
    const body = { items: [{ ...unit, condition: "sellable", restock: true }] };
    const answer = await shop.ask(`POST /returns/${asked.body.data.id}/receive`, { token, headers: key(), body });
    if (answer.status < 400) recordReturn(sale, stock, true);
    return answer;
  });

/** Refunds a unit of the first line as returned. */
function recordReturn(sale: Sale, stock: Map<number, number>, restock: boolean) {
  const line = firstOf(sale);
  giveUp(sale, line, "returned");
  if (restock) stock.set(line.variationId, (stock.get(line.variationId) ?? 0) + 1);
}

export const move = (order: number, what: "hold" | "release") =>
  step(what, true, ({ orders }, { shop, admin: { token } }) =>
    shop.ask(`POST /orders/${meant(orders, order, what === "hold" ? isOpen : isHeld).id}/${what}`, {
      token,
      body: { reason: "test" },
    }),
  );

/** Refunds an amount, or a unit of the first line with or without restocking it. */
export const refund = (order: number, what: { amount: number } | { restock: boolean }) =>
  step(
    "amount" in what ? "refund some" : "refund an item",
    true,
    async ({ orders, stock }, { shop, admin: { token } }) => {
      const sale = meant(orders, order, isPaid);
      const items = "amount" in what ? {} : { items: [{ order_item_id: firstOf(sale).id, quantity: 1 }] };
      const body = { ...what, ...items, reason: "test" };
      const answer = await shop.ask(`POST /orders/${sale.id}/refunds`, { token, headers: key(), body });
      if (answer.status < 400 && "amount" in what) sale.given += what.amount;
      else if (answer.status < 400) recordReturn(sale, stock, "restock" in what && what.restock);
      return answer;
    },
  );

/** Sets the stock of a variation. */
export const count = (variation: number, units: number) =>
  step("set the stock", false, async ({ variations, stock }, { shop, admin: { token } }) => {
    const body = { on_hand: units };
    const answer = await shop.ask(`POST /variations/${of(variations, variation)}/stock`, {
      token,
      headers: key(),
      body,
    });
    if (answer.status < 400) stock.set(of(variations, variation), units);
    return answer;
  });
