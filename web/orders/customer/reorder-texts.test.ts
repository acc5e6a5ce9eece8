import { expect, test } from "vitest";
import { reorderTexts } from "./reorder-texts.ts";

test.each([
  [3, 3, "3 items added to your cart", undefined],
  [1, 1, "1 item added to your cart", undefined],
  [1, 3, "1 item added to your cart", "The others are in your cart already or not available."],
  [0, 3, "Nothing was added: these items are in your cart or no longer available", undefined],
])("an order of the same items that adds %i of %i units says so", (added, ordered, title, description) => {
  const texts = reorderTexts(added, ordered);
  expect([texts.title, texts.description]).toEqual([title, description]);
});
