import { products } from "./catalogue.ts";
import { customers, type WorldPerson } from "./people.ts";
import { type Chance, chanceOf } from "./random.ts";
import type { WorldProduct } from "./shapes.ts";
import { variationsOf } from "./variations.ts";

export interface WorldOrderLine {
  slug: string;
  /** Index into `variationsOf(product)`. */
  variationIndex: number;
  quantity: number;
}

/** A past order; `person` is the key of a person, the time is UTC. */
export interface WorldOrder {
  person: string;
  daysAgo: number;
  minuteOfDay: number;
  lines: WorldOrderLine[];
  state: "delivered" | "shipped" | "confirmed" | "pending" | "cancelled";
}

const orderCount = 140;
const days = 60;

/** The past orders up to `today`, oldest first, with a rising trend and peaks on weekends. */
export function ordersUpTo(today: Date): WorldOrder[] {
  const chance = chanceOf("orders");
  const weights = Array.from({ length: days }, (_, daysAgo) => dayWeight(today, daysAgo));
  const orders = Array.from({ length: orderCount }, () => order(chance, weightedDay(weights, chance)));
  orders.sort((one, other) => other.daysAgo - one.daysAgo || one.minuteOfDay - other.minuteOfDay);
  return orders.map((one, index) => ({ ...one, state: stateOf(one.daysAgo, orderCount - 1 - index, chance) }));
}

function order(chance: Chance, daysAgo: number): Omit<WorldOrder, "state"> {
  const known = customers.filter((person) => person.joinedDaysAgo > daysAgo);
  const lines = new Map<string, WorldOrderLine>();
  const wanted = chance.pick([1, 1, 1, 2, 2, 3, 4]);
  while (lines.size < wanted) {
    const product = pickProduct(chance, daysAgo);
    const variationIndex = chance.between(0, variationsOf(product).length - 1);
    const quantity = product.price < 6000 ? chance.pick([1, 1, 1, 2, 3]) : 1;
    lines.set(product.slug, { slug: product.slug, variationIndex, quantity });
  }
  return {
    person: buyer(chance, known),
    daysAgo,
    minuteOfDay: minuteOfDay(chance, daysAgo),
    lines: [...lines.values()],
  };
}

function buyer(chance: Chance, known: WorldPerson[]): string {
  return chance.next() < 0.06 ? "demo" : chance.pick(known).key;
}

/** A product on sale that day: bestsellers three times as often, expensive ones less often. */
function pickProduct(chance: Chance, daysAgo: number): WorldProduct {
  for (;;) {
    const product = chance.pick(products);
    const demand = product.tags.includes("bestseller") ? 1 : 0.34;
    const affordability = product.price > 40000 ? 0.25 : 1;
    if (product.launchedDaysAgo >= daysAgo && chance.next() < demand * affordability) return product;
  }
}

/** Today's orders are placed before 3:00 UTC, so that few of them are in the future. */
function minuteOfDay(chance: Chance, daysAgo: number): number {
  if (daysAgo === 0) return chance.between(0, 180);
  const noon = chance.between(7 * 60, 15 * 60);
  return chance.next() < 0.55 ? chance.between(17 * 60, 22 * 60 + 30) : noon;
}

function dayWeight(today: Date, daysAgo: number): number {
  const day = new Date(today.getTime() - daysAgo * 86_400_000).getUTCDay();
  const weekend = day === 0 || day === 6 ? 1.7 : 1;
  return weekend * (1 + 0.9 * (1 - daysAgo / days));
}

function weightedDay(weights: number[], chance: Chance): number {
  let left = chance.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [daysAgo, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return daysAgo;
  }
  return 0;
}

function stateOf(daysAgo: number, newer: number, chance: Chance): WorldOrder["state"] {
  if (newer < 3) return "pending";
  if (newer < 8) return "confirmed";
  if (chance.next() < 0.05) return "cancelled";
  return daysAgo <= 5 ? "shipped" : "delivered";
}
