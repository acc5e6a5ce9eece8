import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";

type Standing = Pick<Order, "status" | "payment_status" | "refundable">;

/**
 * What becomes of the money of an order that is cancelled: `unpaid`, it goes back into the cart; `disputed`, a bank decides;
 * `back`, what was paid in money or on gift cards is returned; `let_go`, what was promised is not taken; `nothing` is left.
 */
export function moneyOnCancel({ status, payment_status, refundable }: Standing) {
  if (status === "pending_payment") return "unpaid";
  if (payment_status === "disputed") return "disputed";
  if (refundable.amount > 0) return "back";
  return payment_status === "authorized" ? "let_go" : "nothing";
}

/**
 * What of the `worth` of some units goes back once they are given up, or undefined where that is not sure: what is still
 * owed comes first, and what is disputed stays where it is.
 */
export function backFor({ payment_status, refundable }: Omit<Standing, "status">, worth: Money): Money | undefined {
  if (!allPaid.has(payment_status)) return undefined;
  return { ...worth, amount: Math.min(worth.amount, refundable.amount) };
}

const allPaid = new Set<Order["payment_status"]>(["paid", "partially_refunded", "refunded"]);
