import type { SummaryFigureName } from "#contract/orders/order-summary.ts";
import { say, text } from "./say.ts";

const labels: Record<SummaryFigureName, string> = {
  subtotal: text("Subtotal"),
  discount: text("Discount"),
  shipping: text("Delivery"),
  tax: text("Tax"),
  total: text("Total"),
  tax_included: text("Tax included"),
  gift_cards: text("Gift cards"),
  gift_cards_refunded: text("Returned to gift cards"),
  cancelled: text("Cancelled"),
  credited: text("Credited"),
  authorized: text("Authorized"),
  paid: text("Paid"),
  refunded: text("Refunded"),
  due: text("Amount due"),
  due_on_delivery: text("Due on delivery"),
  to_refund: text("To be refunded"),
  refunds_to_send: text("To be refunded"),
};

/** The label of a figure wherever a cart or order is summed up: pages, emails, documents. */
export const summaryLabel = (figure: SummaryFigureName, method?: { name: string } | null): string =>
  figure === "shipping" && method ? say("Delivery ({method})", { method: method.name }) : say(labels[figure]);
