import { expect, test } from "vitest";
import { isEverybodys } from "./personal-answers.ts";

test("S4 signing out forgets what was somebody's own, and keeps what everybody is told", () => {
  for (const call of ["GET /shop", "GET /product", "GET /product/details/:slug", "GET /product/:id/reviews"])
    expect(isEverybodys(call), call).toBe(true);
  for (const call of ["GET /cart", "GET /orders", "GET /product/:id/reviews/mine", "GET /product/admin"])
    expect(isEverybodys(call), call).toBe(false);
});
