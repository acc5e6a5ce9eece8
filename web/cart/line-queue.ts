import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { latestCart } from "./latest-cart.ts";
import { type LineMutation, applyMutations } from "./line-mutations.ts";

/** Sends one mutation and returns the resulting cart. */
export type SendMutation = (itemId: number, wish: LineMutation) => Promise<Cart>;
export type LineQueue = ReturnType<typeof createLineQueue>;
type PendingMutation = LineMutation & { told: (problem: CallProblem | undefined) => void };

/**
 * Queues cart line mutations: each shows at once, one request runs at a time, and pending changes of a line are
 * combined. Rejected changes are rolled back and reported.
 */
export function createLineQueue(client: QueryClient, key: readonly unknown[], grant: SendMutation) {
  const waiting = new Map<number, PendingMutation>();
  let known: Cart | undefined;
  let running: Promise<void> | undefined;
  /** A change failed without the current cart in its answer. */
  let isUnsure = false;
  const show = () => known && client.setQueryData(key, applyMutations(known, waiting));

  /** Resolves to the problem, if rejected; to nothing when superseded. */
  function wish(itemId: number, change: LineMutation): Promise<CallProblem | undefined> {
    const { promise, resolve } = Promise.withResolvers<CallProblem | undefined>();
    const { told, ...before } = waiting.get(itemId) ?? {};
    told?.(undefined);
    waiting.set(itemId, { ...before, ...change, told: resolve });
    known ??= client.getQueryData<Cart>(key);
    void client.cancelQueries({ queryKey: key });
    show();
    running ??= work().finally(() => {
      running = undefined;
      known = undefined;
      if (isUnsure) void client.invalidateQueries({ queryKey: key });
      isUnsure = false;
    });
    return promise;
  }

  async function work() {
    for (let next = first(waiting); next; next = first(waiting)) {
      const [itemId, { told, ...wanted }] = next;
      const problem = await send(itemId, wanted);
      // A later mutation of the line stays queued; this result no longer matters.
      if (waiting.get(itemId)?.told === told) waiting.delete(itemId);
      show();
      told(problem);
    }
  }

  async function send(itemId: number, wanted: LineMutation) {
    try {
      known = latestCart(await grant(itemId, wanted), known);
      return undefined;
    } catch (error) {
      const problem = error instanceof CallProblem ? error : new CallProblem(0, {});
      const { cart } = problem.details as { cart?: Cart };
      if (cart) known = latestCart(cart, known);
      else isUnsure = true;
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
  return { wish, take, idle };
}

const first = <K, V>(map: Map<K, V>): [K, V] | undefined => map.entries().next().value;
