import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problems } from "./problems.ts";

/** A test that names the code where it says what came, not merely somewhere. */
const expects = (code: string) =>
  new RegExp(`(code|refus\\w*|says?|toBe|toEqual|toMatchObject|toThrow|answers?)\\b[^\\n]{0,120}["']${code}["']`, "i");

test("C11 every refusal the shop knows is provoked by a test of the server", () => {
  const tests = globSync("server/**/*.test.ts").map((file) => readFileSync(file, "utf8"));
  const never = Object.keys(problems).filter((code) => !tests.some((text) => expects(code).test(text)));
  expect(never).toEqual([]);
});

test("C11 every refusal has words a person can read, and a status clients know", () => {
  for (const [code, { status, says }] of Object.entries(problems)) {
    expect(says, code).toMatch(/^[A-Z].{12,}[.]$/);
    expect([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503], code).toContain(status);
  }
});
