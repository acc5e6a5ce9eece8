import fc from "fast-check";
import { expect, test } from "vitest";
import { visiblePages } from "./pagination.tsx";

const drawn = (page: number, pages: number) =>
  visiblePages(page, pages)
    .map((shown) => shown.page ?? "…")
    .join(" ");

test("the first, the last and the neighboring pages are shown", () => {
  expect(drawn(1, 3)).toBe("1 2 3");
  expect(drawn(1, 40)).toBe("1 2 3 4 5 … 40");
  expect(drawn(20, 40)).toBe("1 … 19 20 21 … 40");
  expect(drawn(39, 40)).toBe("1 … 36 37 38 39 40");
});

test("the pagination never hides a single page or the current one, and has at most seven", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 500 }), fc.nat(), (pages, any) => {
      const page = 1 + (any % pages);
      const shown = visiblePages(page, pages);
      expect(shown.some((each) => each.page === page)).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(7);
      expect(new Set(shown.map((each) => each.key)).size).toBe(shown.length);
      shown.forEach((each, index) => {
        if (each.page !== null) return;
        expect((shown[index + 1]?.page ?? 0) - (shown[index - 1]?.page ?? 0)).toBeGreaterThan(2);
      });
    }),
  );
});
