import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Cart, CartItem } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { toast } from "#web/ui/toast-store.ts";
import { say } from "#words/say.ts";
import { cartKey, changeLinesIn, keepCart } from "./cart.queries.ts";
import { asShopper } from "./guest.ts";
import { lineQueue } from "./line-queue.ts";
import type { Wish } from "./wishes.ts";

/** What can be done with a line: each shows at once and rolls back with a `reason` when it is refused. */
export function useLine(line: CartItem) {
  const client = useQueryClient();
  const queue = useMemo(() => queueOf(client), [client]);
  const [reason, setReason] = useState<string>();
  const wish = async (change: Wish) => {
    setReason(undefined);
    const problem = await queue.wish(line.id, change);
    setReason(problem?.message);
    return problem;
  };
  const remove = async (saved: boolean) => {
    const before = lineAfter(client.getQueryData<Cart>(cartKey), line);
    const putBack = () => void restore(client, line, { saved_for_later: saved, before });
    const problem = await wish({ removed: true });
    if (problem) return toast({ tone: "danger", title: problem.message });
    const title = say("{name} was removed", { name: line.product.name });
    // What is not sold any more can't be put back.
    toast(isUnavailable(line) ? { title } : { title, action: { label: say("Undo"), onClick: putBack } });
  };
  return {
    reason,
    setQuantity: (quantity: number) => void wish({ quantity }),
    saveForLater: (saved: boolean) => void wish({ saved }),
    /** Says that a changed price was seen. */
    acceptPrice: () => void wish({}),
    remove: (saved = false) => void remove(saved),
  };
}

export const isUnavailable = ({ problems }: CartItem) => problems.some(({ code }) => code === "unavailable");

/** Removes every line that is not sold any more, with one press. */
export function useRemoveUnavailable(lines: CartItem[]) {
  const client = useQueryClient();
  const gone = lines.filter(isUnavailable);
  const remove = async () => {
    const queue = queueOf(client);
    const problems = await Promise.all(gone.map(({ id }) => queue.wish(id, { removed: true })));
    const problem = problems.find(Boolean);
    if (problem) toast({ tone: "danger", title: problem.message });
  };
  return { count: gone.length, remove: () => void remove() };
}

function lineAfter(cart: Cart | undefined, { id }: CartItem) {
  const lines = [cart?.items ?? [], cart?.saved_for_later ?? []].find((part) => part.some((line) => line.id === id));
  return lines?.[lines.findIndex((line) => line.id === id) + 1]?.id;
}

interface Place {
  saved_for_later: boolean;
  before: number | undefined;
}

/** Brings a removed line back as it was, and where it was. */
async function restore(client: QueryClient, { variation_id, quantity, product }: CartItem, place: Place) {
  await queueOf(client).idle();
  try {
    const cart = await asShopper(() => call("POST /cart", { body: { variation_id, quantity, ...place } }));
    keepCart(client, cart);
  } catch (problem) {
    toast({
      tone: "danger",
      title: say("{name} could not be put back", { name: product.name }),
      description: (problem as CallProblem).message,
    });
  }
}

const queues = new WeakMap<QueryClient, ReturnType<typeof lineQueue>>();

/** One queue for all lines, so that answers never overtake each other. */
function queueOf(client: QueryClient) {
  const known = queues.get(client);
  if (known) return known;
  const made = lineQueue(client, cartKey, (itemId, wish) => inSight(client, () => grant(itemId, wish)));
  queues.set(client, made);
  changeLinesIn(made);
  return made;
}

function grant(itemId: number, { removed, quantity, saved }: Wish) {
  if (removed) return asShopper(() => call("DELETE /cart/:id", { params: { id: itemId } }));
  const change = { item_id: itemId, quantity, saved_for_later: saved };
  return asShopper(() => call("PATCH /cart", { body: change }));
}

/** Run as a mutation, so that the loading bar sees it. */
const inSight = <T>(client: QueryClient, work: () => Promise<T>): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, { mutationFn: work, networkMode: "always" })
    .execute();
