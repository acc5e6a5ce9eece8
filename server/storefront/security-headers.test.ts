import { expect, test } from "vitest";
import { allowedHosts, contentSecurityPolicy, permissionsPolicy } from "./security-headers.ts";

const policyAt = (path: string, takesCards: boolean) =>
  contentSecurityPolicy("", "https://shop.example", allowedHosts(path, takesCards));

test("C11 the policy admits Stripe on the payment page of shops that take cards only", () => {
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

test("C11 wallets may open on the payment page of shops that take cards only", () => {
  const at = (path: string, takesCards: boolean) => permissionsPolicy(allowedHosts(path, takesCards));
  expect(at("/payment/1", true)).toMatch(/payment=\(self "https:\/\/js\.stripe\.com"\)$/);
  for (const other of [at("/payment/1", false), at("/", true)]) expect(other).toMatch(/payment=\(\)$/);
});
