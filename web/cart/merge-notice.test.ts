import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { onToast } from "#web/ui/feedback/toast-store.ts";
import { cart, line } from "./cart.fixture.ts";
import { mergeTexts, showMergeNotice } from "./merge-notice.ts";

test.each([
  [{ added: 1, saved_for_later: 0 }, "The item you added before signing in is now in your cart", undefined],
  [
    { added: 5, saved_for_later: 3 },
    "5 items you added before signing in are now in your cart",
    "3 more saved for later because there aren't enough in stock.",
  ],
  [
    { added: 0, saved_for_later: 2 },
    "2 items you added before signing in are saved for later",
    "There aren't enough in stock.",
  ],
])("Merge: the texts of %j", (merge, title, description) => {
  const texts = mergeTexts({ dropped_coupon: null, left_out: 0, ...merge });
  expect(texts).toEqual(description ? { title, description } : { title });
});

test("Merge: what a guest's cart could not bring is said", () => {
  const merge = { added: 5, saved_for_later: 3, dropped_coupon: "SPRING", left_out: 2 };
  expect(mergeTexts(merge).description).toBe(
    "3 more saved for later because there aren't enough in stock. " +
      "Your cart keeps its coupon, so SPRING isn't applied. 2 more items didn't fit into your cart.",
  );
});

test("Merge: what could not be brought is said also where nothing was added", () => {
  const nothing = { added: 0, saved_for_later: 0 };
  expect(mergeTexts({ ...nothing, dropped_coupon: "SPRING", left_out: 0 })).toEqual({
    title: "Your cart keeps its coupon, so SPRING isn't applied.",
  });
  expect(mergeTexts({ ...nothing, dropped_coupon: "SPRING", left_out: 2 })).toEqual({
    title: "Your cart keeps its coupon, so SPRING isn't applied.",
    description: "2 more items didn't fit into your cart.",
  });
});

test("S5 items of a guest that come into an empty cart are no news, those that join others are", async () => {
  const merge = { added: 2, saved_for_later: 0, dropped_coupon: null, left_out: 0 };
  const shownFor = async (quantity: number) => {
    vi.stubGlobal("fetch", async (url: string) =>
      Response.json(url.endsWith("/cart/merge") ? { data: merge } : cart([line(1, { quantity })])),
    );
    vi.stubGlobal("document", { cookie: "guest_id=1" });
    const toasts: string[] = [];
    const stop = onToast(({ title }) => toasts.push(title));
    await showMergeNotice(new QueryClient());
    stop();
    return toasts;
  };
  expect(await shownFor(2)).toEqual([]);
  expect(await shownFor(3)).toEqual(["2 items you added before signing in are now in your cart"]);
});
