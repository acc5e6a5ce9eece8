import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#server/testing/properties.ts";
import { anySequence, runSequence, trading } from "#server/testing/sequences.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });

test("C11 after any sequence of events there are no inconsistencies, and money, units and stock match a separate model", async () => {
  const trade = await trading(shop);
  await fc.assert(
    fc.asyncProperty(anySequence(30), (steps) => runSequence(trade, steps)),
    { numRuns: runs(8, 120), endOnFailure: true },
  );
  expect(trade.counts.steps).toBeGreaterThan(30);
}, 300_000);
