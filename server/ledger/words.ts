import type { Discrepancy } from "#server/orders/orders.ts";

/** What each figure that may be off is, and what mending does to it; without `mend` only a person can put it right. */
const words: Record<string, { says: string; mend?: string }> = {
  "orders.subtotal": { says: "The subtotal is not the sum of the lines" },
  "orders.discount": { says: "The discount is not the sum of the lines' discounts" },
  "orders.quantity": {
    says: "The number of items is not the sum of the lines",
    mend: "Counts the items of the order's lines anew. No price changes.",
  },
  "orders.shipped": {
    says: "A line says another number of shipped items than the shipments hold",
    mend: "Sets what each line says was shipped to what the shipments hold.",
  },
  "orders.held": { says: "A line should hold another number of units than is reserved for it" },
  "orders.left": { says: "Another number of units left the shelf for a line than was shipped" },
  "orders.stray_reservation": { says: "Units are reserved for a line that does not exist" },
  "orders.order_paid": {
    says: "What the order says was paid is not what its payments come to",
    mend: "Sets what the order says was paid to what its payments come to. No money moves.",
  },
  "orders.order_refunded": {
    says: "What the order says was given back is not what its payments come to",
    mend: "Sets what the order says was given back to what its payments come to. No money moves.",
  },
  "orders.over_with_money": { says: "The order has ended, but money or an open payment was kept" },
  "orders.completed_unpaid": { says: "The order is completed, but not all of it was paid" },
  "payments.captured": {
    says: "What the payment says was taken is not what the provider told",
    mend: "Works the payment out anew from all the provider told; its order follows. No money moves.",
  },
  "payments.refunded": {
    says: "What the payment says went back is not what the provider told",
    mend: "Works the payment out anew from all the provider told; its order follows. No money moves.",
  },
  "payments.unproven_refund": { says: "A refund is said to be done, but the provider never said so" },
  "stock.reserved": {
    says: "The units held for orders are not the sum of the reservations",
    mend: "Sets the units held to the sum of the reservations, and what can be sold with it.",
  },
  "stock.on_hand": {
    says: "The units on the shelf are not what deliveries, counts and shipments come to",
    mend: "Sets the shelf to what its movements come to. Count it afterwards, to be sure.",
  },
  "stock.moved": {
    says: "The movements of held units do not come to what is held",
    mend: "Adds a correcting movement. What can be sold does not change.",
  },
  "coupons.used": {
    says: "The coupon's count of uses is not the number of orders that use it",
    mend: "Counts the orders that use the coupon anew.",
  },
  "gift_cards.balance": {
    says: "What is left on the card is not the sum of its entries",
    mend: "Sets what is left to the sum of the card's entries.",
  },
};

/** What is off in words, and what mending would do; null where only a person can put it right. */
export function wordsOf({ book, check }: Pick<Discrepancy, "book" | "check">): { says: string; mend: string | null } {
  const { says, mend } = words[`${book}.${check}`] ?? { says: "A figure is not what it should be" };
  return { says, mend: mend ?? null };
}
