import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CartItem } from "#contract/cart.ts";
import { line } from "#web/cart/cart.fixture.ts";
import { LineProblems } from "./line-problems.tsx";

const nothing = () => undefined;
const actions = {
  reason: undefined,
  setQuantity: nothing,
  saveForLater: nothing,
  acceptPrice: nothing,
  remove: nothing,
};

/** The actions offered for the problems of a line. */
function actionsOf(change: Partial<CartItem>, saved = false) {
  const shown = { ...line(1, { quantity: 20 }), ...change };
  const drawn = renderToStaticMarkup(<LineProblems {...{ line: shown, saved, actions }} />);
  return [...drawn.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, label = ""]) => label.replaceAll(/<[^>]*>/g, ""));
}
const soldOut = { code: "out_of_stock", available: 0 } as const;
const short = (available: number) => ({ code: "insufficient_stock", available }) as const;
const tooMany = (available: number) => ({ code: "over_limit", available }) as const;

test("R4 a sold-out line can be saved for later, unless it is saved", () => {
  expect(actionsOf({ max_quantity: 0, problems: [soldOut] })).toEqual(["Save for later"]);
  expect(actionsOf({ max_quantity: 0, problems: [soldOut] }, true)).toEqual([]);
});

test("R4 a line above stock and limit is set to the available quantity", () => {
  expect(actionsOf({ max_quantity: 10, problems: [short(15), tooMany(10)] })).toEqual(["Set to 10", "Set to 10"]);
  expect(actionsOf({ max_quantity: 3, problems: [short(3), tooMany(10)] })).toEqual(["Set to 3", "Set to 3"]);
  expect(actionsOf({ max_quantity: 3, problems: [short(3)] }, true)).toEqual(["Set to 3"]);
});

test("R4 a line without available units is not set to zero", () => {
  expect(actionsOf({ max_quantity: 0, problems: [soldOut, tooMany(10)] })).toEqual(["Save for later"]);
  expect(actionsOf({ max_quantity: 0, problems: [tooMany(0)] })).toEqual([]);
});
