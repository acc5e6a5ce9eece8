import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Cart, CartItem } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { announceCart, cacheCart, cartKey, setLineQueue } from "#web/api/cart-cache.ts";
import { withGuestCart } from "#web/cart/guest.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import type { LineMutation } from "./line-mutations.ts";
import { createLineQueue } from "./line-queue.ts";

/** The actions of a line: optimistic, rolled back with a `reason` when rejected. */
export function useCartLine(line: CartItem) {
  const client = useQueryClient();
  const queue = useMemo(() => getQueue(client), [client]);
  const [reason, setReason] = useState<string>();
  const mutate = async (change: LineMutation) => {
    setReason(undefined);
    const problem = await queue.mutate(line.id, change);
    setReason(problem?.message);
    return problem;
  };
  const remove = async (saved: boolean) => {
    const before = nextLineId(client.getQueryData<Cart>(cartKey), line);
    const putBack = () => void restoreLine(client, line, { saved_for_later: saved, before });
    const problem = await mutate({ removed: true });
    if (problem) return toast({ tone: "danger", title: problem.message });
    const title = say("{name} removed", { name: line.product.name });
    // Unavailable products can't be restored.
    toast(isUnavailable(line) ? { title } : { title, action: { label: say("Undo"), onClick: putBack } });
  };
  return {
    reason,
    setQuantity: (quantity: number) => void mutate({ quantity }),
    saveForLater: (saved: boolean) => void mutate({ saved }),
    acceptPrice: () => void mutate({}),
    remove: (saved = false) => void remove(saved),
  };
}

export const isUnavailable = ({ problems }: CartItem) => problems.some(({ code }) => code === "unavailable");

export function useRemoveUnavailable(lines: CartItem[]) {
  const client = useQueryClient();
  const unavailable = lines.filter(isUnavailable);
  const remove = async () => {
    const queue = getQueue(client);
    const problems = await Promise.all(unavailable.map(({ id }) => queue.mutate(id, { removed: true })));
    const problem = problems.find(Boolean);
    if (problem) toast({ tone: "danger", title: problem.message });
  };
  return { count: unavailable.length, remove: () => void remove() };
}

function nextLineId(cart: Cart | undefined, { id }: CartItem) {
  const lines = [cart?.items ?? [], cart?.saved_for_later ?? []].find((part) => part.some((line) => line.id === id));
  return lines?.[lines.findIndex((line) => line.id === id) + 1]?.id;
}

interface LinePosition {
  saved_for_later: boolean;
  before: number | undefined;
}

async function restoreLine(client: QueryClient, { variation_id, quantity, product }: CartItem, place: LinePosition) {
  await getQueue(client).idle();
  try {
    const cart = await withGuestCart(() => call("POST /cart", { body: { variation_id, quantity, ...place } }));
    cacheCart(client, cart);
  } catch (problem) {
    toast({
      tone: "danger",
      title: say("Couldn't restore {name}", { name: product.name }),
      description: (problem as CallProblem).message,
    });
  }
}

const queues = new WeakMap<QueryClient, ReturnType<typeof createLineQueue>>();

/** One queue for all lines, so that answers stay in order. */
function getQueue(client: QueryClient) {
  const existing = queues.get(client);
  if (existing) return existing;
  const queue = createLineQueue(client, cartKey, (itemId, mutate) =>
    runAsMutation(client, () => sendMutation(itemId, mutate)),
  );
  queues.set(client, queue);
  setLineQueue(queue);
  return queue;
}

async function sendMutation(itemId: number, { removed, quantity, saved }: LineMutation) {
  const change = { item_id: itemId, quantity, saved_for_later: saved };
  const cart = await withGuestCart(() =>
    removed ? call("DELETE /cart/:id", { params: { id: itemId } }) : call("PATCH /cart", { body: change }),
  );
  announceCart();
  return cart;
}

/** Runs as a mutation, so that the loading bar shows it. */
const runAsMutation = <T>(client: QueryClient, work: () => Promise<T>): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, { mutationFn: work, networkMode: "always" })
    .execute();
