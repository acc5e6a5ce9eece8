import { expect, test } from "vitest";
import { guestsAt, policyOf } from "./policy.ts";

const policyAt = (path: string, takesCards: boolean) =>
  policyOf("<p>Hello</p>", "https://shop.example", guestsAt(path, takesCards));

test("C11 Stripe may come into documents of the payment page, where the shop takes cards, and into no other", () => {
  const policy = policyAt("/payment/0190a5a0-0000-7000-8000-000000000000", true);
  expect(policy).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/);
  expect(policy).toMatch(/frame-src https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/);
  expect(policy).toMatch(/connect-src 'self' wss:\/\/shop\.example https:\/\/api\.stripe\.com/);
  for (const other of [
    policyAt("/payment/1", false),
    policyAt("/", true),
    policyAt("/checkout", true),
    policyAt("/paymentx", true),
  ])
    expect(other).not.toContain("stripe");
});
