import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();

test("C12 the OpenAPI document describes a declared call", async () => {
  const { status, body } = await shop.ask("GET /openapi.json");
  expect(status).toBe(200);
  expect(body.paths["/v1/shop"].get.summary).toContain("currency");
});
