import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { laterCart } from "./later-cart.ts";
import { type Wish, withWishes } from "./wishes.ts";

/** Asks the shop for one wish; answers with the cart after it. */
export type Grant = (itemId: number, wish: Wish) => Promise<Cart>;
export type LineQueue = ReturnType<typeof lineQueue>;
type Waiting = Wish & { told: (problem: CallProblem | undefined) => void };

/**
 * Changes of cart lines, one call at a time. Each shows at once; while one is under way, further changes of a line
 * become one: only the last value is sent. What is refused goes back to what the shop says, and the reason is told.
 */
export function lineQueue(client: QueryClient, key: readonly unknown[], grant: Grant) {
  const waiting = new Map<number, Waiting>();
  let known: Cart | undefined;
  let running: Promise<void> | undefined;
  /** A change was refused, or not answered, without the cart as it is now. */
  let isUnsure = false;
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
      if (isUnsure) void client.invalidateQueries({ queryKey: key });
      isUnsure = false;
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
      known = laterCart(await grant(itemId, wanted), known);
      return undefined;
    } catch (error) {
      const problem = error instanceof CallProblem ? error : new CallProblem(0, {});
      const { cart } = problem.details as { cart?: Cart };
      if (cart) known = laterCart(cart, known);
      else isUnsure = true;
      return problem;
    }
  }

  /** A cart that came another way meanwhile, with what is wished here; false, and not shown, where nothing is under way. */
  function take(cart: Cart): boolean {
    if (!running) return false;
    known = laterCart(cart, known);
    show();
    return true;
  }

  /** When nothing is under way any more. */
  const idle = async () => running;
  return { wish, take, idle };
}

const first = <K, V>(map: Map<K, V>): [K, V] | undefined => map.entries().next().value;
