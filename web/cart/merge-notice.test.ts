import { expect, test } from "vitest";
import { mergeTexts } from "./merge-notice.ts";

test.each([
  [{ added: 1, saved_for_later: 0 }, "1 item from your guest cart added", undefined],
  [
    { added: 5, saved_for_later: 3 },
    "5 items from your guest cart added",
    "3 more saved for later because there aren't enough in stock.",
  ],
  [{ added: 0, saved_for_later: 2 }, "2 items from your guest cart saved for later", "There aren't enough in stock."],
])("Merge: the texts of %j", (merge, title, description) => {
  expect(mergeTexts(merge)).toEqual(description ? { title, description } : { title });
});
