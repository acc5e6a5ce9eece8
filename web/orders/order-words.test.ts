import { expect, test } from "vitest";
import { attemptSaid } from "./order-words.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });

test("R8 C11 a transfer that was too little is partly paid, and one that came whole is paid", () => {
  const transfer = { provider: "bank", status: "captured", amount: euros(3400) } as const;
  expect(attemptSaid({ ...transfer, captured: euros(1000) }).words).toBe("Partly paid");
  expect(attemptSaid({ ...transfer, captured: euros(3400) }).words).toBe("Paid");
});
