import { expect, test } from "vitest";
import { isPublicCall } from "./frame.tsx";

test("S4 signing out clears personal data, not public data", () => {
  for (const call of ["GET /shop", "GET /product", "GET /product/details/:slug", "GET /product/:id/reviews"])
    expect(isPublicCall(call), call).toBe(true);
  for (const call of ["GET /cart", "GET /orders", "GET /product/:id/reviews/mine", "GET /product/admin"])
    expect(isPublicCall(call), call).toBe(false);
});
