import type { Discrepancy } from "#server/orders/orders.ts";

/**
 * What each figure that may be off is, and what mending does to it, or what a person is to do where it takes one. `{found}`
 * and `{expected}` stand for statuses.
 */
const words: Record<string, { says: string } & ({ mend: string } | { advice: string })> = {
  "orders.subtotal": {
    says: "The subtotal is not the sum of the lines",
    advice: "Compare the order with its invoice, and refund what was charged too much.",
  },
  "orders.discount": {
    says: "The discount is not the sum of the lines' discounts",
    advice: "Compare the order with its invoice, and refund what was charged too much.",
  },
  "orders.line_total": {
    says: "A line's total is not its units at their price, less its discount, with its tax",
    advice: "Compare the line with the invoice, and refund what was charged too much.",
  },
  "orders.line_tax": {
    says: "A line's tax is not its rate of what it costs",
    advice: "Compare the line with the invoice. What the invoice says is what is owed to the tax office.",
  },
  "orders.payment_status": {
    says: "The order says it is {found}, but its payments make it {expected}",
    mend: "Works out anew from its payments how the order is paid. No money moves.",
  },
  "orders.fulfilment_status": {
    says: "The order says it is {found}, but its shipments and returns make it {expected}",
    mend: "Works out anew from its shipments and returns how far the order is.",
  },
  "orders.cancelled": {
    says: "What the order says is owed no more is not what its cancelled units come to",
    mend: "Works out anew what the cancelled units come to. No money moves.",
  },
  "orders.sold_unpaid": {
    says: "The order is being worked on, but was neither paid nor promised in full",
    advice: "Do not ship it: put it on hold and ask the customer for the rest, or cancel it.",
  },
  "orders.quantity": {
    says: "The number of items is not the sum of the lines",
    mend: "Counts the items of the order's lines anew. No price changes.",
  },
  "orders.shipped": {
    says: "A line says another number of shipped items than the shipments hold",
    mend: "Sets what each line says was shipped to what the shipments hold.",
  },
  "orders.held": {
    says: "A line should hold another number of units than is reserved for it",
    mend: "Reserves for the line what it should hold, as long as there is enough, or lets go of what is too much.",
  },
  "orders.left": {
    says: "Another number of units left the shelf for a line than was shipped",
    advice: "Count the shelf of this product, and set its stock to what you find.",
  },
  "orders.stray_reservation": {
    says: "Units are reserved for a line that does not exist",
    advice:
      "These units can't be sold. Have whoever looks after the database remove the reservation, then mend the stock.",
  },
  "orders.order_paid": {
    says: "What the order says was paid is not what its payments come to",
    mend: "Sets what the order says was paid to what its payments come to. No money moves.",
  },
  "orders.order_refunded": {
    says: "What the order says was given back is not what its payments come to",
    mend: "Sets what the order says was given back to what its payments come to. No money moves.",
  },
  "orders.over_with_money": {
    says: "The order has ended, but money or an open payment was kept",
    advice: "Open the order and refund what it keeps; end an open payment at the payment provider.",
  },
  "orders.completed_unpaid": {
    says: "The order is completed, but not all of it was paid",
    advice: "Ask the customer for the rest, and note on the order what was agreed.",
  },
  "payments.captured": {
    says: "What the payment says was taken is not what the provider told",
    mend: "Works the payment out anew from all the provider told; its order follows. No money moves.",
  },
  "payments.refunded": {
    says: "What the payment says went back is not what the provider told",
    mend: "Works the payment out anew from all the provider told; its order follows. No money moves.",
  },
  "payments.unproven_refund": {
    says: "A refund is said to be done, but the provider never said so",
    advice:
      "Look for it at the payment provider. If it is not there the customer is still owed it: return the money there.",
  },
  "stock.reserved": {
    says: "The units held are not the sum of the reservations and of what carts hold",
    mend: "Sets the units held to that sum, and what can be sold with it.",
  },
  "stock.held_too_long": {
    says: "Carts hold units though their time is over",
    mend: "Lets go of them, so that others can have them.",
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
  "coupons.use_missing": {
    says: "The order has a coupon's discount, but does not count as a use of it",
    mend: "Counts the order as a use of its coupon, if one is left. Its price stays.",
  },
  "coupons.use_kept": {
    says: "The order has ended, but still counts as a use of its coupon",
    mend: "Gives the use back, so that the coupon can be used again.",
  },
  "gift_cards.money_missing": {
    says: "Gift cards paid for the order, but their money is back on them, and nothing was returned",
    advice: "See whether it was spent again. If not, take the amount off the card; else ask the customer for it.",
  },
  "gift_cards.money_kept": {
    says: "The order has ended, but still has money of its gift cards",
    mend: "Puts what the order still has of its gift cards back on them.",
  },
  "gift_cards.money_over": {
    says: "The order has more of its gift cards than they paid for it",
    advice: "Issue a card with what is too much, and send its code to the customer.",
  },
  "gift_cards.balance": {
    says: "What is left on the card is not the sum of its entries",
    mend: "Sets what is left to the sum of the card's entries.",
  },
};

/** What is off in words, and what mending would do; null where only a person can put it right, with what they are to do. */
export function wordsOf({ book, check, statuses }: Pick<Discrepancy, "book" | "check" | "statuses">) {
  const known = words[`${book}.${check}`] ?? {
    says: "A figure is not what it should be",
    advice: "Look at it by hand.",
  };
  const said = (status: string | undefined) => (status ?? "").replaceAll("_", " ");
  const says = known.says.replace("{found}", said(statuses?.found)).replace("{expected}", said(statuses?.expected));
  return {
    says,
    mend: "mend" in known ? known.mend : null,
    advice: "advice" in known ? known.advice : null,
  };
}
