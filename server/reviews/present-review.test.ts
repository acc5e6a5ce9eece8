import { afterEach, expect, test } from "vitest";
import { setLanguage } from "#words/say.ts";
import { presentReview } from "./present-review.ts";
import { publicName } from "./reviews.ts";

afterEach(() => setLanguage("en", undefined));

test("C11 C4 an author without a name is shown as a customer, in the language of the shop", () => {
  setLanguage("de-DE", { Customer: "Kundschaft" });
  const review = { id: 1, title: "", body: "", rating: 5, verified: true, images: [], helpful: 0, reply: null };
  const row = { ...review, product_id: 1, user_id: 1, status: "published" as const, reason: null, version: 1 };
  const shown = (author: string) => presentReview({ ...row, author, created_at: new Date(0).toISOString() }).author;
  expect([shown(publicName(null)), shown(publicName("Ada Lovelace"))]).toEqual(["Kundschaft", "Ada L."]);
});
