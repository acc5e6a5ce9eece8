import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { isPublicCall } from "./frame.tsx";

/** No screen calls it. */
const uncalled = ["GET /shop/pages"];

test("S4 signing out keeps only replies that are the same for everybody", () => {
  const isSame = ([route, endpoint]: [string, { caller: string; cached?: boolean }]) =>
    route.startsWith("GET ") && endpoint.caller === "anyone" && endpoint.cached === true;
  const expected = Object.entries(api as Record<string, { caller: string; cached?: boolean }>)
    .filter(isSame)
    .map(([route]) => route)
    .filter((route) => !uncalled.includes(route));
  expect(Object.keys(api).filter(isPublicCall)).toEqual(expected);
  for (const route of ["GET /product/:id", "GET /product/:id/price-history", "GET /shipping/zones", "GET /cart"])
    expect(isPublicCall(route), route).toBe(false);
});
