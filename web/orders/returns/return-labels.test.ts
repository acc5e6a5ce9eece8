import { expect, test } from "vitest";
import type { Return } from "#contract/orders/returns.ts";
import { returnStatusLabel } from "./return-labels.ts";

const returned = (unsent: number) =>
  ({ status: "refunded", refund_unsent: { amount: unsent, currency: "EUR" } }) as Return;

test("Return: it is shown as refunded once its refund is sent", () => {
  for (const isAdmin of [true, false]) {
    expect(returnStatusLabel(returned(1000), isAdmin).label).toBe("To be refunded");
    expect(returnStatusLabel(returned(0), isAdmin).label).toBe("Refunded");
  }
});
