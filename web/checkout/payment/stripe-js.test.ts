import { expect, test } from "vitest";
import { returnOutcome } from "./stripe-js.ts";

test.each([
  ["?payment_intent_client_secret=s1&redirect_status=succeeded", "done"],
  ["?payment_intent_client_secret=s1&redirect_status=pending", "done"],
  ["?payment_intent_client_secret=s1&redirect_status=failed", "failed"],
  ["?payment_intent_client_secret=s2&redirect_status=failed", undefined],
  ["", undefined],
])("R7 the bank's page returns with %s: %s", (search, outcome) => {
  expect(returnOutcome(search, "s1")).toBe(outcome);
});
