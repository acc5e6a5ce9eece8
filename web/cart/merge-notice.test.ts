import { expect, test } from "vitest";
import { mergeTexts } from "./merge-notice.ts";

test.each([
  [{ added: 1, saved_for_later: 0 }, "1 item came along into your cart", undefined],
  [
    { added: 5, saved_for_later: 3 },
    "5 items came along into your cart",
    "3 items more saved for later. There are not as many to be had.",
  ],
  [{ added: 0, saved_for_later: 2 }, "2 items came along, saved for later", "There are not as many to be had."],
])("Merge: the texts of %j", (merge, title, description) => {
  expect(mergeTexts(merge)).toEqual(description ? { title, description } : { title });
});
