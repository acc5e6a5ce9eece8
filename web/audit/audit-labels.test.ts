import { expect, test } from "vitest";
import { actionLabel, entityLabel, valueText } from "./audit-labels.ts";

test("A7 calls and values of the audit log are readable", () => {
  expect(["PUT /product/:id", "POST /tags", "POST /orders/:id/lines/cancel", "user.deleted"].map(actionLabel)).toEqual([
    "Updated",
    "Created",
    "Cancel",
    "Deleted account",
  ]);
  expect([entityLabel("gift-cards"), entityLabel("settings/checkout")]).toEqual(["Gift card", "settings checkout"]);
  expect([null, "", 0, false, [1, 2]].map(valueText)).toEqual(["—", "—", "0", "false", "[1,2]"]);
});
