import { describe, expect, test } from "vitest";
import { cart, line, money } from "#web/cart/cart.fixture.ts";
import { applyMutations } from "./line-mutations.ts";

describe("a cart with pending mutations", () => {
  const before = cart([line(1, { quantity: 2, price: 1000 }), line(2, { quantity: 1, price: 500 })]);

  test("has the new quantity, its cost, and the count of all units", () => {
    const after = applyMutations(before, new Map([[1, { quantity: 5 }]]));
    expect(after.items[0]).toMatchObject({ quantity: 5, line_total: money(5000) });
    expect(after.quantity).toBe(6);
    expect(after.totals).toMatchObject({ subtotal: money(5500), total: money(5990) });
  });

  test("has no removed lines", () => {
    const after = applyMutations(before, new Map([[2, { removed: true as const }]]));
    expect(after.items.map(({ id }) => id)).toEqual([1]);
    expect(after.totals.subtotal).toEqual(money(2000));
  });

  test("moves lines to 'saved for later' and back without counting them", () => {
    const saved = applyMutations(before, new Map([[1, { saved: true }]]));
    expect([saved.items, saved.saved_for_later].map((lines) => lines.map(({ id }) => id))).toEqual([[2], [1]]);
    expect(saved.quantity).toBe(1);
    const back = applyMutations(saved, new Map([[1, { saved: false }]]));
    expect(back.quantity).toBe(3);
  });

  test("can't be ordered when it is empty", () => {
    const wishes = new Map([1, 2].map((id) => [id, { removed: true as const }]));
    expect(applyMutations(before, wishes)).toMatchObject({ can_checkout: false, quantity: 0 });
  });

  test("has no problems that the mutation resolves", () => {
    const short = cart([
      line(1, { quantity: 5, price: 1000, problems: [{ code: "insufficient_stock", available: 3 }] }),
    ]);
    const problems = (quantity: number) => applyMutations(short, new Map([[1, { quantity }]])).items[0]?.problems;
    expect(problems(3)).toEqual([]);
    expect(problems(4)).toHaveLength(1);
    const dearer = cart([line(1, { problems: [{ code: "price_up", from: money(900), to: money(1000) }] })]);
    expect(applyMutations(dearer, new Map([[1, {}]])).items[0]?.problems).toEqual([]);
  });

  test("costs the sum of its lines after any mutation", () => {
    for (const quantity of [1, 2, 7, 999]) {
      const { items, totals } = applyMutations(before, new Map([[2, { quantity }]]));
      expect(totals.subtotal.amount).toBe(items.reduce((sum, item) => sum + item.line_total.amount, 0));
      expect(totals.total.amount - totals.subtotal.amount).toBe(
        before.totals.total.amount - before.totals.subtotal.amount,
      );
    }
  });
});
