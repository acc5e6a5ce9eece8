import { expect, test } from "vitest";
import { paymentAttemptLabel } from "./order-labels.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });

test("R8 C11 an underpaid transfer is partly paid, a complete one is paid", () => {
  const transfer = { provider: "bank", status: "captured", amount: euros(3400) } as const;
  expect(paymentAttemptLabel({ ...transfer, captured: euros(1000) }).label).toBe("Partially paid");
  expect(paymentAttemptLabel({ ...transfer, captured: euros(3400) }).label).toBe("Paid");
});
