import { expect, test } from "vitest";
import { money } from "./cart.fixture.ts";
import { replacementText } from "./coupon-replacement.ts";

// A kite for 22.00 with delivery for 19.90: FREESHIP makes delivery free, WELCOME10 takes 10 % off the kite.
const withFreeDelivery = money(2200);
const withTenPercent = money(3970);

test("R6 a coupon that takes the place of free delivery says that the total is higher", () => {
  const totals = { before: withFreeDelivery, after: withTenPercent };
  expect(replacementText({ new: "WELCOME10", old: "FREESHIP" }, totals)).toBe(
    "WELCOME10 replaced FREESHIP. Your total is now €39.70, €17.70 more. An order can have one coupon.",
  );
});

test("R6 free delivery that takes the place of a smaller discount says that the total is lower", () => {
  const totals = { before: withTenPercent, after: withFreeDelivery };
  expect(replacementText({ new: "FREESHIP", old: "WELCOME10" }, totals)).toBe(
    "FREESHIP replaced WELCOME10. Your total is now €22.00, €17.70 less. An order can have one coupon.",
  );
});

test("R6 a coupon that leaves the total as it was promises nothing", () => {
  const totals = { before: withTenPercent, after: withTenPercent };
  expect(replacementText({ new: "A", old: "B" }, totals)).toBe("A replaced B. An order can have one coupon.");
});
