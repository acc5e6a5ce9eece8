import { expect, test } from "vitest";
import { codeLeft } from "./discount-codes.tsx";

test("a code that was typed while another was being redeemed stays", () => {
  expect(codeLeft(" WELCOME10 ", "WELCOME10")).toBe("");
  expect(codeLeft("KIOSK-GIFT", "WELCOME10")).toBe("KIOSK-GIFT");
});
