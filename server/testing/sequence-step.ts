import { randomUUID } from "node:crypto";
import type fc from "fast-check";
import type { Order } from "#contract/orders/orders.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { getLevels } from "#server/stock/stock.ts";
import { chargedToCard, compare, heldBy, type Sale } from "./order-model.ts";
import type { Buyer } from "./selling.ts";
import { heldForCarts, unneededHolds } from "./sequence-checkout.sql.ts";
import type { TestShop } from "./shop.ts";

/** The state of a sequence so far, and what is expected of it (order-model.ts). */
export interface Made {
  buyers: Buyer[];
  variations: number[];
  orders: Sale[];
  /** Units in stock of each. */
  stock: Map<number, number>;
  /** A gift card that all orders share, and its initial balance. */
  card: { code: string; note: string; initial: number };
}
export interface Trade {
  shop: TestShop;
  admin: { token: string };
  /** The code of a coupon for 3.33. */
  coupon: string;
  issueCard: (amount: number, change: { note: string }) => Promise<{ code: string }>;
  /** How many sequences were begun. */
  sequences: number;
  /** How many steps were taken, how often each changed something, and how often there was which problem. */
  counts: { steps: number; done: Map<string, number>; refused: Map<string, number> };
  /** Minutes that the shop's clock is ahead. */
  ahead: number;
}
export type Step = fc.AsyncCommand<Made, Trade>;

/** A step: its name in messages, when it applies, and what it does. */
export function step(
  name: string,
  needsOrder: boolean,
  act: (made: Made, trade: Trade) => Promise<{ status: number; body: unknown } | void>,
): Step {
  return {
    check: ({ orders }) => !needsOrder || orders.length > 0,
    run: async (made, trade) => {
      const answer = await act(made, trade);
      trade.counts.steps++;
      if (answer) note(trade, name, answer as { status: number; body: { code?: string } });
      const off = await listInconsistencies(trade.shop.app.db);
      if (off.length > 0) throw new Error(`after "${name}" there are inconsistencies: ${JSON.stringify(off)}`);
      const wrong = await unexpected(made, trade);
      if (wrong.length > 0) throw new Error(`after "${name}" the shop is not as expected: ${wrong.join("; ")}`);
    },
    toString: () => name,
  };
}

/** The differences between the shop and the model. */
async function unexpected({ orders, variations, stock, card }: Made, { shop, admin: { token } }: Trade) {
  const sales: { sale: Sale; seen: Order }[] = [];
  for (const sale of orders)
    sales.push({ sale, seen: (await shop.ask(`GET /orders/${sale.id}`, { token })).body.data });
  const off = sales.flatMap(({ sale, seen }) => compare(sale, seen));
  const held = heldBy(sales);
  const levels = await getLevels(shop.app.db, variations);
  const inCarts = await heldForCarts(shop.app.db, variations);
  const charged = chargedToCard(sales);
  const [onCard] = (await shop.ask(`GET /gift-cards?name=${card.note}`, { token })).body.data;
  const balance = charged === undefined ? onCard.balance.amount : card.initial - charged;
  return [
    ...off,
    ...(await unneededHolds(shop.app.db)),
    ...(onCard.balance.amount === balance
      ? []
      : [`on the gift card are ${onCard.balance.amount} and should be ${balance}`]),
    ...variations.flatMap((variation) => {
      const [found, expected] = [
        levels.get(variation),
        { on_hand: stock.get(variation) ?? 0, reserved: (held.get(variation) ?? 0) + (inCarts.get(variation) ?? 0) },
      ];
      const isRight = found?.on_hand === expected.on_hand && found.reserved === expected.reserved;
      return isRight
        ? []
        : [`of ${variation} there are ${JSON.stringify(found)} and should be ${JSON.stringify(expected)}`];
    }),
  ];
}

/** A problem is a valid answer, a 5xx is not. */
function note({ counts: totals }: Trade, name: string, { status, body }: { status: number; body: { code?: string } }) {
  if (status >= 500 || status === 422) throw new Error(`"${name}" broke down: ${status} ${JSON.stringify(body)}`);
  const [counts, what] = status < 400 ? [totals.done, name] : [totals.refused, `${name}: ${body.code}`];
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

export const of = <T>(list: T[], index: number): T => list[index % list.length] as T;
/** Prefers the latest: older ones are mostly finished. */
export const recent = <T>(list: T[], index: number): T => of(list.toReversed(), Math.max(0, index - 5));
/** The order with this index among those a step applies to; sometimes among all, to be rejected. */
export const meant = (orders: Sale[], index: number, fits: (sale: Sale) => boolean): Sale => {
  const fitting = index === 7 ? [] : orders.filter(fits);
  return recent(fitting.length > 0 ? fitting : orders, index);
};
export const isUnpaid = ({ status }: Sale) => status === "pending_payment";
export const isOpen = ({ status }: Sale) => status === "confirmed" || status === "processing";
export const isHeld = ({ status }: Sale) => status === "on_hold";
export const isPaid = (sale: Sale) => sale.taken;
export const isSent = ({ lines }: Sale) => lines.some(({ shipped, returned }) => shipped > returned);
export const firstOf = ({ lines }: Sale) => lines[0] as Sale["lines"][number];

/** A new idempotency key. */
export const key = () => ({ "idempotency-key": randomUUID() });
