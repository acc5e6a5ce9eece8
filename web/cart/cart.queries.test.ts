import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import { cacheCart, cartKey } from "#web/api/cart-cache.ts";
import { cart, line } from "./cart.fixture.ts";

test("R4 a cart requested before an addition doesn't overwrite it", async () => {
  const client = new QueryClient();
  const { promise: late, resolve: answer } = Promise.withResolvers<Cart>();
  const first = client.query({ queryKey: cartKey, queryFn: () => late }).catch(() => undefined);
  cacheCart(client, cart([line(1)]));
  answer(cart([]));
  await first;
  expect(client.getQueryData<Cart>(cartKey)?.items).toHaveLength(1);
});
