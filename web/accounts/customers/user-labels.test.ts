import { expect, test } from "vitest";
import { canBeChanged, displayName, lastSeenText, secondaryName } from "./user-labels.ts";

const user = { fullname: null, email: null, username: null, account_status: "active" } as const;

test("A3 a user is shown by name, else by email or username; a deleted account has none", () => {
  const ada = { ...user, fullname: "Ada", email: "ada@example.com", username: "ada" };
  expect([displayName(ada), secondaryName(ada)]).toEqual(["Ada", "ada@example.com"]);
  expect([displayName({ ...ada, fullname: "" }), secondaryName({ ...ada, fullname: "" })]).toEqual([
    "ada@example.com",
    "ada",
  ]);
  const named = { ...user, username: "grace" };
  expect([displayName(named), secondaryName(named)]).toEqual(["grace", null]);
  expect(displayName({ ...user, account_status: "deleted" })).toBe("Deleted account");
});

test("A3 one's own account and deleted ones and guests' can't be changed", () => {
  expect(canBeChanged({ id: 1, account_status: "active" }, 2)).toBe(true);
  expect(canBeChanged({ id: 1, account_status: "blocked" }, 1)).toBe(false);
  expect(canBeChanged({ id: 1, account_status: "deleted" }, 2)).toBe(false);
  expect(canBeChanged({ id: 1, account_status: "provisional" }, 2)).toBe(false);
});

test("A3 last seen is a time ago, after a month a date, or never", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  expect(lastSeenText("2026-11-22T09:00:00Z", now)).toBe("3 hours ago");
  expect(lastSeenText("2026-03-01T12:00:00Z", now)).toBe("Mar 1, 2026");
  expect(lastSeenText(null, now)).toBe("Never");
});
