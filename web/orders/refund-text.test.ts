import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { hasCreditNote, moneyText } from "./admin/refund-text.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
interface Paid {
  payments: [provider: string, captured: number, authorized?: number][];
  cards?: number;
  /** Paid more than the total. */
  over?: number;
}
function order({ payments, cards = 0, over = 0 }: Paid): Order {
  const paid = payments.reduce((sum, [, amount]) => sum + amount, 0);
  return {
    status: "confirmed",
    prices_include_tax: true,
    total: euros(paid + cards - over),
    totals: {
      subtotal: euros(paid + cards - over),
      discount: euros(0),
      shipping: euros(0),
      tax: euros(0),
      total: euros(paid + cards - over),
      gift_cards: euros(cards),
      due: euros(paid - over),
    },
    paid: euros(paid),
    refunded: euros(0),
    refunds_to_send: euros(0),
    credited: euros(0),
    gift_cards_refunded: euros(0),
    refundable: euros(paid + cards),
    payments: payments.map(([provider, captured, authorized = 0]) => ({
      provider,
      status: captured > 0 ? "captured" : "authorized",
      amount: euros(captured + authorized),
      captured: euros(captured),
      refundable: euros(captured + authorized),
    })),
    refunds: [],
  } as unknown as Order;
}

test("a refund that staff send themselves names no original payment method", () => {
  expect(moneyText(order({ payments: [["stripe", 5000]] }), 2000)).toBe(
    "€20.00 is refunded to the original payment method. A credit note is created.",
  );
  expect(moneyText(order({ payments: [["bank", 5000]] }), 2000)).toBe(
    "You send €20.00 to the customer yourself. A credit note is created.",
  );
  expect(
    moneyText(
      order({
        payments: [
          ["cod", 1000],
          ["stripe", 5000],
        ],
      }),
      2000,
    ),
  ).toBe("€20.00 is refunded. Refunds of cash on delivery must be sent manually. A credit note is created.");
});

test("what a refund returns to gift cards is told apart", () => {
  expect(moneyText(order({ payments: [["stripe", 3000]], cards: 2000 }), 4000)).toContain(
    "€30.00 is refunded to the original payment method. €10.00 is returned to the gift cards.",
  );
  expect(moneyText(order({ payments: [], cards: 2000 }), 500)).toBe(
    "€5.00 is returned to the gift cards. A credit note is created.",
  );
});

test("a refund is taken of what is only authorized before gift cards, as the server does it", () => {
  expect(moneyText(order({ payments: [["stripe", 0, 5000]], cards: 2000 }), 1000)).toBe(
    "€10.00 less is captured of the authorized payment. A credit note is created.",
  );
  expect(moneyText(order({ payments: [["cod", 0, 500]], cards: 2000 }), 1000)).toContain(
    "€5.00 less is due on delivery. €5.00 is returned to the gift cards.",
  );
});

test("a refund of what was paid too much announces no credit note for it", () => {
  const overpaid = order({ payments: [["bank", 10_000]], over: 1500 });
  expect(moneyText(overpaid, 1500)).toContain("It was paid too much, so no credit note is created.");
  expect([1500, 1501].map((amount) => hasCreditNote(overpaid, amount))).toEqual([false, true]);
  expect(moneyText(overpaid, 2000)).toContain("A credit note of €5.00 is created for what wasn't overpaid.");
});
