import { expect, test } from "vitest";
import { CallProblem } from "./call-problem.ts";
import { nextAttempt } from "./idempotency-key.ts";

const problem = (status: number, code = "any") => new CallProblem(status, { code, message: "" });

test.each([0, 401, 408, 422, 429, 500, 502, 503, 504])(
  "a form repeats its attempt after %i, which doesn't say whether the change was made",
  (status) => {
    expect(nextAttempt("first", problem(status))).toBe("first");
  },
);

test("a form makes a new attempt once the one before was rejected", () => {
  for (const status of [400, 403, 404, 409]) expect(nextAttempt("first", problem(status))).not.toBe("first");
  expect(nextAttempt("first", problem(409, "in_progress"))).toBe("first");
});
