import fc from "fast-check";
import { expect, test } from "vitest";
import { anySequence, runSequence, trading } from "#server/testing/sequences.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });

test("C11 after any sequence of buying, paying, webhooks, cancelling, refunding, shipping and waiting the books balance after each step", async () => {
  const trade = await trading(shop);
  await fc.assert(
    fc.asyncProperty(anySequence(30), (steps) => runSequence(trade, steps)),
    { numRuns: 16, endOnFailure: true },
  );
  expect(trade.tally.steps).toBeGreaterThan(10);
}, 180_000);
