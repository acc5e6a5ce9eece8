import { expect, test, vi } from "vitest";
import { isDarkScheme, returnOutcome } from "./stripe-js.ts";

test.each([
  ["?payment_intent_client_secret=s1&redirect_status=succeeded", "done"],
  ["?payment_intent_client_secret=s1&redirect_status=pending", "done"],
  ["?payment_intent_client_secret=s1&redirect_status=failed", "failed"],
  ["?payment_intent_client_secret=s2&redirect_status=failed", undefined],
  ["", undefined],
])("R7 the bank's page returns with %s: %s", (search, outcome) => {
  expect(returnOutcome(search, "s1")).toBe(outcome);
});

test.each([
  ["light", true, false],
  ["dark", false, true],
  ["light dark", true, true],
  ["normal", false, false],
])(
  "R7 card fields on a page of the scheme %s, on a device that prefers dark: %s, are dark: %s",
  (scheme, matches, dark) => {
    vi.stubGlobal("matchMedia", () => ({ matches }));
    expect(isDarkScheme(scheme)).toBe(dark);
  },
);
