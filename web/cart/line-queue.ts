import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { type Wish, withWishes } from "./wishes.ts";

/** Asks the shop for one wish; answers with the cart after it. */
export type Grant = (itemId: number, wish: Wish) => Promise<Cart>;
type Waiting = Wish & { told: (problem: CallProblem | undefined) => void };

/**
 * Changes of cart lines, one call at a time. Each shows at once; while one is under way, further changes of a line
 * become one: only the last value is sent. What is refused goes back to what the shop says, and the reason is told.
 */
export function lineQueue(client: QueryClient, key: readonly unknown[], grant: Grant) {
  const waiting = new Map<number, Waiting>();
  let known: Cart | undefined;
  let running: Promise<void> | undefined;
  const show = () => known && client.setQueryData(key, withWishes(known, waiting));

  /** Resolves to the problem, if it was refused; superseded by a later wish it resolves to nothing. */
  function wish(itemId: number, change: Wish): Promise<CallProblem | undefined> {
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
    });
    return promise;
  }

  async function work() {
    for (let next = first(waiting); next; next = first(waiting)) {
      const [itemId, { told, ...wanted }] = next;
      const problem = await send(itemId, wanted);
      // A later wish for the same line stays and is sent next; what became of this one no longer matters.
      if (waiting.get(itemId)?.told === told) waiting.delete(itemId);
      show();
      told(problem);
    }
  }

  async function send(itemId: number, wanted: Wish) {
    try {
      known = await grant(itemId, wanted);
      return undefined;
    } catch (error) {
      const problem = error instanceof CallProblem ? error : new CallProblem(0, {});
      known = (problem.beside.cart as Cart | undefined) ?? known;
      return problem;
    }
  }

  /** When nothing is under way any more. */
  const idle = async () => running;
  return { wish, idle };
}

const first = <K, V>(map: Map<K, V>): [K, V] | undefined => map.entries().next().value;
