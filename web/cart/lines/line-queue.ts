import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { latestCart } from "#web/api/cart-cache.ts";
import { applyMutations, type LineMutation } from "./line-mutations.ts";

/** Sends one mutation and returns the resulting cart. */
export type SendMutation = (itemId: number, mutate: LineMutation) => Promise<Cart>;
type PendingMutation = LineMutation & { resolve: (problem: CallProblem | undefined) => void };

/**
 * Queues cart line mutations: each shows at once, one request runs at a time, and pending changes of a line are
 * combined. Rejected changes are rolled back and reported.
 */
export function createLineQueue(client: QueryClient, key: readonly unknown[], grant: SendMutation) {
  const pending = new Map<number, PendingMutation>();
  let known: Cart | undefined;
  let running: Promise<void> | undefined;
  /** A change failed without the current cart in its answer. */
  let needsRefetch = false;
  const show = () => known && client.setQueryData(key, applyMutations(known, pending));

  /** Resolves to the problem, if rejected; to nothing when superseded. */
  function mutate(itemId: number, change: LineMutation): Promise<CallProblem | undefined> {
    let resolve: (problem: CallProblem | undefined) => void = () => undefined;
    const promise = new Promise<CallProblem | undefined>((settle) => {
      resolve = settle;
    });
    const { resolve: resolvePrevious, ...before } = pending.get(itemId) ?? {};
    resolvePrevious?.(undefined);
    pending.set(itemId, { ...before, ...change, resolve });
    known ??= client.getQueryData<Cart>(key);
    void client.cancelQueries({ queryKey: key });
    show();
    running ??= work().finally(() => {
      running = undefined;
      known = undefined;
      if (needsRefetch) void client.invalidateQueries({ queryKey: key });
      needsRefetch = false;
    });
    return promise;
  }

  async function work() {
    for (let next = first(pending); next; next = first(pending)) {
      const [itemId, { resolve, ...mutation }] = next;
      const problem = await send(itemId, mutation);
      // A later mutation of the line stays queued; this result no longer matters.
      if (pending.get(itemId)?.resolve === resolve) pending.delete(itemId);
      show();
      resolve(problem);
    }
  }

  async function send(itemId: number, mutation: LineMutation) {
    try {
      known = latestCart(await grant(itemId, mutation), known);
      return undefined;
    } catch (error) {
      const problem = error instanceof CallProblem ? error : new CallProblem(0, {});
      // The cart was that of another user, whose changes must not be sent either.
      if (problem.code === "user_changed") {
        dropAll(pending, problem);
        known = undefined;
      }
      const { cart } = problem.details as { cart?: Cart };
      if (cart) known = latestCart(cart, known);
      else needsRefetch = true;
      return problem;
    }
  }

  /** Takes over a cart from another request, with pending mutations applied; false when the queue is idle. */
  function take(cart: Cart): boolean {
    if (!running) return false;
    known = latestCart(cart, known);
    show();
    return true;
  }

  /** Resolves when the queue is idle. */
  const idle = async () => running;
  return { mutate, take, idle };
}

function dropAll(pending: Map<number, PendingMutation>, problem: CallProblem) {
  for (const { resolve } of pending.values()) resolve(problem);
  pending.clear();
}

const first = <K, V>(map: Map<K, V>): [K, V] | undefined => map.entries().next().value;
