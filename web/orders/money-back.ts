import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import { isSentByHand } from "#contract/payments.ts";

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

/** What is left to a person to send once money of an order goes back, in words; undefined where a provider sends all of it. */
export function byHandWords({ payments }: { payments: Pick<Order["payments"][number], Kept>[] }): string | undefined {
  const kept = payments.filter(({ captured, status }) => captured.amount > 0 && status !== "refunded");
  const ways = [...new Set(kept.flatMap(({ provider }) => (isSentByHand(provider) ? [cameWords[provider]] : [])))];
  return ways.length > 0 ? `What goes back of ${ways.join(" and of ")} you send by hand.` : undefined;
}
type Kept = "provider" | "status" | "captured";
const cameWords = { bank: "a bank transfer", cod: "cash on delivery" } as const;

const allPaid = new Set<Order["payment_status"]>(["paid", "partially_refunded", "refunded"]);
