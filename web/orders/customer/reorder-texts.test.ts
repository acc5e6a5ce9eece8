import { expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import { reorderTexts } from "./reorder-texts.ts";

const cup = { variation_id: 1, name: "Cup", quantity: 2 };
const lamp = { variation_id: 2, name: "Lamp", quantity: 1 };
const gone = { variation_id: null, name: "Vase", quantity: 1 };
const cart = (...items: [variation_id: number, quantity: number][]) => ({
  items: items.map(([variation_id, quantity]) => ({ variation_id, quantity })) as Cart["items"],
});
const inCart = "The others are in your cart already or not available.";
const nothing = "Nothing was added: these items are in your cart or no longer available";

test.each([
  [3, [cup, lamp], cart([1, 2], [2, 1]), "3 items added to your cart", undefined],
  [1, [lamp], cart([2, 1]), "1 item added to your cart", undefined],
  [1, [cup, lamp], cart([1, 2], [2, 1]), "1 item added to your cart", inCart],
  [1, [cup, lamp, gone], cart([1, 1]), "1 item added to your cart", "Not available: Cup, Lamp, Vase."],
  [0, [lamp], cart([2, 1]), nothing, undefined],
  [0, [lamp, gone], cart([2, 1]), nothing, "Not available: Vase."],
])(
  "an order of the same items that adds %i units of %j names those it can't",
  (added, items, filled, title, description) => {
    const texts = reorderTexts({ added, items, cart: filled });
    expect([texts.title, texts.description]).toEqual([title, description]);
  },
);
