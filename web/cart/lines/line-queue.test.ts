import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import { CallProblem, userChanged } from "#web/api/call-problem.ts";
import { cart, line } from "#web/cart/cart.fixture.ts";
import type { LineMutation } from "./line-mutations.ts";
import { createLineQueue } from "./line-queue.ts";

const key = ["GET /cart", {}];

/** A queue whose calls wait until the test resolves them. */
function queueWith(start: Cart) {
  const client = new QueryClient();
  client.setQueryData(key, start);
  const calls: {
    itemId: number;
    mutate: LineMutation;
    answer: (cart: Cart) => void;
    refuse: (problem: Error) => void;
  }[] = [];
  const queue = createLineQueue(client, key, (itemId, mutate) => {
    const { promise, resolve, reject } = Promise.withResolvers<Cart>();
    calls.push({ itemId, mutate, answer: resolve, refuse: reject });
    return promise;
  });
  const quantities = () => client.getQueryData<Cart>(key)?.items.map(({ quantity }) => quantity);
  const settle = () => new Promise((done) => setImmediate(done));
  return { client, queue, calls, quantities, settle };
}

test("a mutation is shown before the server answers", async () => {
  const { queue, calls, quantities } = queueWith(cart([line(1)]));
  const mutation = queue.mutate(1, { quantity: 4 });
  expect(quantities()).toEqual([4]);
  calls[0]?.answer(cart([line(1, { quantity: 4 })], 2));
  expect(await mutation).toBeUndefined();
  expect(quantities()).toEqual([4]);
});

test("during a request only the last value of a line is queued", async () => {
  const { queue, calls, quantities, settle } = queueWith(cart([line(1)]));
  for (const quantity of [2, 3, 4, 5]) void queue.mutate(1, { quantity });
  expect(quantities()).toEqual([5]);
  calls[0]?.answer(cart([line(1, { quantity: 2 })], 2));
  await settle();
  expect(quantities()).toEqual([5]);
  calls[1]?.answer(cart([line(1, { quantity: 5 })], 3));
  await queue.idle();
  expect(calls.map(({ mutate }) => mutate.quantity)).toEqual([2, 5]);
});

test("the response for one line doesn't undo the mutation of another", async () => {
  const { queue, calls, quantities, settle } = queueWith(cart([line(1), line(2)]));
  void queue.mutate(1, { quantity: 3 });
  void queue.mutate(2, { quantity: 7 });
  calls[0]?.answer(cart([line(1, { quantity: 3 }), line(2)], 2));
  await settle();
  expect(quantities()).toEqual([3, 7]);
  calls[1]?.answer(cart([line(1, { quantity: 3 }), line(2, { quantity: 7 })], 3));
  await queue.idle();
  expect(quantities()).toEqual([3, 7]);
});

test("a rejected mutation rolls back to the cart of the problem, with its reason", async () => {
  const { queue, calls, quantities } = queueWith(cart([line(1, { quantity: 2 })]));
  const mutation = queue.mutate(1, { quantity: 9 });
  const details = { cart: cart([line(1, { quantity: 2 })], 2) };
  calls[0]?.refuse(new CallProblem(409, { code: "out_of_stock", message: "Only 3 left in stock.", ...details }));
  expect((await mutation)?.message).toBe("Only 3 left in stock.");
  expect(quantities()).toEqual([2]);
});

test("without a response the mutation is rolled back", async () => {
  const { queue, calls, quantities } = queueWith(cart([line(1, { quantity: 2 })]));
  const mutation = queue.mutate(1, { removed: true });
  expect(quantities()).toEqual([]);
  calls[0]?.refuse(new CallProblem(0, { message: "Couldn't reach the shop." }));
  expect((await mutation)?.code).toBe("no_answer");
  expect(quantities()).toEqual([2]);
});

test("a product added during a mutation stays, whether the response is late or missing", async () => {
  const added = cart([line(1, { quantity: 2 }), line(9)], 3);
  const late = queueWith(cart([line(1)]));
  void late.queue.mutate(1, { quantity: 2 });
  expect(late.queue.take(added)).toBe(true);
  expect(late.quantities()).toEqual([2, 1]);
  late.calls[0]?.answer(cart([line(1, { quantity: 2 })], 2));
  await late.queue.idle();
  expect(late.quantities()).toEqual([2, 1]);

  const lost = queueWith(cart([line(1)]));
  void lost.queue.mutate(1, { quantity: 2 });
  lost.queue.take(added);
  lost.calls[0]?.refuse(new CallProblem(0, {}));
  await lost.queue.idle();
  expect(lost.quantities()).toEqual([2, 1]);
});

test("the cart is refetched after a missing response, not after a problem with the cart", async () => {
  const { client, queue, calls, settle } = queueWith(cart([line(1)]));
  const isOld = () => client.getQueryState(key)?.isInvalidated;
  void queue.mutate(1, { quantity: 2 });
  calls[0]?.refuse(new CallProblem(409, { code: "out_of_stock", cart: cart([line(1)], 2) }));
  await queue.idle();
  await settle();
  expect(isOld()).toBe(false);
  void queue.mutate(1, { quantity: 2 });
  calls[1]?.refuse(new CallProblem(0, {}));
  await queue.idle();
  await settle();
  expect(isOld()).toBe(true);
});

test("an idle queue doesn't take over a cart", () => {
  const { queue, quantities } = queueWith(cart([line(1)]));
  expect(queue.take(cart([line(1, { quantity: 5 })], 2))).toBe(false);
  expect(quantities()).toEqual([1]);
});

test("S4 after a change of user neither the cart nor queued mutations of the user before are left", async () => {
  const { client, queue, calls, quantities } = queueWith(cart([line(1), line(2)]));
  const mutations = [queue.mutate(1, { quantity: 3 }), queue.mutate(2, { quantity: 7 })];
  client.removeQueries({ queryKey: key });
  calls[0]?.refuse(userChanged());
  expect((await Promise.all(mutations)).map((problem) => problem?.code)).toEqual(["user_changed", "user_changed"]);
  await queue.idle();
  expect([calls.length, quantities()]).toEqual([1, undefined]);
});
