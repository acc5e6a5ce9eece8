import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { cancelText as staffText } from "./admin/cancel-text.ts";
import { cancelText } from "./customer/cancel-text.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
interface Money {
  refundable: number;
  cards?: number;
  status?: Order["status"];
  payment_status?: Order["payment_status"];
}
const order = ({ refundable, cards = 0, status = "confirmed", payment_status = "paid" }: Money) =>
  ({
    status,
    payment_status,
    from_cart: true,
    refundable: euros(refundable),
    totals: { gift_cards: euros(cards), due: euros(3000) },
    gift_cards_refunded: euros(0),
    payments: [],
  }) as unknown as Order;
const both = (money: Money) => [cancelText(order(money)), staffText(order(money))];

test("before an order is cancelled, what goes back to gift cards is told apart from what is refunded", () => {
  const [customer, staff] = both({ refundable: 5000, cards: 2000 });
  expect(customer).toContain("We'll refund €30.00, and €20.00 goes back to your gift card.");
  expect(staff).toContain("€30.00 is refunded, and €20.00 is returned to the gift cards.");
  const [paid, paidStaff] = both({ refundable: 5000 });
  expect(paid).toContain("we'll refund €50.00.");
  expect(paidStaff).toContain("€50.00 is refunded. ");
});

test("an order paid by gift cards alone, or not yet, is told so", () => {
  const [customer, staff] = both({ refundable: 2000, cards: 2000 });
  expect(customer).toContain("€20.00 goes back to your gift card.");
  expect(customer).not.toContain("refund");
  expect(staff).toContain("€20.00 is returned to the gift cards.");
  const held = both({ refundable: 2000, cards: 2000, payment_status: "authorized" });
  expect(held[1]).toContain("€20.00 is returned to the gift cards. The authorization is voided.");
  const unpaid = both({ refundable: 2000, cards: 2000, status: "pending_payment", payment_status: "unpaid" });
  expect(unpaid[0]).toBe(
    "You haven't been charged. Its items go back to your cart. €20.00 goes back to your gift card.",
  );
});
